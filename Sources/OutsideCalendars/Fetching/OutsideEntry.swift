import Crypto
import Text

/// All components with one UID.
struct OutsideEntry {
    private(set) var uid: String
    private var parts: [OutsidePart]
    /// Sixteen bytes of the whole, without stamps and identifier.
    let digest: [UInt8]
    /// Sixteen bytes of start, end and title, by which it is known under another identifier.
    let face: [UInt8]
    /// The day of a single entry as YYYYMMDD; nil for a series.
    let lastDay: Int?
    private let isRenamed: Bool

    private init(_ uid: String, _ parts: [OutsidePart], zones: UInt64, isRenamed: Bool) {
        self.uid = uid
        self.parts = parts
        self.isRenamed = isRenamed
        digest = LineDigest.bytes(parts.map(\.digest), zones)
        face = LineDigest.bytes(parts.map(\.face), 0)
        lastDay = parts.count == 1 && !parts[0].isSeries ? parts[0].day : nil
    }

    /// Returns the entry under another identifier.
    func renamed(_ uid: String) -> OutsideEntry {
        OutsideEntry(uid, parts, of: self)
    }

    private init(_ uid: String, _ parts: [OutsidePart], of other: OutsideEntry) {
        self.uid = uid
        self.parts = parts
        digest = other.digest
        face = other.face
        lastDay = other.lastDay
        isRenamed = true
    }

    /// The text of its components, under its identifier.
    var octets: [UInt8] {
        isRenamed ? parts.flatMap { $0.octets(uid: uid) } : parts.flatMap(\.octets)
    }

    /// Groups components by their UID.
    ///
    /// One without a UID gets one of its start, its title and its number among those that are alike. Several with one
    /// UID, none of which is an exception of another, are entries of their own if they begin at different times.
    static func entries(of parts: [OutsidePart], _ zones: UInt64) -> [OutsideEntry] {
        var groups: [String: [OutsidePart]] = [:], order: [String] = [], renamed: Set<String> = []
        var alike: [[UInt8]: Int] = [:], masterStart: [String: [UInt8]] = [:]
        for part in parts {
            var uid = part.uid
            if uid.isEmpty {
                let face = LineDigest.bytes([part.face], 0), number = alike[face, default: 0]
                alike[face] = number + 1
                uid = uuidText(Array(sha256(face + Array("\(number)".utf8)).prefix(16)), version: 8)
                renamed.insert(uid)
            } else if !part.isException {
                if let first = masterStart[uid], first != part.start {
                    uid = uuidText(Array(sha256(Array(uid.utf8) + part.start).prefix(16)), version: 8)
                    renamed.insert(uid)
                }
                if masterStart[uid] == nil { masterStart[uid] = part.start }
            }
            if groups[uid] == nil { order.append(uid) }
            groups[uid, default: []].append(part)
        }
        return order.map { OutsideEntry($0, groups[$0] ?? [], zones: zones, isRenamed: renamed.contains($0)) }
    }
}

/// One component of an answer, by its lines.
struct OutsidePart {
    let octets: [UInt8]
    let uid: String
    /// The line of DTSTART, or of DUE.
    let start: [UInt8]
    /// The day of the start as YYYYMMDD; nil without one.
    let day: Int?
    let isException: Bool
    let isSeries: Bool
    let digest: UInt64
    let face: UInt64
    private let isAirbnbBlock: Bool

    private static let stamps: Set<String> = ["DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "UID"]

    init(_ octets: [UInt8]) {
        self.octets = octets
        var uid = "", start: [UInt8] = [], isException = false, isSeries = false, isBlock = false, depth = 0
        var digest = LineDigest(), face = LineDigest()
        for line in unfoldedLines(octets) {
            let name = lineName(line)
            if name == "BEGIN" { depth += 1 }
            // Alarms have lines of the same names.
            let isOwn = depth == 1
            if !Self.stamps.contains(name), !name.hasPrefix("X-WR-") { digest.add(line, depth) }
            if name == "END" { depth -= 1 }
            guard isOwn else { continue }
            switch name {
            case "UID": uid = String(decoding: lineValue(line), as: UTF8.self).trimmed().description
            case "DTSTART": start = Array(line); face.add(line, 0)
            case "DUE": if start.isEmpty { start = Array(line) }; face.add(line, 0)
            case "DTEND", "DURATION", "RRULE": face.add(line, 0); isSeries = isSeries || name == "RRULE"
            case "RDATE": isSeries = true
            case "RECURRENCE-ID": isException = true; face.add(line, 0)
            case "SUMMARY":
                face.add(line, 0)
                isBlock = String(decoding: lineValue(line), as: UTF8.self).contains("(Not available)")
            default: break
            }
        }
        self.uid = uid
        self.start = start
        self.isException = isException
        self.isSeries = isSeries
        self.digest = digest.value
        self.face = face.value
        isAirbnbBlock = isBlock
        let digits = String(decoding: lineValue(start[...]).prefix(8), as: UTF8.self)
        day = Int(digits).flatMap { $0 > 9_999_999 ? $0 : nil }
    }

    /// True for the block of days without a guest, which moves every day (Airbnb).
    func isHidden(host: String) -> Bool {
        isAirbnbBlock && (host.hasPrefix("airbnb.") || host.contains(".airbnb."))
    }

    /// Returns the text with another UID.
    func octets(uid: String) -> [UInt8] {
        var isOpen = false
        var lines: [UInt8] = []
        for line in unfoldedLines(octets) {
            if lineName(line) == "UID" { continue }
            lines += line + [0x0D, 0x0A]
            if !isOpen { lines += Array("UID:\(uid)\r\n".utf8) }
            isOpen = true
        }
        return lines
    }
}

/// A digest of lines that does not depend on their order. It only finds changes: nobody gains by two equal ones.
struct LineDigest {
    private(set) var value: UInt64 = 0

    mutating func add(_ line: some Sequence<UInt8>, _ depth: Int) { value &+= Self.hash(line, seed: UInt64(depth)) }

    static func sum(of texts: [[UInt8]]) -> UInt64 { texts.reduce(0) { $0 &+ hash($1, seed: 0) } }

    /// Returns sixteen bytes for parts in any order.
    static func bytes(_ parts: [UInt64], _ more: UInt64) -> [UInt8] {
        let numbers = parts.sorted() + [more]
        let octets = numbers.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
        return Array(sha256(octets).prefix(16))
    }

    /// FNV-1a, and a last mixing, since the sums of it are compared.
    private static func hash(_ line: some Sequence<UInt8>, seed: UInt64) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
        for byte in line { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
        return hash ^ (hash >> 33)
    }
}

/// Returns the lines of a text without their breaks, folded ones joined, and without empty ones.
func unfoldedLines(_ octets: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    for line in octets.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
        if isBlank(line[line.startIndex]), let last = lines.popLast() {
            lines.append(last + line.dropFirst())
        } else {
            lines.append(line)
        }
    }
    return lines
}

/// Returns the name of a line in upper case.
private func lineName(_ line: ArraySlice<UInt8>) -> String {
    let name = line.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
    return String(decoding: name, as: UTF8.self).uppercased()
}

/// Returns what is behind the first colon outside of quotation marks.
private func lineValue(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var isQuoted = false
    for index in line.indices {
        if line[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
        if line[index] == UInt8(ascii: ":"), !isQuoted { return line[(index + 1)...] }
    }
    return []
}
