import CivilTime
import Weather

/// A rule by which a mode can be out: a row of the table.
struct ModeRule: Sendable {
    let modes: Set<TravelMode>
    /// Returns the reason; nil if the rule does not speak against the way.
    let reason: @Sendable (ModeQuestion) -> ModeReason?

    init(_ modes: Set<TravelMode>, _ reason: @escaping @Sendable (ModeQuestion) -> ModeReason?) {
        self.modes = modes
        self.reason = reason
    }
}

/// A way at a time, with all that the rules ask about it.
struct ModeQuestion {
    let way: TravelWay
    let modes: Modes
    /// The local times of departure and arrival.
    let leaving: LocalDateTime, arriving: LocalDateTime
    /// The worst weather on the way; nil if there is no forecast to use.
    let weather: WorstWeather?
    let isFasting: Bool

    var wishes: TravelWishes { modes.wishes }
    var figures: TravelFigures { modes.wishes.figures }
    /// The metres in the open air on foot.
    var walked: Double { Double(way.walkedMetres ?? 0) }
}

extension ModeRule {
    private static let all = Set(TravelMode.allCases)
    /// The modes of which a part is on foot and may be long.
    private static let onFoot: Set<TravelMode> = [.walk, .transit]

    /// The rules, in the order in which their reasons are shown.
    static let table: [ModeRule] = [
        ModeRule(all) { question in
            let mode = question.way.mode
            return question.wishes.modes.contains(mode) && question.modes.allowed.contains(mode) ? nil : .notAllowed
        },
        ModeRule([.bike]) { $0.wishes.ownsBike ? nil : .notOwned },
        ModeRule([.car]) { $0.wishes.ownsCar ? nil : .notOwned },
        ModeRule([.shared]) { $0.wishes.hasSharedService ? nil : .noService },
        ModeRule(all) { question in
            let limit = Int(question.figures[question.way.mode.farthest])
            return question.way.metres <= limit ? nil : .tooFar(metres: question.way.metres, limit: limit)
        },
        ModeRule([.transit], transitHours),
        ModeRule([.transit]) { question in
            let days = question.modes.day.strikes
            return days.contains(question.leaving.date) || days.contains(question.arriving.date) ? .strike : nil
        },
        ModeRule([.walk, .bike]) { $0.weather?.condition?.isStorm == true ? .storm : nil },
        ModeRule(onFoot) { question in
            guard question.walked > question.figures[.dryWalkFrom] else { return nil }
            return rain(question, chance: .walkRainChance, amount: .walkRain)
        },
        ModeRule([.bike]) { rain($0, chance: .rideRainChance, amount: .rideRain) },
        ModeRule([.bike]) { question in
            guard let gust = question.weather?.gust, gust >= question.figures[.rideGust] else { return nil }
            return .wind(gust: gust, limit: question.figures[.rideGust])
        },
        ModeRule(onFoot, walkHeat),
        ModeRule([.bike]) { heat($0, from: .rideHeat) },
        ModeRule([.walk, .bike], noonSun),
        ModeRule(onFoot) { question in
            guard question.walked > question.figures[.longWalk] else { return nil }
            return cold(question, below: .walkCold)
        },
        ModeRule([.bike]) { cold($0, below: .rideCold) },
    ]

    private static func transitHours(_ question: ModeQuestion) -> ModeReason? {
        let hours = question.wishes.transitHours
        func isIn(_ moment: LocalDateTime, isEnd: Bool) -> Bool {
            // A way may arrive exactly as the hours end. Hours over midnight are those of the day before, too.
            [moment.minuteOfDay, moment.minuteOfDay + 1_440].contains { minute in
                hours.contains(minute) || isEnd && minute == hours.upperBound && moment.second == 0
            }
        }
        let isIn = isIn(question.leaving, isEnd: false) && isIn(question.arriving, isEnd: true)
        return isIn ? nil : .transitHours(hours)
    }

    private static func rain(_ question: ModeQuestion, chance: TravelFigure, amount: TravelFigure) -> ModeReason? {
        guard let weather = question.weather else { return nil }
        let isWet = weather.rainChance.map { $0 >= question.figures[chance] } ?? false
            || weather.rain.map { $0 >= question.figures[amount] } ?? false
        return isWet ? .rain(chance: weather.rainChance, millimetres: weather.rain) : nil
    }

    /// Refuses long walks first, and short ones in more heat.
    private static func walkHeat(_ question: ModeQuestion) -> ModeReason? {
        if question.walked > question.figures[.longWalk] { return heat(question, from: .longWalkHeat) }
        return question.walked > question.figures[.shortWalk] ? heat(question, from: .shortWalkHeat) : nil
    }

    private static func heat(_ question: ModeQuestion, from figure: TravelFigure) -> ModeReason? {
        let limit = question.figures[figure] - (question.isFasting ? question.figures[.fastingHeat] : 0)
        guard let degrees = question.weather?.hottest, degrees >= limit else { return nil }
        return .heat(degrees: degrees, limit: limit, isFasting: question.isFasting)
    }

    private static func cold(_ question: ModeQuestion, below figure: TravelFigure) -> ModeReason? {
        guard let degrees = question.weather?.coldest, degrees < question.figures[figure] else { return nil }
        return .cold(degrees: degrees, limit: question.figures[figure])
    }

    /// Refuses what the Saudi rule for work in the sun forbids: 12 to 15 o'clock, from 15 June to 15 September. A
    /// forecast of a cool noon, as in the mountains, allows it.
    private static func noonSun(_ question: ModeQuestion) -> ModeReason? {
        guard question.modes.day.hasNoonRule,
              question.way.mode == .bike || question.walked > question.figures[.longWalk],
              question.weather?.hottest.map({ $0 >= question.figures[.noonHeat] }) ?? true
        else { return nil }
        let date = question.leaving.date
        let isSummer = (615...915).contains(date.month * 100 + date.day)
        let touchesNoon = question.leaving.minuteOfDay < 15 * 60
            && (question.arriving.date > date || question.arriving.minuteOfDay > 12 * 60)
        return isSummer && touchesNoon ? .noonSun : nil
    }
}

extension TravelMode {
    /// The figure of the longest way.
    var farthest: TravelFigure {
        switch self {
        case .walk: .farthestWalk
        case .bike: .farthestRide
        case .transit: .farthestTransit
        case .shared: .farthestShared
        case .car: .farthestDrive
        }
    }
}
