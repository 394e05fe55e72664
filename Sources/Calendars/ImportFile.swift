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

    /// The work that reading it took, in the steps of `WorkBudget`.
    package let steps: Int

    package var isEmpty: Bool { objects.isEmpty && refused.isEmpty }
}

/// An object of a file that passed the checks of every calendar.
struct ImportedObject: Sendable {
    let new: NewObject
    let version: ObjectVersion
    let origin: ObjectOrigin
    /// The differences from the file, each once.
    let remarks: [ImportRemark]
}

/// The place of an object in a file, for people to find it.
package struct ObjectOrigin: Sendable, Hashable {
    /// SUMMARY; nil if it has none.
    package let summary: String?
    /// DTSTART or DUE, as the file has it; nil if it has none, or none that can be read.
    package let start: DateOrTime?
    /// The name of its first component, as VEVENT.
    package let kind: String
    /// The number of its first line, from 1.
    package let line: Int
}

extension CalendarHome {
    /// Reads a calendar file: one or several VCALENDARs, with any number of components.
    ///
    /// Components with one UID become one object. One without a UID gets one that depends on its text, so that it is
    /// the same object when the file comes again. METHOD is left out: the file is no message.
    ///
    /// It takes everything that PUT takes. It mends what programs write against the standard, and says so. It refuses
    /// only objects that cannot be kept.
    package func read(file octets: [UInt8]) -> ImportFile {
        var work = FileWork()
        return read(file: octets, &work)
    }

    /// Reads the calendar files of an archive. All together may cost as much work as one.
    package func read(files: [[UInt8]]) -> [ImportFile] {
        var work = FileWork()
        return files.map { read(file: $0, &work) }
    }

    /// Reads a calendar file of somebody else.
    ///
    /// - Parameter adapt: changes an object, as a VCALENDAR, before it is checked.
    func read(file octets: [UInt8], adapt: (inout Component) -> Void) -> ImportFile {
        var work = FileWork()
        return read(file: octets, &work, adapt: adapt)
    }

    private func read(
        file octets: [UInt8], _ work: inout FileWork, adapt: (inout Component) -> Void = { _ in }
    ) -> ImportFile {
        let stepsBefore = work.steps
        work.octets = FileWork.mostOctets(ofFile: octets.count)
        let file = CalendarPieces(octets, limit: ImportFile.mostComponents)
        var reader = ImportReader(file, mostOctets: rules.octets)
        for piece in file.pieces where piece.name != "VTIMEZONE" { reader.add(piece) }
        var objects: [ImportedObject] = [], refused = reader.refused
        for group in reader.groups {
            refused += group.repeated
            do throws(NotImported) {
                objects.append(try checked(group, reader, &work, adapt))
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
            refused: refused.sorted { $0.origin.line < $1.origin.line }, steps: stepsBefore - work.steps)
    }

    private struct NotImported: Error {
        let reason: ImportRefusal
    }

    /// Checks an object by the rules of PUT.
    private func checked(
        _ group: ImportGroup, _ reader: ImportReader, _ work: inout FileWork, _ adapt: (inout Component) -> Void
    ) throws(NotImported) -> ImportedObject {
        if group.isTooLarge { throw NotImported(reason: .defect(.tooLarge)) }
        guard work.steps > 0, work.octets > 0 else { throw NotImported(reason: .tooMuchWork) }
        let steps = min(work.steps, WorkBudget.standard.steps)
        var budget = WorkBudget(steps: steps)
        var calendar = reader.calendar(of: group, database: zoneDatabase)
        let zones = ZoneResolver(calendar, database: zoneDatabase, evaluated: work.evaluated, budget: &budget)
        let mended = calendar.mend(zones)
        adapt(&calendar)
        let text = CalendarStream([calendar]).octets
        defer {
            work.steps -= steps - budget.steps + text.count / 8
            work.octets -= text.count
        }
        let check = ObjectCheck(rules, floating: floating, database: zoneDatabase, evaluated: work.evaluated)
        let object: CheckedObject
        do throws(ObjectDefect) {
            object = try check.check(text, budget: &budget)
        } catch {
            throw NotImported(reason: .defect(error))
        }
        guard object.facts.uid.utf8.count <= Self.mostUIDOctets else { throw NotImported(reason: .uidTooLong) }
        var remarks = group.remarks, said: Set<ImportRemark> = []
        remarks += (mended + object.object.tolerated).compactMap(ImportRemark.init)
        remarks += zones.unknownZones(in: calendar.components).map { name in
            .unknownZone(name, readIn: zones.floatingRules == nil ? nil : calendar.first("X-WR-TIMEZONE")?.value)
        }
        return ImportedObject(
            new: newObject(object), version: ObjectVersion(group.parts), origin: group.origin,
            remarks: remarks.filter { said.insert($0).inserted })
    }
}

/// The work that is left for files.
private struct FileWork {
    /// The steps for the rules and zones of all files: some seconds.
    var steps = 50_000_000
    /// The octets that the objects of the file may have.
    var octets = 0
    let evaluated = EvaluatedZones()

    /// Returns the most octets for the objects of a file. Each object gets a copy of its zones. A short event has some
    /// ten times its own text then.
    static func mostOctets(ofFile count: Int) -> Int { 4 << 20 + 32 * count }
}
