/// The source of the times of ways, for one way of travelling.
public struct TravelSource: Sendable, Hashable {
    /// The kinds of sources. All but the estimate are engines that answer over HTTP.
    public enum Kind: String, Sendable, CaseIterable {
        /// The estimate from the straight line, which asks nobody.
        case estimate
        case osrm, valhalla, graphhopper, openrouteservice, opentripplanner, motis, google

        /// True for engines that know public transport, but not streets alone.
        var isForTransitOnly: Bool { self == .opentripplanner || self == .motis }
        /// True for engines that know public transport.
        var knowsTransit: Bool { isForTransitOnly || self == .graphhopper || self == .google }

        /// The address of the public service; nil for engines that everybody runs alone.
        var publicAddress: String? {
            switch self {
            case .graphhopper: "https://graphhopper.com/api/1"
            case .openrouteservice: "https://api.openrouteservice.org"
            case .google: "https://routes.googleapis.com"
            case .estimate, .osrm, .valhalla, .opentripplanner, .motis: nil
            }
        }
    }

    public let kind: Kind
    /// The address of the engine, without a slash at its end; empty for the estimate.
    public let address: String

    public static let estimate = TravelSource(kind: .estimate, address: "")

    private init(kind: Kind, address: String) {
        self.kind = kind
        self.address = address
    }

    /// Reads a source: a kind, and the address of the engine behind a space.
    ///
    /// - Throws: the part of a sentence about what is wrong.
    init(_ text: String, isTransit: Bool) throws(Problem) {
        let words = text.split(separator: " ")
        guard let kind = words.first.flatMap({ Kind(rawValue: String($0)) }), words.count <= 2 else {
            let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem("must be one of \(kinds), with the address of the engine behind a space")
        }
        if kind == .estimate, words.count == 1 {
            self = .estimate
            return
        }
        guard var address = words.count == 2 ? String(words[1]) : kind.publicAddress, kind != .estimate,
            address.wholeMatch(of: /https?:\/\/[\x21-\x7e]+/) != nil, !address.contains("@"), !address.contains("?")
        else { throw Problem("must name the address of the engine, as osrm http://127.0.0.1:5000") }
        guard isTransit ? kind.knowsTransit : !kind.isForTransitOnly else {
            throw Problem("names an engine that does not do that way of travelling")
        }
        while address.hasSuffix("/") { address.removeLast() }
        self.init(kind: kind, address: address)
        guard address.hasPrefix("https://") || isHere else {
            throw Problem("must begin with https://, unless the engine runs on this machine")
        }
    }

    /// A sentence about the text of a source that cannot be read.
    struct Problem: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }

    /// The host of the engine; nil for the estimate.
    public var host: String? {
        guard let rest = address.split(separator: "/").dropFirst().first else { return nil }
        if rest.hasPrefix("[") { return String(rest.prefix { $0 != "]" }) + "]" }
        return String(rest.prefix { $0 != ":" })
    }

    /// True if the engine runs on this machine: nothing leaves it.
    public var isHere: Bool {
        guard let host else { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return host == "localhost" || host == "[::1]"
            || numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}

extension Config {
    /// The sources of all ways of travelling.
    public var travelSources: [TravelSource] { [travelWalk, travelBike, travelCar, travelTransit] }
}
