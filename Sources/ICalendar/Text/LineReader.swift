/// Unfolds the content lines of a text. RFC 5545 §3.1 breaks a long line by CRLF and one white space, at any
/// octet, even inside a character.
///
/// Works on octets, with one buffer for all lines.
struct LineReader {
    /// The line read last: unfolded, without its line break and without control characters.
    private(set) var line: [UInt8] = []
    /// The number of its first line in the text, from 1.
    private(set) var number = 0

    private let octets: [UInt8]
    private var position = 0
    /// The number of the physical line that begins at `position`.
    private var physicalLine = 1
    private var hasNotedLineFeed = false

    init(_ octets: [UInt8], _ log: inout ProblemLog) throws(Problem) {
        if let text = utf8FromUTF16(octets) {
            try log.note(.utf16, line: 1)
            self.octets = text
            return
        }
        self.octets = octets
        if octets.starts(with: [0xEF, 0xBB, 0xBF]) {
            try log.note(.byteOrderMark, line: 1)
            position = 3
        }
    }

    /// Reads the next line that is not empty.
    ///
    /// - Returns: false at the end of the text.
    mutating func next(_ log: inout ProblemLog) throws(Problem) -> Bool {
        while position < octets.count {
            number = physicalLine
            line.removeAll(keepingCapacity: true)
            try readPhysicalLine(&log)
            while position < octets.count, isSpace(octets[position]) {
                position += 1
                try readPhysicalLine(&log)
            }
            if line.contains(where: { !isSpace($0) }) { return true }
            try log.note(.emptyLine, line: number)
        }
        return false
    }

    /// Appends the octets before the next line break, and moves behind the break.
    private mutating func readPhysicalLine(_ log: inout ProblemLog) throws(Problem) {
        while true {
            let start = position
            position = firstControl(from: start)
            line += octets[start..<position]
            guard position < octets.count else {
                try log.note(.missingLineBreak, line: physicalLine)
                return
            }
            switch octets[position] {
            case lineFeed:
                position += 1
                physicalLine += 1
                // One program wrote the whole file, so one note is enough.
                if !hasNotedLineFeed {
                    hasNotedLineFeed = true
                    try log.note(.bareLineFeed, line: physicalLine - 1)
                }
                return
            case carriageReturn:
                try skipCarriageReturns(&log)
                return
            default:
                try log.note(.controlCharacter, line: physicalLine)
                position += 1
            }
        }
    }

    private mutating func skipCarriageReturns(_ log: inout ProblemLog) throws(Problem) {
        let start = position
        while position < octets.count, octets[position] == carriageReturn { position += 1 }
        let endsInLineFeed = position < octets.count && octets[position] == lineFeed
        if endsInLineFeed { position += 1 }
        if !endsInLineFeed || position - start > 2 { try log.note(.bareCarriageReturn, line: physicalLine) }
        physicalLine += 1
    }

    private func firstControl(from start: Int) -> Int {
        octets.withUnsafeBufferPointer { octets in
            var position = start
            while position < octets.count, !isControl(octets[position]) { position += 1 }
            return position
        }
    }
}
