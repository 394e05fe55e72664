import Crypto
import ICalendar

/// Puts the components of a file together to objects.
struct ImportReader {
    private(set) var groups: [ImportGroup] = []
    /// The most octets of an object; nil for no limit.
    private let mostOctets: Int?
    private(set) var refused: [RefusedObject] = []
    private let calendars: [Component]
    /// The time zones of each calendar, by TZID.
    private var zones: [[String: Component]]
    /// The first time zone of each TZID in the file, for calendars without it.
    private var anyZone: [String: Component] = [:]
    /// The number of each group by the octets of its UID, which the database compares, without escapes.
    private var groupOfUID: [[UInt8]: Int] = [:]

    init(_ file: CalendarPieces, mostOctets: Int?) {
        self.mostOctets = mostOctets
        calendars = file.calendars
        zones = Array(repeating: [:], count: file.calendars.count)
        for piece in file.pieces where piece.name == "VTIMEZONE" {
            guard let zone = try? CalendarStream(piece.octets).components.first,
                  let name = zone.first("TZID").flatMap({ try? $0.text() }), zones[piece.calendar][name] == nil
            else { continue }
            zones[piece.calendar][name] = zone
            if anyZone[name] == nil { anyZone[name] = zone }
        }
    }

    mutating func add(_ piece: CalendarPieces.Piece) {
        var origin = ObjectOrigin(summary: nil, start: nil, kind: piece.name, line: piece.line)
        let stream: CalendarStream
        do throws(Problem) {
            stream = try CalendarStream(piece.octets)
        } catch {
            refused.append(RefusedObject(origin: origin, reason: .defect(.invalid(error.moved(by: piece.line - 1)))))
            return
        }
        guard var part = stream.components.first else { return }
        origin = ObjectOrigin(
            summary: part.first("SUMMARY").flatMap { try? $0.text() },
            start: (part.first("DTSTART") ?? part.first("DUE")).flatMap { try? $0.dateOrTime() }, kind: piece.name,
            line: piece.line)
        if let broken = stream.problems.first(where: { $0.reason.severity == .error && !$0.leavesTheRest }) {
            refused.append(RefusedObject(origin: origin, reason: .defect(.invalid(broken.moved(by: piece.line - 1)))))
            return
        }
        var remarks = stream.problems.filter { $0.reason == .notUTF8 || $0.leavesTheRest }.compactMap(ImportRemark.init)
        if part.first("UID")?.value.contains(where: { !$0.isWhitespace }) != true {
            part.set(Property("UID", value: uid(for: part)))
        }
        do throws(Problem) {
            var uid = Array(try part.first("UID")?.text().utf8 ?? "".utf8)
            if let index = groupOfUID[uid], let master = groups[index].master, part.name == master.name,
               part.isSeparate(from: master) {
                uid = Array(self.uid(ofSeparate: part, uid).utf8)
                part.set(Property("UID", value: String(decoding: uid, as: UTF8.self)))
                remarks.append(.ownIdentifier)
            }
            add(part, uid: uid, origin, remarks, calendar: piece.calendar)
        } catch {
            refused.append(RefusedObject(origin: origin, reason: .defect(.invalid(error.moved(by: piece.line - 1)))))
        }
    }

    private mutating func add(
        _ part: Component, uid: [UInt8], _ origin: ObjectOrigin, _ remarks: [ImportRemark], calendar: Int
    ) {
        guard let index = groupOfUID[uid] else {
            groupOfUID[uid] = groups.count
            groups.append(ImportGroup(part, origin, remarks, calendar: calendar))
            return
        }
        // One UID may be written with escapes and without; the parts of an object write it alike.
        var part = part
        if let written = groups[index].parts[0].first("UID") { part.set(written) }
        groups[index].add(part, origin, remarks, mostOctets: mostOctets)
    }

    /// Returns a UID for a component without one: in the form of RFC 9562, from a digest of its text.
    private func uid(for part: Component) -> String {
        uuidText(Array(sha256(CalendarStream([part]).octets).prefix(16)), version: 8)
    }

    /// Returns a UID for an entry that shares its UID with another: the same for every version of it.
    private func uid(ofSeparate part: Component, _ shared: [UInt8]) -> String {
        uuidText(Array(sha256(shared + Array("\n\(part.startText)".utf8)).prefix(16)), version: 8)
    }

