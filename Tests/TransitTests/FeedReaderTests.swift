import CivilTime
import PrayerTimes
import Testing
@testable import Transit

private let tripColumns = "route_id,service_id,trip_id\n"
private let transferColumns = "from_stop_id,to_stop_id,transfer_type\n"

@Suite("Reading a GTFS feed")
struct FeedReaderTests {
    @Test("gives stops, lines, trips and days, in any order of the files")
    func small() throws {
        for files in [Feeds.small.sorted { $0.key < $1.key }, Feeds.small.sorted { $0.key > $1.key }] {
            let feed = try Feeds.read(files.map { ($0.key, Array($0.value.utf8)) }, piece: 13)
            #expect(feed.problems == [])
            #expect(feed.stops.count == 4)
            #expect(feed.stops.name(feed.stop("b")) == "Beta")
            #expect(feed.stops.place(feed.stop("b"))?.latitude == 60.179)
            #expect(feed.lines.map(\.name).sorted() == ["7", "Nine"])
            #expect(feed.lines.first { $0.id == "7" }?.kind == .tram)
            #expect(feed.tripCount == 2)
            #expect(feed.days == day("2026-01-01")...day("2026-12-31"))
            #expect(feed.zone.name == "Europe/Helsinki")
            // Both trips take as long, so they share a pattern.
            #expect(feed.patterns.count == 1)
        }
    }

    @Test("needs its files and columns", arguments: [
        (["stops.txt": nil], FeedError.missingFile(.stops)),
        (["agency.txt": nil], .missingFile(.agency)),
        (["stop_times.txt": nil], .missingFile(.stopTimes)),
        (["calendar.txt": nil], .missingFile(.calendar)),
        (["stops.txt": "stop_name\nAlpha\n"], .missingColumn(.stops, "stop_id")),
        (["stops.txt": ""], .missingColumn(.stops, "stop_id")),
        (["agency.txt": "agency_timezone\nMars/Olympus\n"], .unknownZone("Mars/Olympus", line: 2)),
        (["agency.txt": "agency_timezone\n"], .unknownZone("", line: 1)),
        (["trips.txt": "route_id,service_id,trip_id\n"], .noTrips),
    ] as [([String: String?], FeedError)])
    func missing(changes: [String: String?], error: FeedError) {
        #expect(throws: error) { try Feeds.small(changes) }
    }

    @Test("reads only files of the standard, by their whole names")
    func names() throws {
        var reader = FeedReader(zone: Feeds.zone)
        for name in [
            "../stops.txt", "/stops.txt", "feed/stops.txt", "..\\stops.txt", "stops.txt/", "shapes.txt", "stops",
            "STOPS.txt", "stops.txt\u{0}", "",
        ] {
            #expect(try !reader.begin(name, bytes: 1 << 40), "\(name)")
        }
        #expect(try reader.begin("stops.txt"))
        try reader.read(Array("stop_id\na\n".utf8))
        try reader.end()
        #expect(throws: FeedError.repeatedFile(.stops)) { try reader.begin("stops.txt") }
    }

