/// The names under which the zone database may have what a TZID means, the likeliest first.
///
/// - Windows' names, from Outlook and Exchange: `Arab Standard Time`;
/// - a path around the name, from programs that wanted their identifiers unique:
///   `/mozilla.org/20050126_1/Europe/Berlin`, `/freeassociation.sourceforge.net/Tzfile/Asia/Riyadh`;
/// - names for UTC: `Z`, `tzone://Microsoft/Utc`;
/// - quotation marks and white space that were meant to be taken away, and blanks for underscores.
func zoneNames(for tzid: String) -> [String] {
    // Nobody's identifier is longer, and every name below is a piece of it.
    guard tzid.utf8.count <= 200 else { return [] }
    var octets = Array(tzid.utf8)[...]
    while let first = octets.first, isSpace(first) || first == quote { octets.removeFirst() }
    while let last = octets.last, isSpace(last) || last == quote { octets.removeLast() }
    let name = String(decoding: octets, as: UTF8.self)
    if let zone = windowsZones[name] { return [zone] }
    if let zone = otherNames[name.lowercased()] { return [zone] }
    let plain = octets.map { $0 == blank ? UInt8(ascii: "_") : $0 }
    // No name of the database has more than three pieces, as America/Argentina/Salta.
    let slashes = plain.indices.filter { plain[$0] == UInt8(ascii: "/") }.suffix(3)
    let pieces = [plain[...]] + slashes.map { plain[($0 + 1)...] }
    return pieces.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
}

private let otherNames = [
    "utc": "UTC", "z": "UTC", "gmt": "UTC", "etc/utc": "UTC", "tzone://microsoft/utc": "UTC",
    "coordinated universal time": "UTC", "universal coordinated time": "UTC", "(utc) coordinated universal time": "UTC",
    "western/central europe": "Europe/Berlin", // Domino's
]
