import CivilTime
import Testing
@testable import Transit

@Suite("Days of service")
struct ServiceDayTests {
    @Test("are those of calendar.txt, with the days that calendar_dates.txt adds and takes")
    func calendars() throws {
        let dates = "service_id,date,exception_type\nweek,20260603,2\nweek,20260606,1\nweek,20270102,1\n"
        let feed = try Feeds.small(["calendar_dates.txt": dates])
        for (text, count) in [
            ("2026-06-02", 2), ("2026-06-03", 0), ("2026-06-05", 2), ("2026-06-06", 2), ("2026-06-07", 0),
            ("2027-01-01", 0), ("2027-01-02", 2), ("2025-12-31", 0),
        ] {
            #expect(feed.tripCount(on: day(text)) == count, "\(text)")
        }
        #expect(feed.days == day("2026-01-01")...day("2027-01-02"))
    }

    @Test("may all come from calendar_dates.txt")
    func datesOnly() throws {
        let dates = "service_id,date,exception_type\nweek,20260606,1\n"
        let feed = try Feeds.small(["calendar_dates.txt": dates, "calendar.txt": nil])
        #expect(feed.days == day("2026-06-06")...day("2026-06-06"))
        #expect(feed.tripCount(on: day("2026-06-06")) == 2)
    }

    @Test("go on after midnight", arguments: [
        ("2026-06-03 23:40", "2026-06-03 23:50"), ("2026-06-03 23:55", "2026-06-04 01:30"),
        ("2026-06-04 00:10", "2026-06-04 01:30"), ("2026-06-04 01:31", nil),
        // Friday's last trip is on Saturday, and Sunday has none.
        ("2026-06-06 00:10", "2026-06-06 01:30"), ("2026-06-07 00:10", nil),
    ] as [(String, String?)])
    func midnight(start: String, departure: String?) throws {
        let network = try night(), feed = network.feed
        let journey = network.journey("a", "b", .leaving(feed.moment(start)))
        #expect(journey?.departure == departure.map(feed.moment))
        guard let journey else { return }
        #expect(network.journey("a", "b", .arriving(by: journey.arrival)) == journey)
    }

    @Test("begin at noon minus twelve hours, also when the clocks change", arguments: [
        // At 3:00 the clocks go to 4:00. Twelve hours before noon it is 23:00.
        ("2026-03-29 00:00", "2026-03-29 01:30", "2026-03-29 02:10"),
        ("2026-03-29 01:31", "2026-03-29 05:30", "2026-03-29 06:10"),
        // At 4:00 the clocks go back to 3:00. Twelve hours before noon it is 1:00.
        ("2026-10-25 00:00", "2026-10-25 03:30", "2026-10-25 03:10"),
        ("2026-10-26 00:00", "2026-10-26 02:30", "2026-10-26 03:10"),
    ])
    func clockChanges(start: String, departure: String, arrival: String) throws {
        let rows = """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            first,02:30:00,02:30:00,a,1
            first,03:10:00,03:10:00,b,2
            second,05:30:00,05:30:00,a,1
            second,06:10:00,06:10:00,b,2

            """
        let calendar = (Feeds.small["calendar.txt"] ?? "").replacing("1,1,1,1,1,0,0", with: "1,1,1,1,1,1,1")
        let network = TransitNetwork(try Feeds.small(["stop_times.txt": rows, "calendar.txt": calendar]))
        let feed = network.feed, journey = network.journey("a", "b", .leaving(feed.moment(start)))
        let shown = [journey?.departure, journey?.arrival].map { $0.map { feed.zone.local($0).description } }
        #expect(shown == [departure, arrival].map { $0.replacing(" ", with: "T") + ":00" })
        // The first trip takes 40 minutes, whatever the clocks show.
        #expect(journey.map { $0.arrival - $0.departure } == .seconds(2_400))
    }

    @Test("repeat trips by frequencies.txt up to the end of a period", arguments: [
        ("05:50", "06:00"), ("06:01", "06:20"), ("06:21", "06:40"), ("06:41", "09:00"), ("09:01", "09:45"),
        ("09:46", nil),
    ] as [(String, String?)])
    func frequencies(start: String, departure: String?) throws {
        let rows = "trip_id,start_time,end_time,headway_secs,exact_times\nfirst,06:00:00,07:00:00,1200,0\n"
            + "first,09:00:00,10:00:00,2700,1\n"
        let trips = "route_id,service_id,trip_id\n7,week,first\n"
        let times = (Feeds.small["stop_times.txt"] ?? "").split(separator: "\n").prefix(4).joined(separator: "\n")
        let network = TransitNetwork(
            try Feeds.small(["frequencies.txt": rows, "trips.txt": trips, "stop_times.txt": times]))
        let feed = network.feed
        let journey = network.journey("a", "c", .leaving(feed.moment("2026-06-03 \(start)")))
        #expect(feed.clock(journey?.departure) == departure)
        #expect(journey.map { $0.arrival - $0.departure } ?? .seconds(600) == .seconds(600))
    }

    /// A trip at 23:50 and one at 25:30, on weekdays.
    private func night() throws -> TransitNetwork {
        let rows = """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            first,23:50:00,23:50:00,a,1
            first,24:10:00,24:10:00,b,2
            second,25:30:00,25:30:00,a,1
            second,25:50:00,25:50:00,b,2

            """
        return TransitNetwork(try Feeds.small(["stop_times.txt": rows]))
    }

    private func day(_ text: String) -> LocalDate { LocalDate(iso8601: text) ?? LocalDate(daysSince1970: 0) }
}
