import CivilTime
import PrayerTimes
import Testing
@testable import Transit

@Suite("Journeys by a timetable")
struct JourneyTests {
    @Test("begin with the next departure and end with the last that arrives in time")
    func small() throws {
        let network = TransitNetwork(try Feeds.small([:])), feed = network.feed
        for (clock, expected) in [("07:50", "08:00 08:10"), ("08:00", "08:00 08:10"), ("08:01", "08:30 08:40")] {
            #expect(times(network, "a", "c", .leaving(feed.moment("2026-06-03 \(clock)"))) == expected)
        }
        for (clock, expected) in [
            ("08:09", nil), ("08:10", "08:00 08:10"), ("08:39", "08:00 08:10"), ("08:40", "08:30 08:40"),
        ] {
            #expect(times(network, "a", "c", .arriving(by: feed.moment("2026-06-03 \(clock)"))) == expected)
        }
        #expect(times(network, "a", "c", .leaving(feed.moment("2026-06-03 08:31"))) == nil)
        #expect(times(network, "c", "a", .leaving(feed.moment("2026-06-03 07:50"))) == nil)
        // A Saturday.
        #expect(times(network, "a", "c", .leaving(feed.moment("2026-06-06 07:50"))) == nil)
    }

    @Test("name the line, where it goes and the stops between")
    func ride() throws {
        let network = TransitNetwork(try Feeds.small([:])), feed = network.feed
        let journey = network.journey("a", "c", .leaving(feed.moment("2026-06-03 07:50")))
        guard case .ride(let ride)? = journey?.legs.first else {
            Issue.record("no ride: \(String(describing: journey))")
            return
        }
        #expect(journey?.legs.count == 1)
        #expect(journey?.changes == 0)
        #expect(ride.line.name == "7")
        #expect(ride.headsign == "Delta")
        #expect(ride.stopsBetween.map(feed.stops.name) == ["Beta"])
    }

    /// A feeder from a to b at 8:00, and trips from b to d at the times of the arguments.
    private func changing(_ departures: [String], transfers: String? = nil) throws -> TransitNetwork {
        var rows = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
            + "f,08:00:00,08:00:00,a,1\nf,08:10:00,08:10:00,b,2\n"
        var trips = "route_id,service_id,trip_id\n7,week,f\n"
        for (number, time) in departures.enumerated() {
            let stop = time.last ?? "b", clock = time.dropLast()
            rows += "t\(number),\(clock):00,\(clock):00,\(stop),1\nt\(number),09:0\(number):00,09:0\(number):00,d,2\n"
            trips += "9,week,t\(number)\n"
        }
        return TransitNetwork(try Feeds.small([
            "stop_times.txt": rows, "trips.txt": trips, "transfers.txt": transfers,
        ]))
    }

    @Test("leave two minutes for a change, or what the feed says", arguments: [
        (["08:11b", "08:12b"], nil, "09:01"),
        (["08:12b", "08:11b"], nil, "09:00"),
        (["08:14b", "08:15b"], "b,b,2,300", "09:01"),
        (["08:10b", "08:11b"], "b,b,2,60", "09:01"),
        (["08:30b"], "b,b,3,", nil),
        (["08:13c", "08:14c"], "b,c,2,240", "09:01"),
        (["08:30c"], nil, nil),
        (["08:30c"], "b,c,3,", nil),
        (["08:10c", "08:11c"], "b,c,1,", "09:01"),
        // A kilometre along the ground, 1.3 km along streets: more than 17 minutes on foot.
        (["08:27c", "08:28c"], "b,c,0,", "09:01"),
    ] as [([String], String?, String?)])
    func changes(departures: [String], transfer: String?, expected: String?) throws {
        let header = "from_stop_id,to_stop_id,transfer_type,min_transfer_time\n"
        let network = try changing(departures, transfers: transfer.map { header + $0 + "\n" })
        let journey = network.journey("a", "d", .leaving(network.feed.moment("2026-06-03 07:50")))
        #expect(network.feed.clock(journey?.arrival) == expected)
        guard let journey else { return }
        #expect(journey.changes == 1)
        let back = network.journey("a", "d", .arriving(by: journey.arrival))
        #expect(back?.departure == network.feed.moment("2026-06-03 08:00"))
        #expect(back?.legs == journey.legs)
    }

    @Test("join platforms of a station, and stops near each other, on foot")
    func platforms() throws {
        let stops = """
            stop_id,stop_name,stop_lat,stop_lon,parent_station,location_type
            a,Alpha,60.170,24.940,,0
            B,Beta,60.179,24.940,,1
            b,,60.179,24.940,B,0
            c,,60.1791,24.940,B,0
            d,Delta,60.197,24.940,,0

            """
        let rows = """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            f,08:00:00,08:00:00,a,1
            f,08:10:00,08:10:00,b,2
            t,08:12:00,08:12:00,c,1
            t,08:20:00,08:20:00,d,2

            """
        let trips = "route_id,service_id,trip_id\n7,week,f\n9,week,t\n"
        for metres in [0.0, 400] {
            let feed = try Feeds.small(["stops.txt": stops, "stop_times.txt": rows, "trips.txt": trips])
            let network = TransitNetwork(feed, ChangeRules(walkMetres: metres))
            let journey = network.journey("a", "d", .leaving(feed.moment("2026-06-03 07:50")))
            #expect(feed.clock(journey?.arrival) == "08:20")
            #expect(journey?.legs.count == 3)
            #expect(feed.stops.name(feed.stop("c")) == "Beta")
        }
    }

    @Test("do not get on or off where the trip forbids it", arguments: [
        ("b", "c", "1,0", nil), ("a", "b", "1,0", "08:05"), ("a", "b", "0,1", nil), ("b", "c", "0,1", "08:10"),
        ("b", "c", "2,3", "08:10"),
    ] as [(String, String, String, String?)])
    func closed(from: String, to: String, types: String, arrival: String?) throws {
        let text = (Feeds.small["stop_times.txt"] ?? "").split(separator: "\n").enumerated().map { index, line in
            "\(line),\(index == 0 ? "pickup_type,drop_off_type" : line.contains(",b,") ? types : "0,0")\n"
        }
        let network = TransitNetwork(try Feeds.small(["stop_times.txt": text.joined()]))
        let feed = network.feed
        let moments = (feed.moment("2026-06-03 07:50"), feed.moment("2026-06-03 08:12"))
        for time in [JourneyTime.leaving(moments.0), .arriving(by: moments.1)] {
            #expect(feed.clock(network.journey(from, to, time)?.arrival) == arrival)
        }
    }

    private func times(_ network: TransitNetwork, _ from: String, _ to: String, _ time: JourneyTime) -> String? {
        guard let journey = network.journey(from, to, time), let departure = network.feed.clock(journey.departure),
              let arrival = network.feed.clock(journey.arrival)
        else { return nil }
        return "\(departure) \(arrival)"
    }
}
