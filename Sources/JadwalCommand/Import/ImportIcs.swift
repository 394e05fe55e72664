import ArgumentParser
import Calendars
import Foundation
import Mail
import Pages
import Runtime
import Storage
import System
import Templates

/// Stores a calendar file in one of a customer's calendars, as the page of imports does.
struct ImportIcs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics",
        abstract: "Stores a calendar file in a customer's calendar.",
        discussion: """
            What the calendar has already is not stored twice, and nothing newer is replaced. Every entry that is \
            not stored is listed with the reason, and every one that came in with a change with what was changed. \
            The exit status is 1 if an entry is not stored.
            """)

    @Argument(help: "A calendar file, or - for standard input.")
    var file: String

    @Option(help: "The customer's email address or id.")
    var customer: String

    @Option(help: "The calendar's name, or the last part of its address. Without it, the one for new events.")
    var calendar: String?

    func run() throws {
        let octets = file == "-" ? [UInt8](FileHandle.standardInput.readDataToEndOfFile()) : try readBytes(file)
        let app = try threadParts(sharedParts(readConfig(), process: "import"), name: "import", .worker, mail: NoMail())
        let home = app.calendars(of: try foundCustomer(app), by: .command)
        let calendar = try foundCalendar(home)
        let read = home.read(file: octets)
        guard !read.isEmpty else { throw ValidationError("\(file): this is no calendar file, or it is empty.") }
        let report = try home.store(read, in: calendar.segment)
        let taken = "stored \(report.stored), replaced \(report.replaced), unchanged \(report.unchanged)"
        print("\(taken), refused \(report.refused.count)")
        let format = app.formatter(.english)
        func list(_ origin: ObjectOrigin, _ sentence: String) {
            let place = origin.start == nil ? "" : " (\(app.place(of: origin, home.floating, format)))"
            print("line \(origin.line): \(origin.summary ?? origin.kind)\(place): \(sentence)")
        }
        for refused in report.refused { list(refused.origin, app.sentence(refused.reason, format)) }
        for mended in report.mended {
            for remark in mended.remarks { list(mended.origin, app.sentence(remark, format)) }
        }
        if !report.refused.isEmpty { throw ExitCode(1) }
    }

    private func foundCustomer(_ app: App) throws -> Customer {
        let id = try CustomerID(text: customer)
            ?? EmailAddress(customer).flatMap { try app.store.customerID(withAddress: $0) }
        guard let id, let found = try app.store.customer(id) else {
            throw ValidationError("There is no customer \(customer).")
        }
        return found
    }

    private func foundCalendar(_ home: CalendarHome) throws -> CalendarRow {
        let calendars = try home.list().calendars.filter { !$0.isReadOnly }
        guard let calendar else {
            guard let found = calendars.first(where: \.isDefault) else { throw ValidationError("Name a --calendar.") }
            return found
        }
        if let found = calendars.first(where: { $0.segment == calendar }) { return found }
        let named = calendars.filter { $0.displayName == calendar }
        guard let found = named.first else {
            let names = calendars.map { "\($0.segment) (\($0.displayName))" }.joined(separator: ", ")
            throw ValidationError("There is no calendar \(calendar). These exist: \(names).")
        }
        guard named.count == 1 else {
            let segments = named.map(\.segment).joined(separator: ", ")
            throw ValidationError("Several calendars have this name. Name one by its address: \(segments).")
        }
        return found
    }
}
