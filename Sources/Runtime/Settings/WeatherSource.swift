/// The service that is asked for forecasts, by the settings.
public struct WeatherSource: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable {
        case none
        case openMeteo = "open-meteo"
        case openWeather = "openweather"
        case metNorway = "met-norway"

        /// The address of the public service; empty for none.
        fileprivate var publicAddress: String {
            switch self {
            case .none: ""
            case .openMeteo: "https://api.open-meteo.com"
            case .openWeather: "https://api.openweathermap.org"
            case .metNorway: "https://api.met.no"
            }
        }
    }

    public let kind: Kind
    /// The address, without a slash at its end; empty for none.
    public let address: String

    public static let none = WeatherSource(kind: .none, address: "")

    private init(kind: Kind, address: String) {
        self.kind = kind
        self.address = address
    }

    /// Reads a service: its name, and behind a space the address of a server of one's own.
    ///
    /// - Returns: nil if it cannot be read.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard let kind = words.first.flatMap({ Kind(rawValue: String($0)) }), words.count <= (kind == .none ? 1 : 2)
        else { return nil }
        var address = words.count == 2 ? String(words[1]) : kind.publicAddress
        while address.hasSuffix("/") { address.removeLast() }
        self.init(kind: kind, address: address)
        guard kind == .none || address.wholeMatch(of: /https:\/\/[^@?\x00-\x20]+/) != nil || isHere else { return nil }
    }

    /// The host of the service; nil for none.
    public var host: String? { hostOfAddress(address) }

    /// True if the service runs on this machine: nothing leaves it.
    public var isHere: Bool { isThisMachine(host) }
}
