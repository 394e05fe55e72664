import AddressPlaces
public import HTTP
import Logging
public import Places
public import Runtime
import Storage

/// A visitor's probable place, from their network address. It is a suggestion only; the visitor chooses.
public struct PlaceGuess: Sendable, Equatable {
    /// ISO 3166-1.
    public let country: String?
    /// The visitor's city; nil unless the address database is precise enough.
    public let city: City?
}

extension App {
    /// Guesses a visitor's place from the address that nginx saw, or that a load balancer in `set_real_ip_from`
    /// passed on. Nothing else in the request is used.
    ///
    /// - Returns: nil without JADWAL_MMDB, and for addresses that are not in its file.
    public func guess(_ request: Request) throws -> PlaceGuess? {
        guard let place = place(of: request.remoteAddress) else { return nil }
        let city = try place.isCity ? city(of: place) : nil
        return PlaceGuess(country: place.country ?? city?.country, city: city)
    }

    /// Returns the address database's city. If Jadwal's table does not have it, returns the nearest city within
    /// 50 km, if it is in the same country.
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
            // A failed guess must not make an error page.
            log.warning("address database", metadata: ["reason": "\(error)"])
            return nil
        }
    }
}

extension AddressPlace {
    /// True if the place is precise enough to name a city: its radius is at most 100 km. If the database gives no
    /// radius, it is true if it names a city.
    var isCity: Bool {
        accuracyRadiusKilometres.map { $0 <= 100 } ?? hasCity
    }
}
