import Crypto
import DAV
package import ICalendar
import Runtime
import Storage

/// A calendar file that was read, cut into objects that calendars take.
package struct ImportFile: Sendable {
    /// The name of its first calendar that has one.
    package let name: String?
    /// The colour of its first calendar that has one: `#RRGGBB` or `#RRGGBBAA`, in capitals.
    package let color: String?
    /// The kinds of its objects that can be stored, as VEVENT.
    package let kinds: Set<String>
    /// In the order of the file.
    let objects: [ImportedObject]
    /// The components that no calendar takes.
    package let refused: [RefusedObject]

    /// The most components of a file.
    package static let mostComponents = 50_000

    package var isEmpty: Bool { objects.isEmpty && refused.isEmpty }
}

/// An object of a file that passed the checks of every calendar.
struct ImportedObject: Sendable {
    let new: NewObject
    let version: ObjectVersion
    let origin: ObjectOrigin
}

/// The place of an object in a file, for people to find it.
package struct ObjectOrigin: Sendable, Hashable {
    /// SUMMARY; nil if it has none.
    package let summary: String?
    /// The name of its first component, as VEVENT.
    package let kind: String
    /// The number of its first line, from 1.
    package let line: Int
}

/// An object that was not stored.
package struct RefusedObject: Sendable, Hashable {
    package let origin: ObjectOrigin
    package let reason: ImportRefusal
}

/// The reason why an object of a file was not stored.
package enum ImportRefusal: Sendable, Hashable {
    /// It breaks a rule of every calendar, or this calendar does not take its kind.
    case defect(ObjectDefect)
    /// The file has it twice; the newer one counts.
    case repeated
    /// The calendar has a newer version.
    case older
    /// The UID is longer than an index takes.
    case uidTooLong
    /// The rules of the file cost too much to check.
    case tooMuchWork
    case tooManyObjects(limit: Int)
    /// The customer's calendars hold as much as they may, in megabytes.
    case full(megabytes: Int)
}

extension CalendarHome {
    /// Reads a calendar file: one or several VCALENDARs, with any number of components.
    ///
    /// Components with one UID become one object. One without a UID gets one that depends on its text, so that it is
    /// the same object when the file comes again. METHOD is left out: the file is no message.
    package func read(file octets: [UInt8]) -> ImportFile {
        var work = Self.fileBudget
        return read(file: octets, &work)
    }

    /// Reads the calendar files of an archive. All together may cost as much work as one.
    package func read(files: [[UInt8]]) -> [ImportFile] {
        var work = Self.fileBudget
        return files.map { read(file: $0, &work) }
    }

    private func read(file octets: [UInt8], _ work: inout Int) -> ImportFile {
        let file = CalendarPieces(octets, limit: ImportFile.mostComponents)
        var reader = ImportReader(file, mostOctets: rules.octets)
        for piece in file.pieces where piece.name != "VTIMEZONE" { reader.add(piece) }
        var objects: [ImportedObject] = [], refused = reader.refused
        for group in reader.groups {
            refused += group.repeated
            do throws(NotImported) {
                objects.append(try checked(group, reader, &work))
            } catch {
                refused.append(RefusedObject(origin: group.origin, reason: error.reason))
            }
        }
        return ImportFile(
            name: file.calendars.lazy.compactMap { calendar in
                (calendar.first("NAME") ?? calendar.first("X-WR-CALNAME")).flatMap { try? $0.text() }
            }.first { !$0.isEmpty },
            color: file.calendars.lazy.compactMap {
                $0.first("X-APPLE-CALENDAR-COLOR").flatMap { CalendarColor($0.value)?.text }
            }.first,
            kinds: Set(objects.map(\.new.kind)), objects: objects,
            refused: refused.sorted { $0.origin.line < $1.origin.line })
    }

    private struct NotImported: Error {
        let reason: ImportRefusal
    }

