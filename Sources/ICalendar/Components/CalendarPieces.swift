/// A calendar file cut into the components of its calendars, before they are read (RFC 5545 §3.4).
///
/// Each piece is read alone, so that one that is broken spoils no other, and a large file never becomes one tree.
public struct CalendarPieces: Sendable {
    /// One component: an event, a to-do, a time zone or another.
    public struct Piece: Hashable, Sendable {
        /// The name after its BEGIN, in upper case, as in VEVENT.
        public let name: String
        /// The number of its first line in the file, from 1.
        public let line: Int
        /// The number of its calendar, from 0.
        public let calendar: Int
        /// The text, from BEGIN on.
        public let octets: [UInt8]
    }

    /// The calendars without their components: METHOD, the name and other properties.
    public private(set) var calendars: [Component] = []
    /// The components in the order of the file.
    public private(set) var pieces: [Piece] = []

    private var lineNumber = 0
    /// The lines of the open calendar; nil outside of one.
    private var calendarLines: [UInt8]?
    private var open: OpenPiece?

    private struct OpenPiece {
        let name: String
        let line: Int
        var octets: [UInt8] = []
        /// The components that have begun and not ended, from the outermost.
        var names: [String]
    }

    /// Cuts a text. It cannot fail: whatever is wrong in a piece, reading the piece finds it.
    ///
    /// - Parameter limit: the most pieces; the rest of the file is left out.
    public init(_ octets: [UInt8], limit: Int) {
        let octets = utf8FromUTF16(octets) ?? octets
        var position = octets.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while position < octets.count, pieces.count < limit {
            let start = position
            position = endOfLine(octets, from: start)
            lineNumber += 1
            take(octets[start..<position])
        }
        close()
        closeCalendar()
    }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        if let name = componentName("BEGIN:", line) {
            begin(name)
            if open != nil { open?.octets += line }
        } else if let name = componentName("END:", line) {
            end(name, line)
        } else if open != nil {
            open?.octets += line
        } else {
            calendarLines? += line
        }
    }

    private mutating func begin(_ name: String) {
        if name == VCalendar.componentName {
            close()
            closeCalendar()
            calendarLines = []
            return
        }
        // An event cannot be inside another one: the END of the first is missing.
        if outermost.contains(name), open?.names.contains("VAVAILABILITY") != true { close() }
        if open == nil {
            if calendarLines == nil { calendarLines = [] }
            open = OpenPiece(name: name, line: lineNumber, names: [name])
        } else {
            open?.names.append(name)
        }
    }

    private mutating func end(_ name: String, _ line: ArraySlice<UInt8>) {
        if name == VCalendar.componentName {
            close()
            closeCalendar()
            return
        }
        guard let piece = open else { return }
        open?.octets += line
        guard let index = piece.names.lastIndex(of: name) else { return }
        open?.names.removeSubrange(index...)
        if index == 0 { close() }
    }

    private mutating func close() {
        guard let piece = open else { return }
        open = nil
        pieces.append(Piece(name: piece.name, line: piece.line, calendar: calendars.count, octets: piece.octets))
    }

    private mutating func closeCalendar() {
        guard let lines = calendarLines else { return }
        calendarLines = nil
        let text = Array("BEGIN:VCALENDAR\r\n".utf8) + lines + Array("\r\nEND:VCALENDAR\r\n".utf8)
        var calendar = Component(VCalendar.componentName)
        do throws(Problem) {
            calendar = try CalendarStream(text).components.first ?? calendar
        } catch {
            // Without its properties, such as its name, a calendar still has its components.
        }
        calendars.append(calendar)
    }
}

/// The components that are directly in a calendar.
private let outermost: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY"]

/// Returns the position after the line that begins at `start`, with its line break.
private func endOfLine(_ octets: [UInt8], from start: Int) -> Int {
    var position = start
    while position < octets.count, octets[position] != carriageReturn, octets[position] != lineFeed { position += 1 }
    while position < octets.count, octets[position] == carriageReturn { position += 1 }
    if position < octets.count, octets[position] == lineFeed { position += 1 }
    return position
}

/// Returns the name in a line as `BEGIN:VEVENT`, in upper case; nil if the line is another.
private func componentName(_ keyword: String, _ line: ArraySlice<UInt8>) -> String? {
    guard line.count > keyword.utf8.count, line.count < 80,
          zip(line, keyword.utf8).allSatisfy({ $0 & ~0x20 == $1 & ~0x20 })
    else { return nil }
    let name = line.dropFirst(keyword.utf8.count).filter { !isSpace($0) && $0 != carriageReturn && $0 != lineFeed }
    return upperCased(name[...])
}
