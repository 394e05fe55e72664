/// The kind of the weather, the same for all services. The later one is the worse one on a way.
public enum WeatherCondition: String, Hashable, Sendable, CaseIterable, Comparable {
    case clear, cloudy, fog, rain, snow, dust, thunder

    public static func < (better: WeatherCondition, worse: WeatherCondition) -> Bool { better.rank < worse.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// True for thunder, dust and sand, in which nobody should be on foot or ride.
    public var isStorm: Bool { self >= .dust }

    /// Makes the condition of a code of WMO table 4677, as Open-Meteo gives it; nil for a code outside the table.
    public init?(wmo code: Int) {
        switch code {
        case 0, 1: self = .clear
        // Dust and sand in the air, and storms of them.
        case 6...9, 30...35: self = .dust
        case 2...5: self = .cloudy
        case 10...12, 28, 40...49: self = .fog
        // Lightning, thunder without rain, squalls and funnel clouds; thunder in the last hour; thunderstorms.
        case 13, 17...19, 29, 91...99: self = .thunder
        case 14...16, 20, 21, 24, 25, 27, 50...67, 80...82: self = .rain
        case 22, 23, 26, 36...39, 68...79, 83...90: self = .snow
        default: return nil
        }
    }

    /// Makes the condition of OpenWeather's `weather[].id`; nil for an unknown id.
    public init?(openWeather id: Int) {
        switch id {
        case 200...299, 771, 781: self = .thunder
        case 300...399, 500...599: self = .rain
        case 600...699: self = .snow
        // Whirls of dust, sand, dust, ash.
        case 731, 751, 761, 762: self = .dust
        case 700...799: self = .fog
        case 800, 801: self = .clear
        case 802...804: self = .cloudy
        default: return nil
        }
    }

    /// Makes the condition of MET Norway's `symbol_code`, such as `lightrainshowers_day`; nil for an unknown one.
    public init?(met symbol: String) {
        let name = symbol.split(separator: "_").first ?? ""
        if name.hasSuffix("andthunder") {
            self = .thunder
        } else if name.contains("sleet") || name.contains("snow") {
            self = .snow
        } else if name.contains("rain") {
            self = .rain
        } else {
            switch name {
            case "clearsky", "fair": self = .clear
            case "partlycloudy", "cloudy": self = .cloudy
            case "fog": self = .fog
            default: return nil
            }
        }
    }
}
