import Testing
@testable import Routing

@Suite("OSRM")
struct OSRMTests {
    private static let line = quoted(Helsinki.line5)
    private static func route(_ from: Double = 0.3, duration: String = "1003.5", line: String = line) -> String {
        """
        {"code":"Ok","routes":[{"legs":[{"steps":[],"weight":1003.5,"duration":1003.5,"distance":1379.8,"summary":""}],\
        "weight_name":"duration","geometry":\(line),"weight":1003.5,"duration":\(duration),"distance":1379.8}],\
        "waypoints":[{"location":[24.9384,60.1699],"name":"Kaivokatu","distance":\(from)},\
        {"location":[24.95,60.175],"name":"","distance":1.5}]}
        """
    }

    @Test("asks with the longitude first, and limits how far a place is moved")
    func request() throws {
        let request = try OSRM().request(for: Helsinki.question(.walk))
        #expect(request.method == "GET")
        #expect(request.path == "/route/v1/foot/24.9384,60.1699;24.95,60.175")
        #expect(request.target.hasSuffix("radiuses=1000%3B1000"))
        let matrix = try OSRM().request(for: Helsinki.matrix(.car))
        #expect(matrix.path == "/table/v1/driving/24.9384,60.1699;24.95,60.175")
        #expect(throws: RoutingError.unsupported) { try OSRM().request(for: Helsinki.question(.transit)) }
    }

