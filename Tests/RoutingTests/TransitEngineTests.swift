import Testing
@testable import Routing

/// The way that all these engines answer: 5 min on foot, the M1 for 8 min, 2 min on foot, there at 08:28.
private func check(_ route: FoundRoute) {
    #expect(route.seconds == 900)
    #expect(route.legs.map(\.isRide) == [false, true, false])
    #expect(route.legs.map(\.seconds) == [300, 480, 120])
    #expect(route.changes == 0)
    #expect(route.legs[1].lineName == "M1")
    #expect(route.departs == moment(rfc3339: "2026-11-27T08:13:00+02:00"))
    #expect(route.arrives == moment(rfc3339: "2026-11-27T08:28:00+02:00"))
}

@Suite("OpenTripPlanner 2")
struct OpenTripPlannerTests {
    private static func plan(duration: String = "900") -> String {
        """
        {"data":{"planConnection":{"edges":[{"node":{"start":"2026-11-27T08:13:00+02:00",\
        "end":"2026-11-27T08:28:00+02:00",\
        "duration":\(duration),"legs":[\
        {"mode":"WALK","duration":300.0,"distance":350.2,"from":{"name":"Origin"},"to":{"name":"Rautatientori"},\
        "route":null,\
        "legGeometry":{"points":\(quoted(Helsinki.line5))}},\
        {"mode":"SUBWAY","duration":480,"distance":900,"headsign":"Vuosaari","from":{"name":"Rautatientori"},\
        "to":{"name":"Hakaniemi"},"route":{"shortName":"M1","longName":null},"legGeometry":null},\
        {"mode":"WALK","duration":120,"distance":100,"from":{"name":"Hakaniemi"},"to":{"name":"Destination"},\
        "route":null,\
        "legGeometry":null}]}}],"routingErrors":[]}}}
        """
    }

    private static func noWay(_ code: String) -> String {
        #"{"data":{"planConnection":{"edges":[],"routingErrors":[{"code":"\#(code)"}]}}}"#
    }

    @Test("asks for the latest arrival, in UTC")
    func request() throws {
        let text = try OpenTripPlanner().request(for: Helsinki.question(.transit)).text
        #expect(text.contains(#""moment":{"latestArrival":"2026-11-27T06:30:00Z"}"#))
        #expect(text.contains(#""from":{"location":{"coordinate":{"latitude":60.1699,"longitude":24.9384}}}"#))
        let later = try OpenTripPlanner().request(for: Helsinki.question(.transit, .depart(Helsinki.morning))).text
        #expect(later.contains(#""earliestDeparture":"2026-11-27T06:30:00Z""#))
    }

