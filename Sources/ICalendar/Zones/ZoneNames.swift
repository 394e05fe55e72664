/// Returns the names under which the zone database may have a TZID, the most likely first.
///
/// - Windows' names, from Outlook and Exchange: `Arab Standard Time`, and as people see them:
///   `(UTC+03:00) Kuwait, Riyadh`, `Pacific Time (US & Canada)`;
/// - a path around the name, from programs that make their identifiers unique:
///   `/mozilla.org/20050126_1/Europe/Berlin`, `/freeassociation.sourceforge.net/Tzfile/Asia/Riyadh`;
/// - names for UTC: `Z`, `tzone://Microsoft/Utc`;
/// - quotation marks and white space around the name, and blanks for underscores;
/// - the name in small letters only, or in capitals only.
func zoneNames(for tzid: String) -> [String] {
    // No real identifier is longer, and every name below is a part of it.
    guard tzid.utf8.count <= 200 else { return [] }
    var octets = Array(tzid.utf8)[...]
    let isPadding: (UInt8) -> Bool = { isSpace($0) || $0 == quote || $0 == UInt8(ascii: "'") }
    while let first = octets.first, isPadding(first) { octets.removeFirst() }
    while let last = octets.last, isPadding(last) { octets.removeLast() }
    let name = String(decoding: octets, as: UTF8.self).lowercased()
    let zone = windowsZonesInSmallLetters[name] ?? otherNames[name] ?? displayedZones[displayedPlaces(name)]
    if let zone { return [zone] }
    let plain = octets.map { $0 == blank ? UInt8(ascii: "_") : $0 }
    // No name of the database has more than three parts, as America/Argentina/Salta.
    let slashes = plain.indices.filter { plain[$0] == UInt8(ascii: "/") }.suffix(3)
    let pieces = [plain[...]] + slashes.map { plain[($0 + 1)...] }
    let names = pieces.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    return names + names.filter { $0 == $0.lowercased() || $0 == $0.uppercased() }.map(inTitleCase)
}

/// Returns `europe/berlin` in the form of most names of the database: `Europe/Berlin`.
private func inTitleCase(_ name: String) -> String {
    var isFirst = true
    let octets = name.lowercased().utf8.map { octet in
        let isLetter = octet >= UInt8(ascii: "a") && octet <= UInt8(ascii: "z")
        defer { isFirst = !isLetter }
        return isFirst && isLetter ? octet & 0b1101_1111 : octet
    }
    return String(decoding: octets, as: UTF8.self)
}

private let windowsZonesInSmallLetters = Dictionary(
    uniqueKeysWithValues: windowsZones.map { ($0.key.lowercased(), $0.value) })

private let otherNames = [
    "utc": "UTC", "z": "UTC", "gmt": "UTC", "etc/utc": "UTC", "tzone://microsoft/utc": "UTC",
    "coordinated universal time": "UTC", "universal coordinated time": "UTC", "(utc) coordinated universal time": "UTC",
    "western/central europe": "Europe/Berlin", // Domino's
]
