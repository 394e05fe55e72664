import CivilTime
import OutsideCalendars
import Runtime
import Storage

/// The states of subscriptions in the words of a language.
struct SubscriptionWords {
    private let format: Formatter
    private let zone: TimeZoneRules
    private let now: Instant

    init(_ format: Formatter, _ zone: TimeZoneRules, now: Instant) {
        self.format = format
        self.zone = zone
        self.now = now
    }

    /// Returns the state in a sentence: `up to date · 12 minutes ago`.
    func sentence(_ state: SubscriptionState) -> String {
        switch state.status {
        case .working: words("working")
        case .upToDate(let moment): words("current", ["ago": format.ago(seconds(since: moment))])
        case .waiting(let moment, let good): words("waiting", ["time": format.time(moment, zone)]) + shown(good)
        case .unreachable(let since, let good): words("unreachable", ["when": when(since)]) + shown(good)
        case .needsYou(let reason, let good): words("needs.\(reason.rawValue)") + shown(good)
        case .gone: words("gone")
        case .held(let vanished, let all):
            words("held", ["vanished": format.number(vanished), "all": format.number(all)])
        case .locked: words("locked")
        case .neverFetched: words("never")
        }
    }

    /// True if a person has to do something, or what is shown is older than a day.
    func needsAttention(_ state: SubscriptionState) -> Bool {
        switch state.status {
        case .needsYou, .gone, .held, .locked, .neverFetched: true
        default: state.isStale(at: now)
        }
    }

    /// Returns the moment of the state that is shown: `as of Tuesday`; nil without a good answer.
    func age(_ state: SubscriptionState) -> String? {
        state.source?.goodAt.map { format.text("outside.as-of", ["when": when($0)]) }
    }

    /// Returns the entries that are missing, in a sentence; nil if all are there.
    func rest(_ state: SubscriptionState) -> String? {
        let subscription = state.subscription
        if subscription.leftOutCount > 0 { return format.text("outside.left-out", counting: subscription.leftOutCount) }
        return subscription.skippedCount > 0
            ? format.text("outside.skipped", counting: subscription.skippedCount) : nil
    }

    /// Returns the state that is shown, where it is an old one: `; you see the state of Tuesday`.
    private func shown(_ moment: Instant?) -> String {
        moment.map { words("shown", ["when": when($0)]) } ?? words("shown.nothing")
    }

    /// Returns a past moment: the time today, the day of the week within a week, else the date.
    private func when(_ moment: Instant) -> String {
        let date = zone.date(at: moment), today = zone.date(at: now)
        switch today.daysSince1970 - date.daysSince1970 {
        case 0: return words("when.today", ["time": format.time(moment, zone)])
        case 1...6: return format.weekday(date.weekday)
        default: return format.day(date, .short)
        }
    }

    private func seconds(since moment: Instant) -> Int {
        max(0, Int((now.microsecondsSince1970 - moment.microsecondsSince1970) / 1_000_000))
    }

    private func words(_ key: String, _ values: [String: String] = [:]) -> String {
        format.text("outside.state.\(key)", values)
    }
}
