import Crypto
import ICalendar
import Text

/// A good answer: a calendar cut into its entries, before the calendar engine reads them.
///
/// An entry is all components with one UID. Its digest leaves out what many servers change at each fetch: the stamps,
/// the identifier, and the order of lines and components. So entries that did not change are never read.
struct OutsideAnswer {
    /// The name that the calendar has; nil if it has none.
    let name: String?
    /// The interval in which it wants to be asked, in seconds.
    let refreshSeconds: Int?
    private(set) var entries: [OutsideEntry]
    /// The entries that were left out, since there are too many.
    private(set) var leftOutCount = 0
    /// The lines of the calendars and the time zones, which all entries share.
    private let shared: [UInt8]

    /// The most components of an answer.
    private static let mostComponents = 100_000

    /// - Parameter host: that of the address; some hosts have entries that nobody wants to see.
    init(_ octets: [UInt8], host: String) throws(FetchProblem) {
        try Self.checkWhole(octets)
        let pieces = CalendarPieces(octets, limit: Self.mostComponents)
        let zones = pieces.pieces.filter { $0.name == "VTIMEZONE" }.map(\.octets)
        let properties = pieces.calendars.lazy.compactMap { $0.first("X-WR-TIMEZONE") }.first.map { [$0] } ?? []
        let calendar = CalendarStream([Component("VCALENDAR", properties: properties)]).octets
        let end = Array("END:VCALENDAR\r\n".utf8)
        shared = Array(calendar.dropLast(end.count)) + zones.flatMap(\.self)
        name = pieces.calendars.lazy.compactMap { calendar in
            (calendar.first("NAME") ?? calendar.first("X-WR-CALNAME")).flatMap { try? $0.text() }
        }.first { !$0.isEmpty }
        refreshSeconds = pieces.calendars.lazy.compactMap { calendar in
            (calendar.first("REFRESH-INTERVAL") ?? calendar.first("X-PUBLISHED-TTL")).flatMap {
                Intervals.duration($0.value)
            }
        }.first
        let zoneDigest = LineDigest.sum(of: [calendar] + zones)
        let parts = pieces.pieces.filter { ["VEVENT", "VTODO", "VJOURNAL"].contains($0.name) }
            .map { OutsidePart($0.octets) }.filter { !$0.isHidden(host: host) }
        entries = OutsideEntry.entries(of: parts, zoneDigest)
    }

    /// The digest of everything, whatever the order.
    var digest: [UInt8] {
        sha256(entries.map(\.digest).sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
    }

    /// Leaves out the entries that are farthest from a day, if there are too many. Series stay.
    mutating func limit(to most: Int, around today: Int) {
        guard entries.count > most else { return }
        leftOutCount = entries.count - most
        entries = Array(entries.sorted { one, other in
            (one.lastDay.map { abs($0 - today) } ?? 0) < (other.lastDay.map { abs($0 - today) } ?? 0)
        }.prefix(most))
    }

    /// Returns a calendar file of some of the entries.
    func file(of entries: [OutsideEntry]) -> [UInt8] {
        shared + entries.flatMap { $0.octets } + Array("END:VCALENDAR\r\n".utf8)
    }

    /// Checks that a text is a calendar from its first line to its last.
    private static func checkWhole(_ octets: [UInt8]) throws(FetchProblem) {
        // UTF-16 is read by the engine, which knows it by its mark.
        if octets.starts(with: [0xFE, 0xFF]) || octets.starts(with: [0xFF, 0xFE]) { return }
        let body = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? octets.dropFirst(3) : octets[...]
        let text = body.drop { isWhiteSpace($0) || $0 == 0 }
        if text.first == UInt8(ascii: "<") { throw .webPage }
        guard startsWithWord(text, "BEGIN:VCALENDAR") else { throw .notACalendar }
        let isBlankEnd: (UInt8) -> Bool = { isWhiteSpace($0) || $0 == 0 || $0 == 0x1A }
        var end = text.endIndex
        while end > text.startIndex, isBlankEnd(text[end - 1]) { end -= 1 }
        let last = text[..<end].suffix(13)
        guard startsWithWord(last, "END:VCALENDAR") else { throw .cutOff }
    }

    private static func startsWithWord(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
        text.count >= word.utf8.count && zip(text, word.utf8).allSatisfy { byte, letter in
            (isLetter(byte) ? byte & ~0x20 : byte) == letter
        }
    }
}
