public import AddressPlaces
import HTTP
public import Logging
public import Storage

/// Where a visitor seems to be by their address: something to suggest, never to choose for them.
public struct PlaceGuess: Sendable, Equatable {
    /// ISO 3166-1.
    public let country: String?
    /// Only where the database is sure enough of it.
    public let city: City?
}

extension App {
    /// A guess from the address that nginx saw, or that a load balancer named in
    /// `set_real_ip_from` passed on; what else a request claims about itself is not looked at.
    ///
    /// - Returns: nil without JADWAL_MMDB, and for addresses its file does not know.
    public func guess(_ visit: Visit) throws -> PlaceGuess? {
        guard let place = place(of: visit.request.remoteAddress) else { return nil }
        let city = try place.isCity ? city(of: place) : nil
        return PlaceGuess(country: place.country ?? city?.country, city: city)
    }

    /// The database's city or, where that is too small for our table, the nearest one around.
    private func city(of place: AddressPlace) throws -> City? {
        let store = try store
        if let id = place.cityID, let city = try store.city(id) { return city }
        guard let latitude = place.latitude, let longitude = place.longitude else { return nil }
        let near = try store.cities(near: latitude, longitude: longitude, within: 50, limit: 1).first
        return place.country == nil || near?.country == place.country ? near : nil
    }

    private func place(of address: String) -> AddressPlace? {
        do {
            return try shared.addresses?.place(of: address)
        } catch {
            // A guess is worth no error page.
            log.warning("address database", metadata: ["reason": "\(error)"])
            return nil
        }
    }
}

extension AddressPlace {
    /// Whether the place is narrow enough to name a city: by its radius or, in databases that
    /// have none, by naming one.
    var isCity: Bool {
        accuracyRadiusKilometres.map { $0 <= 100 } ?? hasCity
    }
}

/// The database of JADWAL_MMDB, if it names one; the log hears when its file changes.
public func addressDatabase(_ config: Config, _ log: Logger) -> AddressDatabase? {
    guard !config.addressDatabase.isEmpty else { return nil }
    return AddressDatabase(path: config.addressDatabase, copies: config.data) { event in
        switch event {
        case .opened(let path, let type):
            log.info("address database", metadata: ["path": "\(path)", "type": "\(type)"])
        case .kept(let error, let path, let hasOld):
            log.warning("address database", metadata: [
                "path": "\(path)", "reason": "\(error)", "outcome": hasOld ? "the one before is used on" : "none is used",
            ])
        }
    }
}
