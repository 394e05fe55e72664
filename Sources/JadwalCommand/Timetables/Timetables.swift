import Accounts
import ArgumentParser
import Mail
import Places
import PrayerFeeds
import Runtime
import Storage
import Templates

/// The command for timetables that mosques printed.
struct Timetables: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Adds, lists and removes timetables of mosques.",
        discussion: """
            The times of a mosque's timetable win over calculated ones on the days that it has. A city's timetable is \
            for everybody who has not chosen another method, school or minutes. A customer's is for that customer, \
            whatever they chose.
            """,
        subcommands: [Import.self, List.self, Remove.self])

    /// Returns the parts that the commands use.
    static func app() throws -> App {
        try threadParts(sharedParts(readConfig(), process: "timetables"), name: "timetables", .worker, mail: NoMail())
    }
}

/// The owner of a timetable: a city or a customer.
struct TimetableOwner: ParsableArguments {
    @Option(help: "The city, by GeoNames' number or by the end of its page's address: sa/riyadh.")
    var city: String?

    @Option(help: "The customer, by email address.", transform: emailAddress)
    var customer: EmailAddress?

    func validate() throws {
        guard (city == nil) != (customer == nil) else { throw ValidationError("Name a --city or a --customer.") }
    }

    /// - Throws: `ValidationError` if there is no such city, no such customer, or the customer has no prayer times.
    func found(_ app: App) throws -> FoundOwner {
        if let customer {
            let id = try app.customer(withAddress: customer).id
            guard let feed = try app.store.prayerFeed(of: id) else {
                throw ValidationError("\(customer.text) has not chosen a place for prayer times yet.")
            }
            return .customer(id, feed)
        }
        let name = city ?? "", parts = name.split(separator: "/").map(String.init)
        let found = try parts.count == 2
            ? app.store.city(country: parts[0].uppercased(), slug: parts[1].lowercased())
            : Int64(name).flatMap { try app.store.city($0) }
        guard let found else {
            throw ValidationError(
                "There is no city \(name). Its page's address has the name, as in /prayer/sa/riyadh: --city sa/riyadh.")
        }
        return .city(found)
    }
}

/// The owner of a timetable as the database has it.
enum FoundOwner {
    case city(City)
    case customer(CustomerID, PrayerFeed)
}
