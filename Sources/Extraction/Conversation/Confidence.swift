import CivilTime

/// The parts of a message that make what was agreed near it less sure.
struct Tone: Sendable {
    let laughs: Bool
    /// True for a day, an hour or a plan that is refused.
    let refuses: Bool
    /// The days and the hours, of a half day, that it named.
    let days: [LocalDate]
    let hours: [Int]

    init(_ turn: Turn) {
        let readings = turn.reading.times.filter { !$0.expression.isVague }.map(\.expression.best)
        days = readings.filter { !$0.isDayImplied }.compactMap(\.date)
        hours = readings.compactMap { $0.minute.map { $0 % 720 } }
        laughs = turn.marks.contains(.laugh)
        refuses = turn.reading.has([.refusePlan, .refuseValue, .no])
    }
}

/// A reason to be less sure of an agreement.
enum Caution: CaseIterable {
    case openDay, noDay, noHour, night, openHalf, twelve
    case laterHour, laterDay, otherHour, replacedDay, otherDay
    case laughter, refusal, noActivity, announcement, change, unheard, group

    /// The share of the odds that is left. Fitted to the everyday chats, each suite judged by the others.
    var factor: Double {
        switch self {
        case .openDay: 0.37
        case .noDay: 0.09
        case .noHour: 0.09
        case .night: 0.07
        case .openHalf: 0.33
        case .twelve: 0.18
        case .laterHour: 0.07
        case .laterDay: 0.21
        case .otherHour: 0.49
        case .replacedDay: 0.25
        case .otherDay: 0.74
        case .laughter: 0.34
        case .refusal: 0.81
        case .noActivity: 0.66
        case .announcement: 0.57
        case .change: 0.53
        case .unheard: 0.35
        case .group: 0.35
        }
    }
}

/// The confidence that a plan was read rightly: a share, calibrated on everyday chats.
///
/// Each reason to be less sure is a factor of the odds. From `Doubts.surely` on, an agreement becomes an event by
/// itself.
struct Confidence {
    let plan: Plan
    /// All plans of the chat: an hour of another one is no change of this one.
    let plans: [Plan]
    /// False for a voice note as the yes.
    var isHeard = true
    var isGroup = false
    /// The tones of all messages.
    var tones: [Tone] = []

    /// The odds of an agreement without any reason to be less sure.
    private static let plain = 33.0

    var share: Double {
        let odds = Caution.allCases.filter(applies).reduce(Self.plain) { $0 * $1.factor }
        return odds / (1 + odds)
    }

    func applies(_ caution: Caution) -> Bool {
        switch caution {
        case .openDay: plan.day?.value.isAmbiguous ?? false
        case .noDay: plan.day == nil
        case .noHour: lacksHour
        case .night: isNight
        case .openHalf: hasOpenHalf
        case .twelve: hasGuessedNoon
        case .laterHour: after.contains(where: namesOtherHour)
        case .laterDay: after.contains(where: namesOtherDay)
        case .otherHour: plan.time.map { since($0.message).contains(where: namesOtherHour) } ?? false
        case .replacedDay: since(plan.day?.message ?? plan.time?.message).dropFirst().contains(where: namesOtherDay)
        case .otherDay: exchange.contains(where: namesOtherDay)
        case .laughter: near.contains(where: \.laughs)
        case .refusal: exchange.contains(where: \.refuses)
        case .noActivity: plan.activity == nil
        case .announcement: plan.isAnnouncement
        case .change: plan.wasAgreed
        case .unheard: !isHeard
        case .group: isGroup
        }
    }

    // MARK: stretches of the chat

    /// The message of the yes; nil for a plan without one, and for one of an event made before.
    private var yes: Int? {
        plan.acceptance.map(\.message).flatMap { tones.indices.contains($0) && plan.origin >= 0 ? $0 : nil }
    }

    /// The messages from the beginning of the plan to the yes.
    private var exchange: ArraySlice<Tone> {
        yes.map { tones[min(plan.origin, $0)...$0] } ?? []
    }

    /// The messages of the exchange from one on.
    private func since(_ message: Int?) -> ArraySlice<Tone> {
        exchange.suffix(from: min(max(message ?? 0, exchange.startIndex), exchange.endIndex))
    }

    /// The messages from the day and hour to the one behind the yes.
    private var near: ArraySlice<Tone> {
        let first = since(plan.time?.message ?? plan.day?.message)
        return yes.map { tones[min(first.startIndex, $0)...min($0 + 1, tones.endIndex - 1)] } ?? []
    }

    /// The messages behind the yes, but for those that gave a plan its day or hour: another one, or this one in a move
    /// that is only proposed.
    private var after: [Tone] {
        guard let yes else { return [] }
        let planned = plans.flatMap { [$0.day?.message, $0.time?.message] }
        return tones.indices.filter { $0 > yes && !planned.contains($0) }.map { tones[$0] }
    }

    // MARK: days and hours

    private var lacksHour: Bool {
        let isLong = plan.day?.value.end != nil || plan.day?.value.repetition != nil
        return plan.time == nil && !isLong && plan.untimedPrayer == nil && plan.existing == nil
    }

    /// True for an hour between one and six that no prayer and no meal before dawn explains.
    private var isNight: Bool {
        guard let time = plan.time?.value else { return false }
        return (60..<360).contains(time.minute) && time.anchor == nil && (!time.isLateNight || time.isHalfImplied)
            && !(plan.activity?.is(.early) ?? false)
    }

    /// True for a time between seven and twelve whose half of the day nothing tells.
    private var hasOpenHalf: Bool {
        guard let time = plan.time?.value, time.isHalfImplied else { return false }
        return (420..<720).contains(time.minute % 720) && plan.activity?.hours == nil && plan.part == nil
    }

    private var hasGuessedNoon: Bool {
        plan.time.map { $0.value.isHalfImplied && $0.value.minute % 720 < 60 } ?? false
    }

    private func namesOtherDay(_ tone: Tone) -> Bool {
        guard let day = plan.day?.value else { return false }
        return tone.days.contains { !(day.date...max(day.date, day.end ?? day.date)).contains($0) }
    }

    private func namesOtherHour(_ tone: Tone) -> Bool {
        let own = [plan.time?.value.minute, plan.end?.value.minute].compactMap { $0.map { $0 % 720 } }
        return tone.hours.contains { !own.contains($0) }
    }
}