    @Test("reads seconds, metres and the line")
    func answer() throws {
        let found = try OSRM().routes(in: response(Self.route()), for: Helsinki.question(.walk))
        #expect(found == [
            FoundRoute(seconds: 1004, metres: 1380, line: try RouteLine(Helsinki.line5, digits: 5))
        ])
    }

    @Test("reads a matrix, with null for a way that does not exist")
    func matrix() throws {
        let text = """
            {"code":"Ok","durations":[[0,1003.5],[null,0]],"distances":[[0,1379.8],[null,0]],\
            "sources":[{"distance":0.3},{"distance":1.5}],"destinations":[{"distance":0.3},{"distance":1.5}]}
            """
        let matrix = try OSRM().matrix(in: response(text), for: Helsinki.matrix(.walk))
        #expect(matrix == RouteMatrix(seconds: [[0, 1004], [nil, 0]], metres: [[0, 1380], [nil, 0]]))
        let short = text.replacing(",[null,0]]", with: "]")
        #expect(throws: RoutingError.wrongShape("durations")) {
            try OSRM().matrix(in: response(short), for: Helsinki.matrix(.walk))
        }
    }

    @Test("each refusal has its error", arguments: [
        (400, #"{"message":"No segment","code":"NoSegment"}"#, RoutingError.pointNotFound(index: nil)),
        (400, #"{"message":"Impossible route between points","code":"NoRoute"}"#, .noRoute),
        (400, #"{"message":"Too many table coordinates","code":"TooBig"}"#, .tooManyPlaces(limit: nil)),
        (400, #"{"message":"Invalid coordinate value.","code":"InvalidValue"}"#, .notUnderstood("InvalidValue")),
        (400, #"{"message":"<b>","code":"<script>"}"#, .notUnderstood("status 400")),
        (200, route(7_089_539), .snappedTooFar(metres: 7_089_539)),
        (200, route(duration: "null"), .wrongShape("duration")),
        (200, route(duration: "\"1003\""), .wrongShape("duration")),
        (200, route(duration: "-1"), .wrongShape("duration")),
        (200, route(duration: "1e300"), .wrongShape("duration")),
        (200, route(line: quoted(Helsinki.line6)), .wrongUnits("line")),
        (200, route(line: "\"not a line\""), .wrongShape("line")),
        (200, String(route().prefix(120)), .cutShort),
        (200, "<html><body>Welcome to nginx!</body></html>", .notJSON),
        (200, "{}", .wrongShape("code")),
        (203, route(), .changedOnTheWay),
        (502, "<html>Bad Gateway</html>", .serverFault(status: 502)),
        (404, "", .notUnderstood("status 404")),
    ] as [(Int, String, RoutingError)])
    func refusals(status: Int, text: String, error: RoutingError) {
        #expect(refusal(of: OSRM(), .walk, text, status: status) == error)
    }
}

@Suite("Valhalla")
struct ValhallaTests {
    private static func trip(units: String = "kilometers", length: String = "1.382") -> String {
        """
        {"trip":{"locations":[{"lat":60.1699,"lon":24.9384},{"lat":60.175,"lon":24.95}],"legs":[\
        {"summary":{"time":1012.7,\
        "length":\(length)},"shape":\(quoted(Helsinki.line6))}],"summary":{"time":1012.7,"length":\(length)},\
        "status_message":"Found route between points","status":0,"units":"\(units)","language":"en-US"}}
        """
    }

    @Test("asks for kilometres and a street within a kilometre")
    func request() throws {
        let request = try Valhalla().request(for: Helsinki.question(.bike))
        #expect(request.method == "POST" && request.target == "/route")
        #expect(request.text == """
            {"costing":"bicycle","directions_type":"none","locations":[\
            {"lat":60.1699,"lon":24.9384,"search_cutoff":1000},{"lat":60.175,"lon":24.95,"search_cutoff":1000}],\
            "units":"kilometers"}
            """)
    }

    @Test("reads seconds, kilometres and the line with six decimals")
    func answer() throws {
        let found = try Valhalla().routes(in: response(Self.trip()), for: Helsinki.question(.walk))
        #expect(found == [
            FoundRoute(seconds: 1013, metres: 1382, line: try RouteLine(Helsinki.line6, digits: 6))
        ])
    }

    @Test("reads a matrix")
    func matrix() throws {
        let text = """
            {"sources_to_targets":[[{"from_index":0,"to_index":0,"time":0,"distance":0},\
            {"from_index":0,"to_index":1,"time":1012,"distance":1.382}],\
            [{"from_index":1,"to_index":0,"time":null,"distance":null},\
            {"from_index":1,"to_index":1,"time":0,"distance":0}]],\
            "units":"kilometers"}
            """
        let matrix = try Valhalla().matrix(in: response(text), for: Helsinki.matrix(.walk))
        #expect(matrix == RouteMatrix(seconds: [[0, 1012], [nil, 0]], metres: [[0, 1382], [nil, 0]]))
    }

    @Test("each refusal has its error", arguments: [
        (400, #"{"error_code":154,"error":"Path distance exceeds"}"#, RoutingError.tooFar),
        (400, #"{"error_code":171,"error":"No suitable edges near location"}"#, .pointNotFound(index: nil)),
        (400, #"{"error_code":442,"error":"No path could be found for input","status_code":400}"#, .noRoute),
        (400, #"{"error_code":150,"error":"Exceeded max locations"}"#, .tooManyPlaces(limit: nil)),
        (501, #"{"error_code":141,"error":"not implemented yet","status_code":501}"#, .unsupported),
        (400, #"{"error_code":125,"error":"No costing method found"}"#, .notUnderstood("code 125")),
        (400, #"{"error_code":"154"}"#, .notUnderstood("status 400")),
        (200, trip(units: "miles"), .wrongUnits("length")),
        (200, trip(length: "null"), .wrongShape("length")),
        (200, #"{"trip":null}"#, .wrongShape("units")),
        (200, "[]", .wrongShape("units")),
        (503, "", .serverFault(status: 503)),
    ] as [(Int, String, RoutingError)])
    func refusals(status: Int, text: String, error: RoutingError) {
        #expect(refusal(of: Valhalla(), .walk, text, status: status) == error)
    }
}

@Suite("GraphHopper")
struct GraphHopperTests {
    private static func paths(time: String = "1003500") -> String {
        #"{"hints":{},"paths":[{"distance":1379.8,"weight":900.1,"time":\#(time),"transfers":0,"points_encoded":true,"#
            + #""points":\#(quoted(Helsinki.line5))}]}"#
    }

    private static func hint(_ details: String, _ index: String = "") -> String {
        #"{"message":"It failed","hints":[{"message":"It failed","details":"\#(details)"\#(index)}]}"#
    }

    @Test("asks with the latitude first, and with the key if there is one")
    func request() throws {
        let target = try GraphHopper(key: "k&y").request(for: Helsinki.question(.walk)).target
        #expect(target == """
            /route?profile=foot&point=60.1699%2C24.9384&point=60.175%2C24.95&points_encoded=true\
            &instructions=false&key=k%26y
            """)
        #expect(try !GraphHopper().request(for: Helsinki.question(.walk)).target.contains("key="))
        #expect(throws: RoutingError.unsupported) { try GraphHopper().request(for: Helsinki.matrix(.walk)) }
    }

    @Test("reads milliseconds")
    func answer() throws {
        let found = try GraphHopper().routes(in: response(Self.paths()), for: Helsinki.question(.car))
        #expect(found.map(\.seconds) == [1004] && found.map(\.metres) == [1380])
    }

    @Test("each refusal has its error", arguments: [
        (
            400,
            hint("com.graphhopper.util.exceptions.PointNotFoundException", #","point_index":1"#),
            RoutingError.pointNotFound(index: 1)
        ),
        (
            400,
            hint("com.graphhopper.util.exceptions.ConnectionNotFoundException"),
            .noRoute
        ),
        (
            400, hint("java.lang.IllegalArgumentException"),
            .notUnderstood("IllegalArgumentException")
        ),
        (401, #"{"message":"Wrong credentials."}"#, .keyRefused),
        (429, #"{"message":"API limit reached."}"#, .quotaUsedUp(retrySeconds: nil)),
        (200, #"{"paths":[]}"#, .noRoute),
        (200, #"{"paths":null}"#, .wrongShape("paths")),
        (200, paths(time: "[]"), .wrongShape("time")),
    ] as [(Int, String, RoutingError)])
    func refusals(status: Int, text: String, error: RoutingError) {
        #expect(refusal(of: GraphHopper(), .car, text, status: status) == error)
    }
}

@Suite("openrouteservice")
struct OpenRouteServiceTests {
    private static func routes(distance: String = "1379.8") -> String {
        """
        {"bbox":[24.93,60.16,24.96,60.18],"routes":[{"summary":{"distance":\(distance),"duration":1003.5},\
        "geometry":\(quoted(Helsinki.line5)),"way_points":[0,1]}],"metadata":{"service":"routing"}}
        """
    }

    @Test("asks with the longitude first and the key in a header")
    func request() throws {
        let request = try OpenRouteService(key: "secret").request(for: Helsinki.question(.walk))
        #expect(request.target == "/v2/directions/foot-walking")
        #expect(request.header("Authorization") == "secret")
        #expect(request.text == """
            {"coordinates":[[24.9384,60.1699],[24.95,60.175]],"instructions":false,"radiuses":[1000,1000],"units":"m"}
            """)
    }

    @Test("reads a way and a matrix")
    func answer() throws {
        let engine = OpenRouteService()
        let found = try engine.routes(in: response(Self.routes()), for: Helsinki.question(.walk))
        #expect(found.map(\.seconds) == [1004] && found.map(\.metres) == [1380])
        let text = """
            {"durations":[[0.0,1003.5],[1003.5,0.0]],"distances":[[0,1379.8],[1379.8,0]],\
            "sources":[{"location":[24.9,60.2],"snapped_distance":0.4},{"location":[24.9,60.2],"snapped_distance":2}],\
            "destinations":[{"location":[24.9,60.2]},{"location":[24.9,60.2],"snapped_distance":2}]}
            """
        let matrix = try engine.matrix(in: response(text), for: Helsinki.matrix(.walk))
        #expect(matrix.seconds == [[0, 1004], [1004, 0]])
        let lost = text.replacing(#"{"location":[24.9,60.2]}"#, with: "null")
        #expect(throws: RoutingError.pointNotFound(index: nil)) {
            try engine.matrix(in: response(lost), for: Helsinki.matrix(.walk))
        }
    }

    @Test("each refusal has its error", arguments: [
        (
            404,
            #"{"error":{"code":2010,"message":"Could not find routable point of specified coordinate 1: 0.0 0.0"}}"#,
            RoutingError.pointNotFound(index: 1)
        ),
        (400, #"{"error":{"code":2004,"message":"The approximated route distance must not be greater"}}"#, .tooFar),
        (404, #"{"error":{"code":2009,"message":"Route could not be found"}}"#, .noRoute),
        (500, #"{"error":{"code":2099,"message":"Unable to compute a route"}}"#, .serverFault(status: 2099)),
        (400, #"{"error":{"code":2003,"message":"Parameter"}}"#, .notUnderstood("code 2003")),
        (429, #"{"error":"Rate Limit Exceeded"}"#, .quotaUsedUp(retrySeconds: nil)),
        (403, #"{"error":"Quota exceeded"}"#, .quotaUsedUp(retrySeconds: nil)),
        (403, #"{"error":"Access to this API has been disallowed"}"#, .keyRefused),
        (503, "<html><h1>503 Service Unavailable</h1></html>", .serverFault(status: 503)),
        (200, #"{"routes":[{"summary":{}}]}"#, .wrongShape("duration")),
        (200, routes(distance: "{}"), .wrongShape("distance")),
    ] as [(Int, String, RoutingError)])
    func refusals(status: Int, text: String, error: RoutingError) {
        #expect(refusal(of: OpenRouteService(), .walk, text, status: status) == error)
    }

    @Test("the rest that a server wants is read", arguments: [("17", 17), ("0", 1), ("999999999", 86_400)])
    func retryAfter(header: String, seconds: Int) {
        #expect(refusal(of: OpenRouteService(), .walk, "{}", status: 429, retryAfter: header)
            == .quotaUsedUp(retrySeconds: seconds))
    }
}