    @Test("reads legs with the names of lines and stops")
    func answer() throws {
        let found = try OpenTripPlanner().routes(in: response(Self.plan()), for: Helsinki.question(.transit))
        check(try #require(found.first))
        #expect(found[0].metres == 1350)
        #expect(found[0].legs[1].from == "Rautatientori" && found[0].legs[1].towards == "Vuosaari")
        #expect(found[0].legs[0].line?.points().count == 2)
    }

    @Test("each refusal has its error", arguments: [
        (200, #"{"errors":[{"message":"x"}],"data":null}"#, RoutingError.notUnderstood("an error of GraphQL")),
        (200, noWay("OUTSIDE_SERVICE_PERIOD"), .outsideTimetable),
        (200, noWay("OUTSIDE_BOUNDS"), .pointNotFound(index: nil)),
        (200, noWay("NO_TRANSIT_CONNECTION"), .noRoute),
        (200, #"{"data":{"planConnection":{"edges":[],"routingErrors":[]}}}"#, .noRoute),
        (200, #"{"data":{"planConnection":null}}"#, .wrongShape("edges")),
        (200, plan(duration: "900000"), .wrongUnits("duration")),
        (200, plan(duration: "null"), .wrongShape("duration")),
        (404, "", .notUnderstood("status 404")),
    ] as [(Int, String, RoutingError)])
    func refusals(status: Int, text: String, error: RoutingError) {
        #expect(refusal(of: OpenTripPlanner(), .transit, text, status: status) == error)
    }
}

@Suite("MOTIS 2")
struct MOTISTests {
    private static func plan(digits: Int = 7, precision: String = "") -> String {
        let line = [5: Helsinki.line5, 6: Helsinki.line6, 7: Helsinki.line7][digits] ?? ""
        return """
            {"direct":[],"itineraries":[{"duration":900,"startTime":"2026-11-27T06:13:00Z",\
            "endTime":"2026-11-27T06:28:00Z",\
            "transfers":0,"legs":[{"mode":"WALK","from":{"name":"START"},"to":{"name":"Rautatientori"},"duration":300,\
            "distance":350,"legGeometry":{"points":\(quoted(line)),"length":2\(precision)}},\
            {"mode":"SUBWAY","from":{"name":"Rautatientori"},"to":{"name":"Hakaniemi"},"duration":480,\
            "headsign":"Vuosaari",\
            "routeShortName":"M1","legGeometry":{"points":\(quoted(line)),"length":2\(precision)}},\
            {"mode":"WALK","from":{"name":"Hakaniemi"},"to":{"name":"END"},"duration":120,"distance":100,\
            "legGeometry":{"points":\(quoted(line)),"length":2\(precision)}}]}],"nextPageCursor":"LATER"}
            """
    }

    @Test("asks with the latitude first and in UTC")
    func request() throws {
        let target = try MOTIS().request(for: Helsinki.question(.transit)).target
        #expect(target.hasPrefix("/api/v1/plan?fromPlace=60.1699%2C24.9384&toPlace=60.175%2C24.95"))
        #expect(target.contains("time=2026-11-27T06%3A30%3A00Z&arriveBy=true"))
    }

    @Test("reads lines with seven decimals, or as many as the answer says", arguments: [
        (7, ""), (6, #","precision":6"#),
    ])
    func answer(digits: Int, precision: String) throws {
        let text = Self.plan(digits: digits, precision: precision)
        let route = try #require(try MOTIS().routes(in: response(text), for: Helsinki.question(.transit)).first)
        check(route)
        let first = try #require(route.legs[0].line?.points().first)
        #expect(abs(first.latitude - 60.1699) < 1e-6 && abs(first.longitude - 24.9384) < 1e-6)
    }

    @Test("each refusal has its error", arguments: [
        (200, #"{"direct":[{"duration":900}],"itineraries":[]}"#, RoutingError.noRoute),
        (200, plan().replacing(#""duration":900"#, with: #""duration":15"#), .wrongUnits("duration")),
        (200, plan().replacing(#""2026-11-27T06:13:00Z""#, with: "1795759980000"), .wrongShape("startTime")),
        (200, plan(precision: #","precision":1"#), .wrongUnits("line")),
        (500, "internal error", .serverFault(status: 500)),
    ] as [(Int, String, RoutingError)])
    func refusals(status: Int, text: String, error: RoutingError) {
        #expect(refusal(of: MOTIS(), .transit, text, status: status) == error)
    }
}

@Suite("Public transport of GraphHopper")
struct GraphHopperTransitTests {
    private static let paths = """
        {"paths":[{"time":900000,"distance":1350.0,"transfers":0,"legs":[\
        {"type":"walk","departure_time":"2026-11-27T06:13:00.000+00:00","arrival_time":"2026-11-27T06:18:00.000+00:00",\
        "distance":350.0},\
        {"type":"pt","feed_id":"gtfs_0","trip_id":"t","route_id":"M1","trip_headsign":"Vuosaari","distance":900.0,\
        "travel_time":480000,"stops":[{"stop_name":"Rautatientori","departure_time":"2026-11-27T06:18:00.000+00:00"},\
        {"stop_name":"Hakaniemi","arrival_time":"2026-11-27T06:26:00.000+00:00"}]},\
        {"type":"walk","departure_time":"2026-11-27T06:26:00.000+00:00","arrival_time":"2026-11-27T06:28:00.000+00:00",\
        "distance":100.0}]}]}
        """

    @Test("asks for an arrival by the parameter that has the name of the departure")
    func request() throws {
        let target = try GraphHopperTransit().request(for: Helsinki.question(.transit)).target
        #expect(target.contains("pt.earliest_departure_time=2026-11-27T06%3A30%3A00Z&pt.arrive_by=true"))
    }

    @Test("reads legs; a way on foot alone is none")
    func answer() throws {
        let found = try GraphHopperTransit().routes(in: response(Self.paths), for: Helsinki.question(.transit))
        check(try #require(found.first))
        let onFoot = Self.paths.replacing(#""type":"pt""#, with: #""type":"walk""#)
        #expect(refusal(of: GraphHopperTransit(), .transit, onFoot) == .noRoute)
        let untimed = Self.paths.replacing("arrival_time", with: "arrival")
        #expect(refusal(of: GraphHopperTransit(), .transit, untimed) == .wrongShape("departure_time"))
    }
}

@Suite("Google Routes")
struct GoogleRoutesTests {
    private static let line = quoted(Helsinki.line5)
    private static let drive = """
        {"routes":[{"distanceMeters":1380,"duration":"930s","polyline":{"encodedPolyline":\(line)}}]}
        """
    private static let transit = """
        {"routes":[{"distanceMeters":1350,"duration":"900s","polyline":{"encodedPolyline":\(line)},"legs":[{"steps":[\
        {"distanceMeters":150,"staticDuration":"100s","travelMode":"WALK"},\
        {"distanceMeters":200,"staticDuration":"200s","travelMode":"WALK"},\
        {"distanceMeters":900,"staticDuration":"480s","travelMode":"TRANSIT","transitDetails":{"headsign":"Vuosaari",\
        "stopDetails":{"departureStop":{"name":"Rautatientori"},"departureTime":"2026-11-27T06:18:00Z",\
        "arrivalStop":{"name":"Hakaniemi"},"arrivalTime":"2026-11-27T06:26:00Z"},\
        "transitLine":{"name":"Metro","nameShort":"M1"}}},\
        {"distanceMeters":100,"staticDuration":"120s","travelMode":"WALK"}]}]}]}
        """

    @Test("asks for an arrival only with public transport, and for traffic only in a car")
    func request() throws {
        let car = try GoogleRoutes(key: "k").request(for: Helsinki.question(.car))
        #expect(car.target == "/directions/v2:computeRoutes")
        #expect(car.header("X-Goog-Api-Key") == "k")
        #expect(car.header("X-Goog-FieldMask")?.hasPrefix("routes.duration,routes.distanceMeters") == true)
        #expect(car.text.contains(#""departureTime":"2026-11-27T06:14:00Z""#) && !car.text.contains("arrivalTime"))
        let bus = try GoogleRoutes(key: "k").request(for: Helsinki.question(.transit)).text
        #expect(bus.contains(#""arrivalTime":"2026-11-27T06:30:00Z""#) && !bus.contains("departureTime"))
        let walk = try GoogleRoutes(key: "k").request(for: Helsinki.question(.walk)).text
        #expect(!walk.contains("Time") && !walk.contains("routingPreference"))
        #expect(try GoogleRoutes(key: "k").request(for: Helsinki.matrix(.walk)).cost == 4)
    }

    @Test("reads a duration that is a text, and the steps of public transport")
    func answer() throws {
        let engine = GoogleRoutes(key: "k")
        let found = try engine.routes(in: response(Self.drive), for: Helsinki.question(.car))
        #expect(found.map(\.seconds) == [930] && found[0].legs.isEmpty)
        check(try #require(try engine.routes(in: response(Self.transit), for: Helsinki.question(.transit)).first))
    }

    @Test("reads a matrix whose elements come in any order")
    func matrix() throws {
        let elements = [
            #"{"originIndex":1,"destinationIndex":1,"status":{},"condition":"ROUTE_EXISTS","duration":"0s"}"#,
            #"{"destinationIndex":1,"status":{},"condition":"ROUTE_EXISTS","duration":"930s","distanceMeters":1380}"#,
            #"{"originIndex":1,"destinationIndex":0,"status":{},"condition":"ROUTE_NOT_FOUND"}"#,
            #"{"status":{},"condition":"ROUTE_EXISTS","duration":"0s"}"#,
        ]
        let engine = GoogleRoutes(key: "k")
        func read(_ elements: [String]) throws -> RouteMatrix {
            try engine.matrix(in: response("[" + elements.joined(separator: ",") + "]"), for: Helsinki.matrix(.car))
        }
        #expect(try read(elements) == RouteMatrix(seconds: [[0, 930], [nil, 0]], metres: [[0, 1380], [nil, 0]]))
        #expect(throws: RoutingError.cutShort) { try read(Array(elements.dropFirst())) }
        #expect(throws: RoutingError.wrongShape("originIndex")) { try read(elements + [elements[0]]) }
        #expect(throws: RoutingError.wrongShape("originIndex")) {
            try read([elements[0].replacing(#""originIndex":1"#, with: #""originIndex":9"#)])
        }
    }

    @Test("each refusal has its error", arguments: [
        (200, "{}", RoutingError.noRoute),
        (200, #"{"routes":[{"duration":930,"distanceMeters":1}]}"#, .wrongShape("duration")),
        (200, #"{"routes":[{"duration":"930 min","distanceMeters":1}]}"#, .wrongUnits("duration")),
        (200, drive.replacing(#"{"routes""#, with: #"{"fallbackInfo":{"reason":"X"},"routes""#), .notAsAsked),
        (
            400,
            #"{"error":{"code":400,"status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#,
            .keyRefused
        ),
        (403, #"{"error":{"code":403,"message":"x","status":"PERMISSION_DENIED"}}"#, .keyRefused),
        (429, #"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}"#, .quotaUsedUp(retrySeconds: nil)),
        (400, #"[{"error":{"code":400,"status":"INVALID_ARGUMENT"}}]"#, .notUnderstood("INVALID_ARGUMENT")),
        (500, #"{"error":{"code":500,"message":"x","status":"INTERNAL"}}"#, .serverFault(status: 500)),
    ] as [(Int, String, RoutingError)])
    func refusals(status: Int, text: String, error: RoutingError) {
        #expect(refusal(of: GoogleRoutes(key: "k"), .car, text, status: status) == error)
    }
}
