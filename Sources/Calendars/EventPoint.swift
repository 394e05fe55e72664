import ICalendar
package import PrayerTimes
package import Storage
import Text

// The point of an event's place: what a program wrote about it, else that of the customer's saved place of this name.

extension Component {
    /// The point of the place: GEO (RFC 5545 §3.8.1.6), else the one that Apple's programs write with the place.
    ///
    /// nil without one, and for one that cannot be read, that is not on Earth, or that is 0, 0: the point of those that
    /// know none.
    var point: Coordinates? { first("GEO")?.point ?? first(Self.structuredLocation)?.point }

    /// The property in which Apple's programs write the name and the point of a place a second time.
    static let structuredLocation = "X-APPLE-STRUCTURED-LOCATION"
}

extension Property {
    /// The point that a GEO or an X-APPLE-STRUCTURED-LOCATION names; nil if it names none.
    var point: Coordinates? {
        guard let geo = name == "GEO" ? readable(try geo()) : addressedPoint, geo.latitude != 0 || geo.longitude != 0
        else { return nil }
        return Coordinates(latitude: geo.latitude, longitude: geo.longitude)
    }

    /// The point of `geo:24.7,46.7` (RFC 5870). A height and parameters may follow.
    private var addressedPoint: Geo? {
        guard value.lowercased().hasPrefix("geo:") else { return nil }
        let numbers = value.dropFirst(4).prefix { !";?".contains($0) }
            .split(separator: ",", omittingEmptySubsequences: false)
        guard (2...3).contains(numbers.count) else { return nil }
        return readable(try Property("GEO", value: numbers.prefix(2).joined(separator: ";")).geo())
    }
}

extension Coordinates {
    /// The value of GEO.
    var geoText: String? { Geo(latitude: latitude, longitude: longitude)?.text }
}

/// The points of a customer's saved places by their names.
package struct PlaceNames: Sendable {
    private let points: [String: Coordinates]

    package init(_ places: [PlaceValues]) {
        points = Dictionary(
            places.compactMap { place in
                Coordinates(latitude: place.latitude, longitude: place.longitude).map { (Self.key(place.name), $0) }
            }.filter { !$0.0.isEmpty }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the point of the place of a name; nil if no saved place has it. Letters count as in a search: large and
    /// small ones, and those with and without signs, are the same.
    package subscript(name: String) -> Coordinates? {
        points.isEmpty || name.isEmpty ? nil : points[Self.key(name)]
    }

    private static func key(_ name: String) -> String { foldedWords(name).joined(separator: " ") }
}
