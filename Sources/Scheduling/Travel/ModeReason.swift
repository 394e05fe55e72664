/// Says why a mode is out for a way.
public enum ModeReason: Hashable, Sendable {
    /// Neither the event nor the person's choices allow it.
    case notAllowed
    case notOwned
    /// No service of shared vehicles is switched on.
    case noService
    case tooFar(metres: Int, limit: Int)
    /// The way begins or ends outside the minutes of the day in which the person takes public transport.
    case transitHours(Range<Int>)
    case strike
    /// Thunder, dust or sand.
    case storm
    /// Percent, and millimetres in an hour; nil if the forecast does not have them.
    case rain(chance: Double?, millimetres: Double?)
    /// Kilometres an hour.
    case wind(gust: Double, limit: Double)
    /// The temperature as a person feels it, and the limit. Fasting lowers the limit.
    case heat(degrees: Double, limit: Double, isFasting: Bool)
    case cold(degrees: Double, limit: Double)
    /// The sun between 12 and 15 in the summer of the Gulf.
    case noonSun

    /// The name of the reason in texts and in the API.
    public var name: String {
        switch self {
        case .notAllowed: "not-allowed"
        case .notOwned: "not-owned"
        case .noService: "no-service"
        case .tooFar: "too-far"
        case .transitHours: "transit-hours"
        case .strike: "strike"
        case .storm: "storm"
        case .rain: "rain"
        case .wind: "wind"
        case .heat: "heat"
        case .cold: "cold"
        case .noonSun: "noon-sun"
        }
    }

    /// True if only the weather speaks against the mode. Whoever has no other way may go all the same.
    public var isWeather: Bool {
        switch self {
        case .storm, .rain, .wind, .heat, .cold, .noonSun: true
        case .notAllowed, .notOwned, .noService, .tooFar, .transitHours, .strike: false
        }
    }
}
