/// A GEO: a place on Earth (RFC 5545 §3.8.1.6), in degrees, north and east positive.
public struct Geo: Hashable, Sendable {
    /// −90 to 90.
    public let latitude: Double
    /// −180 to 180.
    public let longitude: Double

    /// - Returns: nil if the place is beyond a pole or the date line.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Reads `37.386013;-122.082932`.
    public init(_ text: some StringProtocol, reading: Reading = .lenient) throws(Irregularity) {
        var parts = text.split(separator: ";", omittingEmptySubsequences: false)
        if parts.count == 1 { parts = text.split(separator: ",", omittingEmptySubsequences: false) }
        guard parts.count == 2, let first = parts.first else { throw .malformed(.float) }
        if first.last == "\\" { parts[0] = first.dropLast() }
        if reading == .strict, first.last == "\\" || !text.contains(";") { throw .looseGeo }
        guard let geo = Geo(
            latitude: try float(parts[0], reading), longitude: try float(parts[1], reading))
        else { throw .malformed(.float) }
        self = geo
    }

    public var text: String { "\(floatText(latitude));\(floatText(longitude))" }
}

/// Reads a FLOAT (RFC 5545 §3.3.7): digits and at most one point; no exponent, no infinity.
func float(_ text: some StringProtocol, _ reading: Reading) throws(Irregularity) -> Double {
    let number = try withoutSpace(text, reading)
    let isPlain = number.utf8.allSatisfy {
        decimalDigit($0) != nil || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
    }
    guard isPlain, number.utf8.count <= 400, let value = Double(number) else { throw .malformed(.float) }
    if reading == .strict {
        let sides = number.drop { $0 == "-" || $0 == "+" }.split(separator: ".", omittingEmptySubsequences: false)
        if sides.contains(where: \.isEmpty) { throw .looseFloat }
    }
    return value
}

/// Returns the shortest FLOAT for the number, without the exponent that Swift writes for very small and large
/// numbers.
func floatText(_ number: Double) -> String {
    let text = String(number)
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else { return text }
    let sign = number < 0 ? "-" : "", digits = text[..<mark].filter(\.isNumber)
    if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
    return sign + digits + String(repeating: "0", count: max(0, exponent + 1 - digits.utf8.count))
}

/// Reads an INTEGER (RFC 5545 §3.3.8), which has 32 bits.
func integer(_ text: some StringProtocol, _ reading: Reading) throws(Irregularity) -> Int {
    guard let value = Int32(try withoutSpace(text, reading)) else { throw .malformed(.integer) }
    return Int(value)
}

/// Reads a BOOLEAN (RFC 5545 §3.3.2), in upper or lower case.
func boolean(_ text: some StringProtocol, _ reading: Reading) throws(Irregularity) -> Bool {
    switch upperCased(try withoutSpace(text, reading).utf8) {
    case "TRUE": true
    case "FALSE": false
    default: throw .malformed(.boolean)
    }
}

private func withoutSpace(_ text: some StringProtocol, _ reading: Reading) throws(Irregularity) -> String {
    let octets = Array(text.utf8)
    guard let first = octets.firstIndex(where: { !isSpace($0) }),
          let last = octets.lastIndex(where: { !isSpace($0) })
    else { return "" }
    if reading == .strict, last - first + 1 < octets.count { throw .spaceAroundValue }
    return String(decoding: octets[first...last], as: UTF8.self)
}
