import Crypto
import DAV
import ICalendar
import Runtime
package import Storage

/// The result of an import.
package struct ImportReport: Sendable {
    /// The objects that are new in the calendar.
    package var stored = 0
    /// The objects that replaced one with the same UID.
    package var replaced = 0
    /// The objects that the calendar already had, octet by octet.
    package var unchanged = 0
    /// In the order of the file.
    package var refused: [RefusedObject] = []
    /// The stored and replaced objects that are not as the file has them, in its order.
    package var mended: [MendedObject] = []

    package init() {}

    /// Adds the result for another file.
    package static func += (report: inout ImportReport, other: ImportReport) {
        report.stored += other.stored
        report.replaced += other.replaced
        report.unchanged += other.unchanged
        report.refused += other.refused
        report.mended += other.mended
    }
}

extension CalendarHome {
    /// Stores the objects of a file in a calendar.
    ///
    /// An object with the UID of a stored one replaces it, unless the stored one is newer. Objects are stored by the
    /// hundred: if the database is lost in the middle, the objects so far stay, and the file can be imported again.
    ///
    /// - Throws: `CalendarRefusal.noCalendar`.
    package func store(_ file: ImportFile, in segment: String) throws -> ImportReport {
        var report = ImportReport()
        report.refused = file.refused
        for objects in parts(of: file.objects) {
            var part = ImportReport()
            let uids = objects.map(\.new.uid)
            let isFound = try app.store.storeMany(of: owner, trash: trash, segment, uids: uids) { before in
                part = ImportReport()
                try requireWritable(before.calendar)
                return decide(objects, before, &part)
            }
            guard isFound else { throw CalendarRefusal.noCalendar }
            report += part
        }
        report.refused.sort { $0.origin.line < $1.origin.line }
        report.mended.sort { $0.origin.line < $1.origin.line }
        return report
    }

    /// Makes a calendar for the objects of a file, and stores them in it.
    ///
    /// - Parameters:
    ///   - name: its name; nil or empty for the name in the file.
    ///   - otherName: the name if the file has none either.
    /// - Returns: nil if the file has nothing to store. No calendar is made then.
    /// - Throws: `CalendarRefusal.tooManyCalendars`.
    package func storeInNewCalendar(
        _ file: ImportFile, name: String?, otherName: String
    ) throws -> (calendar: CalendarRow, report: ImportReport)? {
        guard !file.objects.isEmpty else { return nil }
        var values = CalendarValues()
        let names = [name, file.name, otherName].compactMap { $0.map(Self.fitName) }
        values.displayName = names.first { !$0.isEmpty } ?? ""
        values.color = try file.color ?? CalendarPalette.unused(beside: app.store.calendars(of: owner))
        values.components = file.kinds.sorted()
        let segment = Random.uuidV4()
        try make(values, at: segment)
        let report = try store(file, in: segment)
        guard let calendar = try calendar(segment) else { throw CalendarRefusal.noCalendar }
        return (calendar, report)
    }

    /// Returns a name as a form would take it: at most 100 characters as Unicode counts them, and of those that are
    /// unfit for names only spaces in their place.
    private static func fitName(_ name: String) -> String {
        let fit = name.unicodeScalars.map { $0.isUnfitForNames ? " " : String($0) }.joined()
        let words = fit.split(separator: " ").joined(separator: " ")
        var short = String.UnicodeScalarView()
        short.append(contentsOf: words.unicodeScalars.prefix(100))
        return String(short)
    }

    private func decide(
        _ objects: [ImportedObject], _ before: CalendarBeforeMany, _ report: inout ImportReport
    ) -> [PlacedObject] {
        var placed: [PlacedObject] = []
        var free = app.config.objectsPerCalendar - before.calendar.objectCount
        var room = mostOctets - before.ownersOctets
        for object in objects {
            let existing = before.existing[Array(object.new.uid.utf8)]
            let refusal = refusal(of: object, existing, before.calendar, free: free, room: room)
            if let refusal {
                report.refused.append(RefusedObject(origin: object.origin, reason: refusal))
                continue
            }
            if existing?.member.tag == object.new.tag {
                report.unchanged += 1
                continue
            }
            if !object.remarks.isEmpty { report.mended.append(object.mended(in: self, before.calendar)) }
            room -= object.new.octets.count - (existing?.member.octetCount ?? 0)
            if existing == nil {
                free -= 1
                report.stored += 1
            } else {
                report.replaced += 1
            }
            placed.append(PlacedObject(
                object.new, at: existing?.member.segment ?? "\(Random.uuidV4()).ics",
                replacing: existing?.member.octetCount))
        }
        return placed
    }

    private func refusal(
        of object: ImportedObject, _ existing: ObjectRow?, _ calendar: CalendarRow, free: Int, room: Int
    ) -> ImportRefusal? {
        guard calendar.components.contains(object.new.kind) else { return .defect(.unsupportedKind(object.new.kind)) }
        let more = object.new.octets.count - (existing?.member.octetCount ?? 0)
        if let existing {
            if existing.member.tag == object.new.tag { return nil }
            if object.version.isOlder(than: ObjectVersion(octets: existing.octets)) { return .older }
        } else if free <= 0 {
            return .tooManyObjects(limit: app.config.objectsPerCalendar)
        }
        return more > 0 && more > room ? .full(megabytes: app.config.calendarMegabytes) : nil
    }

    /// Returns the objects in parts that a transaction stores at once: at most 200, and few megabytes.
    func parts(of objects: [ImportedObject]) -> [[ImportedObject]] {
        var parts: [[ImportedObject]] = []
        var start = objects.startIndex, octets = 0
        for index in objects.indices {
            octets += objects[index].new.octets.count
            guard index - start == 199 || octets > 4 << 20 else { continue }
            parts.append(Array(objects[start...index]))
            (start, octets) = (index + 1, 0)
        }
        if start < objects.endIndex { parts.append(Array(objects[start...])) }
        return parts
    }
}

extension ImportedObject {
    /// Returns what is not as the file has it, with the zone in which a calendar reads times of unknown zones.
    fileprivate func mended(in home: CalendarHome, _ calendar: CalendarRow) -> MendedObject {
        MendedObject(origin: origin, remarks: remarks.map { remark in
            guard case .unknownZone(let name, readIn: nil) = remark else { return remark }
            return .unknownZone(name, readIn: home.floatingZoneName(in: calendar))
        })
    }
}
