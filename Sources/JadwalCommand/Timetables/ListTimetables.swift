import ArgumentParser
import Calendars
import CivilTime
import Places
import PrayerFeeds
import Runtime
import Storage

extension Timetables {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: """
                Prints every timetable between tabs: city's number or customer's address, place, first day, last day, \
                number of days, day of its last change.
                """)

        func run() throws {
            for listed in try Timetables.app().store.listedMosqueTables() {
                let table = listed.table, owner = listed.cityID.map(String.init) ?? listed.email ?? ""
                let changed = String(table.changedAt.iso8601.prefix(10))
                let span = [table.days.lowerBound.iso8601, table.days.upperBound.iso8601]
                print(([owner, table.placeName] + span + [String(table.dayCount), changed]).joined(separator: "\t"))
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes a timetable. The times are calculated again.")

        @OptionGroup var owner: TimetableOwner

        func run() throws {
            let app = try Timetables.app(), owner = try owner.found(app)
            guard try owner.removeTable(app) else { throw ValidationError("There is no timetable to remove.") }
            print("removed")
        }
    }
}

extension FoundOwner {
    /// - Returns: false if there is none.
    fileprivate func removeTable(_ app: App) throws -> Bool {
        switch self {
        case .city(let city):
            guard try app.removeTable(ofCity: city) else { return false }
            try moveTimes(ofCity: city, app)
            return true
        case .customer(let id, let feed):
            return try app.store.transaction {
                guard try app.removeTable(of: feed.id) else { return false }
                try app.moveTimes(of: id)
                return true
            }
        }
    }

    /// Lets the events of a city's customers move that follow prayers.
    func moveTimes(ofCity city: City, _ app: App) throws {
        // No transaction changes calendars of two customers.
        for customer in try app.store.customers(withPrayerCity: city.id) {
            try app.store.transaction { try app.moveTimes(of: customer) }
        }
    }
}
