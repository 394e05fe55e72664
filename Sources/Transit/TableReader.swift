/// A row of a table, while it is being read.
struct TableRow {
    /// The bytes of all fields, without quotes.
    let text: UnsafeBufferPointer<UInt8>
    /// The end of each field in `text`.
    let ends: UnsafeBufferPointer<Int>
    /// The line of the file on which the row begins.
    let line: Int

    /// The bytes of a field, without blanks around it; empty if the row has no such field.
    subscript(column: Int) -> UnsafeBufferPointer<UInt8> {
        guard column >= 0, column < ends.count else { return UnsafeBufferPointer(rebasing: text[..<0]) }
        var start = column == 0 ? 0 : ends[column - 1], end = ends[column]
        while start < end, text[start] == UInt8(ascii: " ") { start += 1 }
        while start < end, text[end - 1] == UInt8(ascii: " ") { end -= 1 }
        return UnsafeBufferPointer(rebasing: text[start..<end])
    }
}

/// A reader of comma-separated values (RFC 4180) that gets its bytes in pieces.
///
/// It takes a byte order mark at the start, LF, CR LF and CR as ends of lines, and lines that are empty. A quote
/// inside a field that does not begin with one is an ordinary character.
struct TableReader {
    private let file: FeedFile, rowBytes: Int
    private var text: [UInt8] = [], ends: [Int] = []
    private var state = State.fieldStart
    private var marks = 0, isAtStart = true, isAfterReturn = false
    private var line = 1, rowLine = 1

    private enum State { case fieldStart, plain, quoted, quoteInQuoted }

    init(_ file: FeedFile, rowBytes: Int) {
        self.file = file
        self.rowBytes = rowBytes
        text.reserveCapacity(256)
    }

    /// Reads the next bytes, and calls `take` for each row that they complete.
    mutating func read(
        _ bytes: UnsafeRawBufferPointer, _ take: (TableRow) throws(FeedError) -> Void
    ) throws(FeedError) {
        for byte in bytes {
            if isAtStart {
                if marks < 3, byte == Self.byteOrderMark[marks] {
                    marks += 1
                    continue
                }
                isAtStart = false
            }
            if state == .quoted {
                if byte == UInt8(ascii: "\"") { state = .quoteInQuoted } else { try append(byte) }
                continue
            }
            switch byte {
            case UInt8(ascii: ","):
                ends.append(text.count)
                state = .fieldStart
            case UInt8(ascii: "\n") where isAfterReturn:
                rowLine = line
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                try endRow(take)
            case UInt8(ascii: "\"") where state == .fieldStart:
                state = .quoted
            case UInt8(ascii: "\"") where state == .quoteInQuoted:
                try append(byte)
                state = .quoted
            default:
                try append(byte)
                state = .plain
            }
            isAfterReturn = byte == UInt8(ascii: "\r")
        }
    }

    /// Reads the last row if no end of line follows it.
    ///
    /// - Returns: the line of a row whose quote is open; nil if all are closed.
    mutating func finish(_ take: (TableRow) throws(FeedError) -> Void) throws(FeedError) -> Int? {
        let open = state == .quoted ? rowLine : nil
        if !text.isEmpty || !ends.isEmpty { try endRow(take) }
        return open
    }

    private mutating func append(_ byte: UInt8) throws(FeedError) {
        guard text.count < rowBytes else { throw .rowTooLong(file, line: rowLine) }
        if byte == UInt8(ascii: "\n") { line += 1 }
        text.append(byte)
    }

    private mutating func endRow(_ take: (TableRow) throws(FeedError) -> Void) throws(FeedError) {
        line += 1
        ends.append(text.count)
        let result: Result<Void, FeedError> = text.withUnsafeBufferPointer { text in
            ends.withUnsafeBufferPointer { ends in
                guard ends.count > 1 || !text.isEmpty else { return .success(()) }
                do throws(FeedError) {
                    return .success(try take(TableRow(text: text, ends: ends, line: rowLine)))
                } catch {
                    return .failure(error)
                }
            }
        }
        text.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        state = .fieldStart
        rowLine = line
        try result.get()
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