    /// Checks an object by the rules of PUT.
    private func checked(
        _ group: ImportGroup, _ reader: ImportReader, _ work: inout Int
    ) throws(NotImported) -> ImportedObject {
        if group.isTooLarge { throw NotImported(reason: .defect(.tooLarge)) }
        guard work > 0 else { throw NotImported(reason: .tooMuchWork) }
        let steps = min(work, WorkBudget.standard.steps)
        var budget = WorkBudget(steps: steps)
        let text = reader.octets(of: group)
        // Each object gets a copy of its zones, so the objects may have far more text than the file.
        defer { work -= steps - budget.steps + text.count / 8 }
        let check = ObjectCheck(rules, floating: floating, database: zoneDatabase)
        let object: CheckedObject
        do throws(ObjectDefect) {
            object = try check.check(text: text, budget: &budget)
        } catch {
            throw NotImported(reason: .defect(error))
        }
        guard object.facts.uid.utf8.count <= Self.mostUIDOctets else { throw NotImported(reason: .uidTooLong) }
        return ImportedObject(new: newObject(object), version: ObjectVersion(group.parts), origin: group.origin)
    }

    /// The work for the rules of one file: some seconds.
    private static let fileBudget = 50_000_000
}

/// Puts the components of a file together to objects.
private struct ImportReader {
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
        var origin = ObjectOrigin(summary: nil, kind: piece.name, line: piece.line)
        let stream: CalendarStream
        do throws(Problem) {
            stream = try CalendarStream(piece.octets)
        } catch {
            refused.append(RefusedObject(origin: origin, reason: .defect(.invalid(error.moved(by: piece.line - 1)))))
            return
        }
        guard var part = stream.components.first else { return }
        origin = ObjectOrigin(
            summary: part.first("SUMMARY").flatMap { try? $0.text() }, kind: piece.name, line: piece.line)
        let broken = stream.problems.first { $0.reason == .notUTF8 || $0.reason.severity == .error }
        if let broken {
            let problem = broken.moved(by: piece.line - 1)
            let defect: ObjectDefect = broken.reason == .notUTF8 ? .notPlainText(problem) : .invalid(problem)
            refused.append(RefusedObject(origin: origin, reason: .defect(defect)))
            return
        }
        if part.first("UID")?.value.contains(where: { !$0.isWhitespace }) != true {
            part.set(Property("UID", value: uid(for: part)))
        }
        let uid: [UInt8]
        do throws(Problem) {
            uid = Array(try part.first("UID")?.text().utf8 ?? "".utf8)
        } catch {
            refused.append(RefusedObject(origin: origin, reason: .defect(.invalid(error.moved(by: piece.line - 1)))))
            return
        }
        if let index = groupOfUID[uid] {
            // One UID may be written with escapes and without; the parts of an object write it alike.
            if let written = groups[index].parts[0].first("UID") { part.set(written) }
            groups[index].add(part, origin, mostOctets: mostOctets)
        } else {
            groupOfUID[uid] = groups.count
            groups.append(ImportGroup(part, origin, calendar: piece.calendar))
        }
    }

    /// Returns a UID for a component without one: in the form of RFC 9562, from a digest of its text.
    private func uid(for part: Component) -> String {
        uuidText(Array(sha256(CalendarStream([part]).octets).prefix(16)), version: 8)
    }

    /// Returns the text of an object: a VCALENDAR with the time zones it names, and its parts.
    func octets(of group: ImportGroup) -> [UInt8] {
        let source = calendars[group.calendar]
        var calendar = VCalendar(productID: productID).component
        if let writer = source.first("PRODID"), !writer.value.isEmpty { calendar.set(writer) }
        if let zone = source.first("X-WR-TIMEZONE"), group.parts.contains(where: \.hasFloatingTime) {
            calendar.set(zone)
        }
        var named: Set<String> = []
        for part in group.parts { part.collectZones(into: &named) }
        calendar.components = named.sorted().compactMap { name in
            zones[group.calendar][name] ?? anyZone[name]
        }
        calendar.components += group.parts
        return CalendarStream([calendar]).octets
    }
}

/// The parts of a file with one UID.
private struct ImportGroup {
    private(set) var parts: [Component]
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

    init(_ part: Component, _ origin: ObjectOrigin, calendar: Int) {
        parts = [part]
        indexOfPart = [PartKey(part): 0]
        octetCount = CalendarStream([part]).octets.count
        self.origin = origin
        self.calendar = calendar
    }

    /// Adds a part, in place of an older version of the same part.
    mutating func add(_ part: Component, _ origin: ObjectOrigin, mostOctets: Int?) {
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
