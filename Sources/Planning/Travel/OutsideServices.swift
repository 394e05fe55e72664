package import CivilTime
import Runtime
package import Storage

/// A service of others that the operator switched on, and what a customer says to it.
package struct OutsideService: Sendable, Hashable {
    /// The name by which the settings and the consent know it, such as `google`.
    package let name: String
    package let host: String
    /// The kind of data that is sent to it.
    package let sends: Sends
    /// nil if the customer has not agreed.
    package var agreedAt: Instant?

    package enum Sends: String, Sendable, Hashable {
        /// Two places, a moment, and the way of travelling.
        case ways
        /// A square of a tenth of a degree.
        case weather
    }

    package var isAgreed: Bool { agreedAt != nil }
}

extension App {
    /// The services of others by the settings, each once. Nothing is said yet about them.
    package var outsideServices: [OutsideService] {
        var services: [OutsideService] = []
        for source in config.travelSources where !source.isHere {
            guard let host = source.host, !services.contains(where: { $0.name == source.kind.rawValue }) else {
                continue
            }
            services.append(OutsideService(name: source.kind.rawValue, host: host, sends: .ways))
        }
        let weather = config.weather
        if !weather.isHere, let host = weather.host {
            services.append(OutsideService(name: weather.kind.rawValue, host: host, sends: .weather))
        }
        return services
    }
}

extension PlanningHome {
    /// Returns the services of others, with what the customer says to each.
    package func outsideServices() throws -> [OutsideService] {
        let services = app.outsideServices
        if services.isEmpty { return [] }
        let consents = try consents()
        return services.map { service in
            var service = service
            service.agreedAt = consents.first { $0.service == service.name && $0.host == service.host }?.agreedAt
            return service
        }
    }

    /// Returns all consents, also those to services that are switched off.
    package func consents() throws -> [ServiceConsent] { try app.store.serviceConsents(of: owner) }

    /// Agrees that a service of others is asked, or takes that back.
    ///
    /// - Returns: false if the operator has no such service.
    package func setConsent(to name: String, _ isAgreed: Bool) throws -> Bool {
        guard let service = app.outsideServices.first(where: { $0.name == name }) else { return false }
        if isAgreed {
            try app.store.agree(to: service.name, at: service.host, of: owner)
        } else {
            let store = try app.store
            try store.transaction {
                try store.withdrawConsent(to: service.name, of: owner)
                try store.forgetQuestions(to: service.name, at: service.host)
            }
        }
        return true
    }
}
