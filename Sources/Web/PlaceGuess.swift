import Storage
import AddressPlaces
import Logging
import HTTP
public import Places
public import Runtime

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