    @Test("stops at its limits, at a declared length before a byte is read")
    func limits() throws {
        var reader = FeedReader(zone: Feeds.zone)
        #expect(throws: FeedError.tooLarge(limit: 1 << 30)) { try reader.begin("stop_times.txt", bytes: 2 << 30) }
        #expect(throws: FeedError.tooLarge(limit: 300)) { try Feeds.small([:], limits: FeedLimits(bytes: 300)) }
        #expect(throws: FeedError.tooMany(.stops, limit: 3)) { try Feeds.small([:], limits: FeedLimits(stops: 3)) }
        #expect(throws: FeedError.tooMany(.trips, limit: 1)) { try Feeds.small([:], limits: FeedLimits(trips: 1)) }
        #expect(throws: FeedError.tooMany(.stopTimes, limit: 5)) {
            try Feeds.small([:], limits: FeedLimits(stopTimes: 5))
        }
        #expect(throws: FeedError.tooMany(.frequencies, limit: 50)) {
            try Feeds.small(
                ["frequencies.txt": "trip_id,start_time,end_time,headway_secs\nfirst,00:00:00,24:00:00,1\n"],
                limits: FeedLimits(trips: 50))
        }
        // An archive may declare less than it holds.
        var lying = FeedReader(limits: FeedLimits(bytes: 10), zone: Feeds.zone)
        #expect(try lying.begin("stops.txt", bytes: 5))
        #expect(throws: FeedError.tooLarge(limit: 10)) { try lying.read([UInt8](repeating: 97, count: 11)) }
    }

    @Test("counts problems beyond the limit")
    func problemLimit() throws {
        let stops = "stop_id,stop_name,stop_lat,stop_lon\na,A,60,25\nb,B,60,25\nc,C,60,25\n"
            + "d,D,0,0\ne,E,x,25\nf,F,91,25\n"
        let feed = try Feeds.small(["stops.txt": stops], limits: FeedLimits(problems: 2))
        #expect(feed.problems.map(\.line) == [5, 6])
        #expect(feed.problemCount == 3)
    }

    @Test("names file and line of a row that is wrong, and goes on", arguments: [
        ("stop_times.txt", row("first,25:99:00,25:99:00,d,4"), 8, .badTime("25:99:00"), ["08:30"]),
        ("stop_times.txt", row("first,8:9,08:20:00,d,4"), 8, .badTime("8:9"), ["08:30"]),
        ("stop_times.txt", row("first,08:09:00,08:20:00,d,4"), 8, .decreasingTime, ["08:30"]),
        ("stop_times.txt", row("first,08:20:00,08:19:00,d,4"), 8, .decreasingTime, ["08:30"]),
        ("stop_times.txt", row("first,,,d,4"), 8, .missingTime, ["08:30"]),
        ("stop_times.txt", row("first,08:20:00,08:20:00,x,4"), 8, .unknownStop("x"), ["08:00", "08:30"]),
        ("stop_times.txt", row("third,08:20:00,08:20:00,d,4"), 8, .unknownTrip("third"), ["08:00", "08:30"]),
        ("stop_times.txt", row("first,08:20:00,08:20:00,d,x"), 8, .badNumber("x"), ["08:00", "08:30"]),
        ("trips.txt", tripColumns + "7,week,first\n8,week,second\n", 3, .unknownLine("8"), ["08:00"]),
        ("trips.txt", tripColumns + "7,week,first\n7,rest,second\n", 3, .unknownService("rest"), ["08:00"]),
        ("trips.txt", tripColumns + "7,week,first\n7,week,first\n7,week,second\n", 3, .repeatedID("first"),
         ["08:00", "08:30"]),
        ("trips.txt", tripColumns + "7,week,first\n7,week,second\n7,week,third\n", 4, .tooFewStops,
         ["08:00", "08:30"]),
        ("agency.txt", "agency_timezone\nEurope/Helsinki\nEurope/Berlin\n", 3, .otherZone("Europe/Berlin"),
         ["08:00", "08:30"]),
        ("calendar_dates.txt", "service_id,date,exception_type\nweek,20260230,1\n", 2, .badDate("20260230"),
         ["08:00", "08:30"]),
        ("calendar_dates.txt", "service_id,date,exception_type\nweek,20260603,3\n", 2, .badNumber("3"),
         ["08:00", "08:30"]),
        ("frequencies.txt", "trip_id,start_time,end_time,headway_secs\nfirst,06:00:00,07:00:00,0\n", 2,
         .badNumber("0"),
         ["08:00", "08:30"]),
        ("transfers.txt", transferColumns + "a,x,2\n", 2, .unknownStop("x"), ["08:00", "08:30"]),
        ("transfers.txt", transferColumns + "a,b,9\n", 2, .badNumber("9"), ["08:00", "08:30"]),
        ("transfers.txt", transferColumns + "a,b,4\n", 2, .unsupportedTransfer, ["08:00", "08:30"]),
        ("agency.txt", "agency_timezone,agency_name\nEurope/Helsinki,\"A\n", 2, .openQuote, ["08:00", "08:30"]),
    ] as [(String, String, Int, FeedProblem.Kind, [String])])
    func problems(name: String, text: String, line: Int, kind: FeedProblem.Kind, departures: [String]) throws {
        let feed = try Feeds.small([name: text])
        #expect(feed.problems.map(\.line) == [line])
        #expect(feed.problems.first?.kind == kind)
        #expect(feed.problems.first?.file.name == name)
        #expect(feed.trips.starts.map { clock(Int($0)) }.sorted() == departures)
    }

    @Test("a trip runs through a stop that is not known")
    func unknownStop() throws {
        let text = Feeds.small["stop_times.txt"]?.replacing(",b,", with: ",x,") ?? ""
        let feed = try Feeds.small(["stop_times.txt": text]), network = TransitNetwork(feed)
        let journey = network.journey("a", "c", .leaving(feed.moment("2026-06-03 07:50")))
        #expect(feed.clock(journey?.arrival) == "08:10")
        #expect(feed.problems == [FeedProblem(file: .stopTimes, line: 3, kind: .unknownStop("x"))])
    }

    @Test("blank times are spread evenly between those around them")
    func blankTimes() throws {
        let rows = ["a,08:00:00", "b,", "c,", "d,08:09:00"].enumerated().map { index, row in
            let words = row.split(separator: ",", omittingEmptySubsequences: false)
            return "first,\(words[1]),\(words[1]),\(words[0]),\(index)\n"
        }
        let feed = try Feeds.small(["stop_times.txt": Self.header + rows.joined()])
        #expect(feed.patterns.arrivals == [0, 180, 360, 540])
        #expect(feed.patterns.departures == [0, 180, 360, 540])
    }

    @Test("rows of a trip may stand anywhere in the file")
    func scattered() throws {
        let lines = (Feeds.small["stop_times.txt"] ?? "").split(separator: "\n").dropFirst()
        for order in [[0, 3, 1, 4, 2, 5], [5, 4, 3, 2, 1, 0], [2, 5, 0, 3, 4, 1]] {
            let text = Self.header + order.map { lines[lines.startIndex + $0] + "\n" }.joined()
            let feed = try Feeds.small(["stop_times.txt": text])
            #expect(feed.problems == [])
            #expect(feed.trips.starts.map { clock(Int($0)) }.sorted() == ["08:00", "08:30"])
            for trip in 0..<2 {
                let range = feed.patterns.range(of: Int(feed.trips.patterns[trip]))
                #expect(feed.patterns.stops[range].map { feed.stops.id(Int($0)) } == ["a", "b", "c"])
            }
        }
    }

    @Test("the end is that of feed_info.txt or of the calendars, whichever is earlier", arguments: [
        ("", "2026-12-31"), ("20260531", "2026-05-31"), ("20280101", "2026-12-31"),
    ])
    func end(date: String, last: String) throws {
        let feed = try Feeds.small(["feed_info.txt": "feed_publisher_name,feed_end_date\nA,\(date)\n"])
        #expect(feed.days.upperBound == day(last))
    }

    private static let header = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
}

/// Returns the small feed's stop times with a row more.
private func row(_ row: String) -> String { (Feeds.small["stop_times.txt"] ?? "") + row + "\n" }

private func day(_ text: String) -> LocalDate { LocalDate(iso8601: text) ?? LocalDate(daysSince1970: 0) }

private func clock(_ seconds: Int) -> String {
    let minutes = seconds / 60
    return "\(minutes / 60 < 10 ? "0" : "")\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
}
