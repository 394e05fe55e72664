import PrayerTimes

/// The number of decimals of an encoded line. Reading a line with another number gives a line of another continent.
public enum PolylineDecimals: Int, Hashable, Sendable, CaseIterable {
    /// Google, OSRM, openrouteservice, GraphHopper.
    case five = 5
    /// Valhalla, and MOTIS from its second version on.
    case six = 6
    /// MOTIS in its first version.
    case seven = 7

    fileprivate var factor: Double {
        switch self {
        case .five: 100_000
        case .six: 1_000_000
        case .seven: 10_000_000
        }
    }
}

/// Says why a text is no line.
public enum PolylineError: String, Error, Hashable, Sendable, CaseIterable {
    case tooLong = "the line has too many letters"
    case otherLetter = "the line has a letter that no line has"
    case cut = "the line ends inside a point"
    /// A point is not on the globe: the line has other decimals, or latitude and longitude are exchanged.
    case outside = "a point of the line is not on the globe"
}

/// - Note: Google, "Encoded Polyline Algorithm Format": differences in steps of the last decimal, five bits a letter.
extension GroundLine {
    /// Letters of a line at most: that of a drive across a continent is shorter.
    public static let maximumLetters = 2_000_000

    /// Reads an encoded line.
    public init(polyline text: String, decimals: PolylineDecimals) throws(PolylineError) {
        var letters = text.utf8.makeIterator()
        guard text.utf8.count <= Self.maximumLetters else { throw .tooLong }
        var points: [Coordinates] = [], latitude = 0, longitude = 0
        while let north = try Self.difference(&letters) {
            guard let east = try Self.difference(&letters) else { throw .cut }
            latitude += north
            longitude += east
            guard let point = Coordinates(
                latitude: Double(latitude) / decimals.factor, longitude: Double(longitude) / decimals.factor)
            else { throw .outside }
            points.append(point)
        }
        self.init(points)
    }

    /// Returns the line as text.
    public func polyline(decimals: PolylineDecimals) -> String {
        var octets: [UInt8] = [], latitude = 0, longitude = 0
        for point in points {
            let north = Int((point.latitude * decimals.factor).rounded())
            let east = Int((point.longitude * decimals.factor).rounded())
            Self.append(north - latitude, to: &octets)
            Self.append(east - longitude, to: &octets)
            latitude = north
            longitude = east
        }
        return String(decoding: octets, as: UTF8.self)
    }

    /// Reads the next number; nil if there are no more letters.
    private static func difference(_ letters: inout String.UTF8View.Iterator) throws(PolylineError) -> Int? {
        var bits = 0, shift = 0
        while let letter = letters.next() {
            guard (63...126).contains(letter) else { throw .otherLetter }
            // Two turns of the globe in steps of the seventh decimal have 33 bits.
            guard shift < 40 else { throw .outside }
            let value = Int(letter) - 63
            bits |= (value & 31) << shift
            if value < 32 { return bits & 1 == 1 ? ~(bits >> 1) : bits >> 1 }
            shift += 5
        }
        if shift > 0 { throw .cut }
        return nil
    }

    private static func append(_ number: Int, to octets: inout [UInt8]) {
        var bits = number < 0 ? ~(number << 1) : number << 1
        while bits >= 32 {
            octets.append(UInt8(bits & 31 | 32) + 63)
            bits >>= 5
        }
        octets.append(UInt8(bits) + 63)
    }
}
