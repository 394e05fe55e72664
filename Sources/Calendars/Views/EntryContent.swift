import ICalendar
import PrayerTimes
import Storage
import Text

/// The object of an entry.
struct EntryObject {
    let calendar: CalendarID
    let segment: String
    let kind: EntryKind
    /// As `CalendarEntry.version`.
    let version: [UInt8]
}

extension EntryObject {
    init(_ row: ViewObjectRow) {
        self.init(
            calendar: row.calendar, segment: row.segment, kind: EntryKind(component: row.kind), version: row.shortTag)
    }
}

/// The part of entries that does not depend on their times: texts and states of one component.
///
/// Reading it costs time for each octet of the component, so it is made once for all occurrences. Its texts are
/// shortened here, for all pages.
final class EntryContent: Sendable {
    let object: EntryObject
    let title: String
    let place: String
    /// The point of the place, as a program wrote it; nil without one.
    let point: Coordinates?
    let color: PaletteColor
    /// The address at which people join its meeting; nil without one, and for one that is too long for lists.
    let meeting: String?
    /// True if the place is the address of the meeting.
    let isAtMeeting: Bool
    let isTentative: Bool
    let isCancelled: Bool
    let isDeclined: Bool
    let isFree: Bool
    let isPrivate: Bool
    let isDone: Bool

    /// The longest address of a meeting in a list, in octets. Those of Teams have some 300.
    private static let mostMeetingOctets = 1_000

    /// - Parameter meeting: nil to look for one in the place.
    init(
        _ object: EntryObject, title: String, place: String, color: PaletteColor, isTentative: Bool = false,
        isCancelled: Bool = false, isDeclined: Bool = false, isFree: Bool, isPrivate: Bool = false,
        isDone: Bool = false, meeting: String? = nil, point: Coordinates? = nil
    ) {
        let meeting = (meeting ?? MeetingLink.first(in: place)).flatMap {
            $0.utf8.count <= Self.mostMeetingOctets ? $0 : nil
        }
        self.object = object
        self.title = title.shortened
        self.place = place.shortened
        self.point = point
        self.color = color
        self.meeting = meeting
        isAtMeeting = meeting.map { place.trimmed() == $0 } ?? false
        self.isTentative = isTentative
        self.isCancelled = isCancelled
        self.isDeclined = isDeclined
        self.isFree = isFree
        self.isPrivate = isPrivate
        self.isDone = isDone
    }
}

extension EntryContent {
    /// Reads a component.
    ///
    /// - Parameters:
    ///   - color: the calendar's.
    ///   - address: the customer's address in lower case.
    convenience init(_ object: EntryObject, _ part: Component, color: PaletteColor, address: String) {
        let status = part.first("STATUS")?.value.uppercased()
        let own = part.properties.lazy.filter { $0.name == "ATTENDEE" }.map(Person.init)
            .first { $0.mailAddress?.lowercased() == address }
        self.init(
            object, title: part.plainText("SUMMARY"), place: part.plainText("LOCATION"),
            color: part.first("COLOR").flatMap { CalendarPalette.named(css: $0.value) } ?? color,
            isTentative: status == "TENTATIVE", isCancelled: status == "CANCELLED",
            isDeclined: own?.participation == "DECLINED",
            isFree: part.first("TRANSP")?.value.uppercased() == "TRANSPARENT",
            isPrivate: (part.first("CLASS")?.value.uppercased() ?? "PUBLIC") != "PUBLIC",
            isDone: object.kind == .toDo && (status == "COMPLETED" || part.first("COMPLETED") != nil),
            meeting: part.meetingLink, point: part.point)
    }
}

/// The contents of one series, made when the first occurrence of a component needs them.
struct SeriesContents {
    let object: EntryObject
    let series: Series
    private let maker: EntryMaker
    private var contents = PartValues<EntryContent>()

    init(_ object: EntryObject, _ series: Series, _ maker: EntryMaker) {
        self.object = object
        self.series = series
        self.maker = maker
    }

    /// Returns the entry of an occurrence.
    mutating func entry(_ occurrence: Occurrence) -> CalendarEntry {
        let maker = maker, object = object, part = series.components[occurrence.partIndex]
        let content = contents.value(ofPart: occurrence.partIndex) { maker.content(object, part) }
        return maker.entry(content, occurrence, isRecurring: series.isRecurring)
    }
}
