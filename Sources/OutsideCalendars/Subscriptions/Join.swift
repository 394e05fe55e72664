import Calendars
import Runtime
package import Storage
import WebClient

/// The choices of a customer who subscribes.
package struct JoinChoices: Sendable {
    /// The address as it was typed.
    package var address: String
    /// The calendar's name; empty for the one that the answer gives.
    package var name: String
    package var withAlarms = false
    /// True if the address may be fetched without encryption.
    package var allowsPlain = false

    package init(address: String, name: String) {
        self.address = address
        self.name = name
    }
}

extension Subscriptions {
    /// The most subscriptions of a customer.
    package var limit: Int { app.config.subscriptionsPerCustomer }

    /// Subscribes to an address. The first fetch follows at once, by a worker.
    ///
    /// - Returns: the calendar, which is empty yet.
    /// - Throws: `JoinProblem`, and `CalendarRefusal.tooManyCalendars`.
    package func join(_ choices: JoinChoices) throws -> CalendarRow {
        let address = try OutsideAddress(joined: choices.address, allowsPlain: choices.allowsPlain, app.config)
        if address.host == app.config.originHost {
            // A calendar of the customer, or one that is subscribed itself, would come back to where it comes from.
            guard let own = try app.ownCalendar(at: address), own.owner != owner, !own.isReadOnly
            else { throw JoinProblem.own }
        }
        var values = CalendarValues()
        values.displayName = choices.name.isEmpty ? address.host : choices.name
        values.components = ["VEVENT"]
        values.color = try CalendarPalette.unused(beside: home.calendars())
        return try home.makeForeign(values) { calendar in
            let store = try app.store
            guard try store.countSubscriptions(of: owner) < limit else { throw JoinProblem.tooMany(limit: limit) }
            let source = try app.source(of: address)
            guard try !all().contains(where: { $0.subscription.source == source }) else { throw JoinProblem.already }
            try store.subscribe(calendar.id, of: owner, to: source, withAlarms: choices.withAlarms)
        }
    }
}

extension OutsideAddress {
    /// Reads an address that a person subscribes to.
    ///
    /// `http` becomes `https`, unless the person agreed to a fetch without encryption.
    init(joined text: String, allowsPlain: Bool, _ config: Config) throws(JoinProblem) {
        let typed: OutsideAddress
        do throws(AddressProblem) {
            typed = try OutsideAddress(typed: text, AddressRules(ports: config.outsidePorts, allowsPlain: true))
        } catch {
            throw JoinProblem(error)
        }
        let address: OutsideAddress
        if typed.scheme == "http", !allowsPlain {
            guard let encrypted = typed.encrypted else { throw .plain }
            address = encrypted
        } else {
            address = typed
        }
        if let problem = address.pageProblem { throw problem }
        self = address
    }

    /// The problem of an address that shows a calendar as a page, and is often pasted instead of the calendar's own.
    private var pageProblem: JoinProblem? {
        if path.lowercased().hasSuffix(".ics") { return nil }
        if host == "calendar.google.com" { return .googlePage }
        return ["outlook.live.com", "outlook.office.com", "outlook.office365.com"].contains(host) ? .outlookPage : nil
    }
}

extension App {
    /// Returns the source of an address, inside a transaction; it is made if there is none.
    func source(of address: OutsideAddress) throws -> SourceID {
        let seal = addressSeal
        return try store.source(
            seal.digests(of: address), sealedAddress: seal.seal(address), host: address.host)
    }
}