    /// Returns an object: a VCALENDAR with the time zones it names, and its parts. X-WR-TIMEZONE stays if a floating
    /// time, or one in an unknown zone, needs it.
    func calendar(of group: ImportGroup, database: @escaping ZoneResolver.Database) -> Component {
        let source = calendars[group.calendar]
        var calendar = VCalendar(productID: productID).component
        if let writer = source.first("PRODID"), !writer.value.isEmpty { calendar.set(writer) }
        var named: Set<String> = []
        for part in group.parts { part.collectZones(into: &named) }
        calendar.components = named.sorted().compactMap { name in
            zones[group.calendar][name] ?? anyZone[name]
        }
        calendar.components += group.parts
        guard let zone = source.first("X-WR-TIMEZONE") else { return calendar }
        let unknown = ZoneResolver(database: database).unknownZones(in: group.parts)
        let isNeeded = group.parts.contains(where: \.hasFloatingTime)
            || unknown.contains { zones[group.calendar][$0] == nil && anyZone[$0] == nil }
        if isNeeded { calendar.set(zone) }
        return calendar
    }
}

/// The parts of a file with one UID.
struct ImportGroup {
    private(set) var parts: [Component]
    private(set) var remarks: [ImportRemark]
    /// The first part without RECURRENCE-ID; nil if there is none so far.
    private(set) var master: Component?
    /// Parts that a newer one replaces.
    private(set) var repeated: [RefusedObject] = []
    let origin: ObjectOrigin
    /// The number of the calendar of the first part.
    let calendar: Int
    /// True if parts were left out, since those before them have more octets than an object may have.
    private(set) var isTooLarge = false
    private var octetCount: Int
    private var indexOfPart: [PartKey: Int]

    private struct PartKey: Hashable {
        let name: String
        let occurrence: String?

        init(_ part: Component) {
            name = part.name
            occurrence = part.occurrence
        }
    }

    init(_ part: Component, _ origin: ObjectOrigin, _ remarks: [ImportRemark], calendar: Int) {
        parts = [part]
        self.remarks = remarks
        master = part.occurrence == nil ? part : nil
        indexOfPart = [PartKey(part): 0]
        octetCount = CalendarStream([part]).octets.count
        self.origin = origin
        self.calendar = calendar
    }

    /// Adds a part, in place of an older version of the same part.
    mutating func add(_ part: Component, _ origin: ObjectOrigin, _ remarks: [ImportRemark], mostOctets: Int?) {
        if master == nil, part.occurrence == nil { master = part }
        self.remarks += remarks
        guard let index = indexOfPart[PartKey(part)] else {
            isTooLarge = isTooLarge || mostOctets.map { octetCount > $0 } ?? false
            guard !isTooLarge else { return }
            indexOfPart[PartKey(part)] = parts.count
            parts.append(part)
            octetCount += CalendarStream([part]).octets.count
            return
        }
        guard parts[index] != part else { return }
        repeated.append(RefusedObject(origin: origin, reason: .repeated))
        if !ObjectVersion([part]).isOlder(than: ObjectVersion([parts[index]])) { parts[index] = part }
    }
}

/// The age of an object: SEQUENCE, then LAST-MODIFIED, as scheduling compares them (RFC 5546 §2.1.5).
struct ObjectVersion: Sendable {
    private var sequence = 0
    private var lastModified = ""

    init(_ parts: [Component]) {
        for part in parts {
            sequence = max(sequence, part.first("SEQUENCE").flatMap { Int($0.value) } ?? 0)
            lastModified = max(lastModified, part.first("LAST-MODIFIED")?.value ?? "")
        }
    }

    init(octets: [UInt8]) {
        self.init(storedCalendar(octets)?.components.filter { $0.name != "VTIMEZONE" } ?? [])
    }

    /// Returns true only if both say so: without LAST-MODIFIED, an object is not older.
    func isOlder(than other: ObjectVersion) -> Bool {
        if sequence != other.sequence { return sequence < other.sequence }
        return !lastModified.isEmpty && lastModified < other.lastModified
    }
}

extension Problem {
    /// True if a line or a parameter is lost and nothing else, so that the rest of the component can be kept.
    fileprivate var leavesTheRest: Bool { reason == .notAContentLine || reason == .invalidParameter }

    /// Returns the problem in a text that has more lines before this one.
    fileprivate func moved(by lines: Int) -> Problem {
        Problem(reason, line: line.map { $0 + lines }, name: name)
    }
}

extension Component {
    /// The text of RECURRENCE-ID; nil for the series.
    fileprivate var occurrence: String? { first("RECURRENCE-ID")?.value }

    /// Adds the TZIDs of all properties, also of alarms.
    func collectZones(into names: inout Set<String>) {
        for property in properties {
            if let name = property.parameter("TZID") { names.insert(name) }
        }
        for component in components { component.collectZones(into: &names) }
    }

    /// True if one of its times is on no clock: neither UTC, nor a zone's, nor a day.
    fileprivate var hasFloatingTime: Bool {
        ["DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "RDATE", "EXDATE"].flatMap(all).contains {
            $0.parameter("TZID") == nil && $0.value.contains("T") && !$0.value.hasSuffix("Z")
        }
    }
}

/// Jadwal as the writer of calendar files.
let productID = "-//Jadwal//Calendars//EN"
