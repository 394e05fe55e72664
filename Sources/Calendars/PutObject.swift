import Crypto
package import DAV
import ICalendar
import Runtime
package import Storage

/// An object that was stored.
package struct StoredObject: Sendable {
    /// True if there was nothing at its address.
    package let isNew: Bool
    /// The entity tag with its quotation marks.
    package let entityTag: String
    /// True if the stored octets are those that were sent.
    package let isAsSent: Bool
    package let octets: [UInt8]
    /// The way back; nil if nothing changed.
    package let undo: UndoToken?
}

extension CalendarHome {
    /// Stores an object at an address: creates or replaces it.
    ///
    /// - Parameters:
    ///   - octets: iCalendar text, or jCal, which is stored as iCalendar text.
    ///   - format: that of `octets`.
    ///   - inputs: what the times in it were computed from; nil if the worker shall compute them again.
    ///   - check: throws to refuse, by the state of the address.
    /// - Throws: `CalendarRefusal`, and what `check` throws.
    package func put(
        _ octets: [UInt8], as format: CalendarFormat = .iCalendar, at place: ObjectPlace,
        computedFrom inputs: String? = nil, if check: (PlaceBeforeWrite) throws -> Void = { _ in }
    ) throws -> StoredObject {
        guard place.segment.utf8.count <= 255 else { throw CalendarRefusal.addressTooLong }
        let checked = try checkedObject(octets, format)
        var new = newObject(checked)
        new.times?.inputs = inputs
        // Moved times are nobody's edit, so what they replace is not put into the trash.
        let changed = try app.store.change(
            of: owner, trash: inputs == nil ? trash : nil, place.calendar, place.segment, uid: new.uid
        ) { before in
            try check(before)
            try allow(new, in: before.calendar, at: place.segment, before.object, uid: before.segmentOfUID)
            try allow(more: new.octets.count - (before.object?.octetCount ?? 0), beside: before.ownersOctets)
            return before.object?.tag == new.tag ? .nothing : .store(new)
        }
        guard let (before, counter) = changed else { throw CalendarRefusal.noCalendar }
        let undo = before.object?.tag == new.tag
            ? nil : undoToken(before.object == nil ? .added : .edited, before.calendar.id, counter)
        return StoredObject(
            isNew: before.object == nil, entityTag: entityTag(digest: new.tag), isAsSent: checked.isAsSent,
            octets: checked.octets, undo: undo)
    }

    /// Checks an object by the rules of every calendar, and finds its facts.
    func checkedObject(
        _ octets: [UInt8], _ format: CalendarFormat = .iCalendar
    ) throws(CalendarRefusal) -> CheckedObject {
        var budget = WorkBudget.standard
        let object: CheckedObject
        do throws(ObjectDefect) {
            object = try ObjectCheck(rules, floating: floating, database: zoneDatabase)
                .check(octets, format, budget: &budget)
        } catch {
            throw .invalid(error)
        }
        guard object.facts.uid.utf8.count <= Self.mostUIDOctets else { throw .uidTooLong }
        return object
    }

    /// The longest UID that an index of the database takes. The longest known ones have some 300 octets.
    static let mostUIDOctets = 1_000

    func newObject(_ checked: CheckedObject) -> NewObject {
        let facts = checked.facts
        var new = NewObject(
            uid: facts.uid, kind: facts.kind, tag: Array(sha256(checked.octets).prefix(16)), octets: checked.octets,
            isRecurring: facts.isRecurring, summary: facts.summary,
            busy: BusyFacts(
                firstStart: facts.firstStart, lastEnd: facts.lastEnd, isFloating: facts.isFloating,
                isTransparent: facts.isTransparent, status: facts.status),
            view: facts.plain.map {
                ViewFacts(isAllDay: $0.isAllDay, isPrivate: $0.isPrivate, location: $0.location, color: $0.color)
            })
        new.words = SearchWords(checked.object.calendar)
        new.times = ComputedTimes(checked.object.calendar, database: zoneDatabase)
        new.reminders = reminders(of: checked.object.calendar)
        // The views read in the text which prayer an event follows, where its meeting is, and the point of its place.
        let hasMore = checked.object.calendar.components.contains { part in
            part.meetingLink != nil && MeetingLink.first(in: part.plainText("LOCATION")) == nil || part.point != nil
        }
        if new.times != nil || hasMore { new.view = nil }
        return new
    }

    /// Checks that a calendar takes an object at an address.
    ///
    /// - Parameter isMoreThanBefore: false for an object that only changes its name in the calendar.
    func allow(
        _ new: NewObject, in calendar: CalendarRow, at segment: String, _ replaced: MemberRow?, uid uidSegment: String?,
        isMoreThanBefore: Bool = true
    ) throws {
        try requireWritable(calendar)
        guard calendar.components.contains(new.kind)
        else { throw CalendarRefusal.invalid(.unsupportedKind(new.kind)) }
        // A new UID at an address that has an object is a conflict as well (RFC 4791 §5.3.2.1).
        if let uidSegment, !uidSegment.utf8.elementsEqual(segment.utf8) {
            throw CalendarRefusal.uidTaken(segment: uidSegment)
        }
        if replaced != nil, uidSegment == nil { throw CalendarRefusal.uidTaken(segment: segment) }
        let limit = app.config.objectsPerCalendar
        guard replaced != nil || !isMoreThanBefore || calendar.objectCount < limit
        else { throw CalendarRefusal.tooManyObjects(limit: limit) }
    }

    /// Checks that the customer may write into a calendar.
    func requireWritable(_ calendar: CalendarRow) throws {
        guard !calendar.isReadOnly || author == .jadwal else { throw CalendarRefusal.readOnly }
    }

    /// Checks that the customer's calendars have room.
    func allow(more octets: Int, beside all: Int) throws {
        guard octets <= 0 || all + octets <= mostOctets
        else { throw CalendarRefusal.full(megabytes: app.config.calendarMegabytes) }
    }
}
