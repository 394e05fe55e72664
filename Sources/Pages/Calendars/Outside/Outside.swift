// Calendars of others on the page of the calendars: "From others".
//
// - Subscribe.swift: the form for an address. LeaveCalendar.swift: the end of a subscription, look now, and an answer
//   that is believed.
// - SubscriptionWords.swift: the state of a subscription in words.

import Calendars
import OutsideCalendars
import Runtime
import Storage
import Templates
import Web

extension CustomerVisit {
    /// The calendars of others that the customer subscribed to.
    var subscriptions: Subscriptions { app.subscriptions(of: customer) }

    /// Returns a sentence for each calendar of others whose state is older than a day. Without such calendars, nothing
    /// is read.
    func staleCalendars(_ calendars: [CalendarRow]) throws -> [CalendarID: String] {
        guard calendars.contains(where: \.isReadOnly) else { return [:] }
        let now = app.now(), words = try SubscriptionWords(format, zone, now: now)
        let stale = try subscriptions.all().filter { $0.isStale(at: now) }
        return Dictionary(
            stale.compactMap { state in words.age(state).map { (state.subscription.calendar, $0) } },
            uniquingKeysWith: { first, _ in first })
    }
}

/// A calendar of others in the list.
struct SubscribedItem: Encodable {
    var id: String
    var name: String
    /// The class of its colour.
    var color: String
    var contents: String
    /// The host of its address; nil if it is never fetched.
    var host: String?
    /// The state, in words.
    var state: String
    /// True if a person has to do something, or the state is older than a day.
    var needsAttention: Bool
    /// The entries that are missing, in a sentence; nil if none is.
    var rest: String?
    /// True if an answer is held that the customer may believe.
    var isHeld: Bool
    /// True if it can be asked now.
    var mayLook: Bool
    var isVisible: Bool
    var isFree: Bool
}

extension CalendarPages {
    /// Returns the calendars of others among a customer's calendars.
    static func subscribedItems(
        _ calendars: [CalendarRow], _ states: [SubscriptionState], _ format: Formatter, _ visit: CustomerVisit
    ) throws -> [SubscribedItem] {
        let words = try SubscriptionWords(format, visit.zone, now: visit.app.now())
        return states.compactMap { state in
            guard let calendar = calendars.first(where: { $0.id == state.subscription.calendar }) else { return nil }
            let isHeld = if case .held = state.status { true } else { false }
            return SubscribedItem(
                id: calendar.id.description, name: name(of: calendar, visit),
                color: CalendarPalette.nearest(to: calendar.color).name, contents: contents(of: calendar, format),
                host: state.source?.host, state: words.sentence(state),
                needsAttention: words.needsAttention(state), rest: words.rest(state), isHeld: isHeld,
                mayLook: state.source != nil, isVisible: calendar.isVisible, isFree: calendar.isTransparent)
        }
    }
}
