/// A line of an export that begins a message: its stamp, and what follows it.
struct ExportLine {
    enum Layout { case bracket, dash, comma }

    let layout: Layout
    let stamp: ExportStamp
    /// The rest of the line: the sender, a colon and the text, or a line of the app.
    let rest: [Unicode.Scalar]

    /// Reads the head of a line, or returns nil if the line continues a message.
    init?(_ line: [Unicode.Scalar], words: ExportWords) {
        var reader = HeadReader(scalars: line, words: words)
        reader.skipBlanks()
        let isBracket = reader.take("[")
        guard let date = reader.date(), let time = reader.time(isBracket: isBracket) else { return nil }
        layout = time.layout
        rest = Array(line[reader.index...])
        stamp = ExportStamp(
            numbers: date.numbers, hasMonthName: date.hasMonthName, hour: time.hour, minute: time.minute,
            second: time.second, half: time.half, look: Self.look(date, time, line))
        guard layout != .comma || rest.contains(":") else { return nil }
    }

    /// Returns the order that the look of a stamp means.
    ///
    /// Only English of the United States writes `2/3/25, 8:05 PM`: slashes, no zeros in front, two digits of the
    /// year, capitals.
    private static func look(_ date: HeadReader.Date, _ time: HeadReader.Time, _ line: [Unicode.Scalar]) -> DateOrder? {
        if date.numbers[0].digits == 4 { return .ymd }
        guard time.half != nil, time.hasLatinCapitals, date.separator == "/", date.numbers[2].digits == 2,
            date.numbers.dropLast().contains(where: { $0.digits == 1 })
        else { return nil }
        return .mdy
    }
}

/// Walks over the scalars of a line's head. Marks of direction never matter in it.
struct HeadReader {
    let scalars: [Unicode.Scalar]
    let words: ExportWords
    var index = 0

    struct Date {
        let numbers: [(value: Int, digits: Int)]
        let separator: Unicode.Scalar
        let hasMonthName: Bool
    }

    struct Time {
        let hour: Int, minute: Int, second: Int
        let half: ExportWords.Half?
        let hasLatinCapitals: Bool
        let layout: ExportLine.Layout
    }

    private static let separators: Set<Unicode.Scalar> = ["/", ".", "-", "\u{2010}", "\u{2011}", "年", "月", "년", "월"]
    private static let dashes: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}", "–", "—", "−"]

    var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    mutating func skipMarks() {
        while let scalar = current, isMark(scalar) { index += 1 }
    }

    mutating func skipBlanks() {
        while let scalar = current, isMark(scalar) || isBlank(scalar) { index += 1 }
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard current == scalar else { return false }
        index += 1
        return true
    }

    mutating func date() -> Date? {
        guard let first = number() else { return nil }
        skipBlanks()
        guard let separator = current else { return nil }
        let afterFirst = index
        if let second = separatorThen({ $0.number() }) {
            guard let third = separatorThen({ $0.number() }) else { return nil }
            return Date(numbers: [first, second, third], separator: separator, hasMonthName: false)
        }
        // "23 Feb 2025", "23-Feb-2025"
        index = afterFirst
        if Self.separators.contains(separator) { index += 1 }
        guard let month = words.months[word()] else { return nil }
        skipBlanks()
        if let scalar = current, Self.separators.contains(scalar) { index += 1 }
        guard let third = number() else { return nil }
        return Date(numbers: [first, (month, 2), third], separator: separator, hasMonthName: true)
    }

    /// Reads what is between date and time, the time, and what closes the head.
    mutating func time(isBracket: Bool) -> Time? {
        let gap = index
        while let scalar = current, digit(scalar) == nil {
            guard index - gap < 20, scalar != "]", scalar != "[", scalar != ":" else { return nil }
            index += 1
        }
        var half = words.half(scalars[gap..<index]), hasCapitals = false
        guard index > gap, let hour = number(), hour.digits <= 2, hour.value <= 24,
            let minute = clockPart(), let next = Optional(index)
        else { return nil }
        let second = clockPart()
        if second == nil { index = next }
        let tail = index
        skipTail(isBracket: isBracket)
        guard let end = current, isBracket ? end == "]" : isEnd(index) else { return nil }
        if half == nil {
            half = words.half(scalars[tail..<index])
            hasCapitals = scalars[tail..<index].contains { ("A"..."Z").contains($0) }
            if half == nil, !isBracket, !words.isClockWord(scalars[tail..<index]) { return nil }
        }
        let layout: ExportLine.Layout = isBracket ? .bracket : end == "," ? .comma : .dash
        index += 1
        skipBlanks()
        return Time(
            hour: hour.value, minute: minute, second: second ?? 0, half: half, hasLatinCapitals: hasCapitals,
            layout: layout)
    }

    /// Skips the rest of the head: a half of the day, "Uhr".
    private mutating func skipTail(isBracket: Bool) {
        let tail = index
        while let scalar = current, digit(scalar) == nil, index - tail <= 20 {
            if isBracket ? scalar == "]" : isEnd(index) { return }
            index += 1
        }
    }

    /// Returns true at the dash after the stamp, which has blanks on both sides, and at a comma before a name.
    private func isEnd(_ index: Int) -> Bool {
        guard index + 1 < scalars.count, isBlank(scalars[index + 1]) else { return false }
        if scalars[index] == "," { return true }
        return Self.dashes.contains(scalars[index]) && index > 0
            && (isBlank(scalars[index - 1])
                || isMark(scalars[index - 1]))
    }

    /// Reads a separator and two digits.
    private mutating func clockPart() -> Int? {
        skipMarks()
        let start = index
        while let scalar = current, isBlank(scalar), index - start < 2 { index += 1 }
        guard let mark = current, [":", ".", "：", "h", "H", "٫", "時", "시", "分"].contains(mark) else { return nil }
        index += 1
        skipBlanks()
        guard let number = number(), number.digits == 2, number.value < 60 else { return nil }
        return number.value
    }

    private mutating func separatorThen<T>(_ read: (inout HeadReader) -> T?) -> T? {
        skipBlanks()
        guard let scalar = current, Self.separators.contains(scalar) else { return nil }
        index += 1
        skipBlanks()
        return read(&self)
    }

    private mutating func number() -> (value: Int, digits: Int)? {
        skipMarks()
        var value = 0, digits = 0
        while let scalar = current, let digit = digit(scalar), digits < 5 {
            value = value * 10 + digit
            digits += 1
            index += 1
        }
        return digits == 0 || digits > 4 ? nil : (value, digits)
    }

    private mutating func word() -> String {
        skipBlanks()
        var word = String.UnicodeScalarView()
        while let scalar = current, scalar.properties.isAlphabetic { word.append(scalar); index += 1 }
        return String(word).lowercased()
    }
}

/// Returns true for marks of direction, which have no width.
func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0x061C, 0xFEFF: true
    default: false
    }
}

/// Returns true for spaces, also those without break.
func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09, 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
}

/// Returns the value of a decimal digit of any script.
func digit(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x30...0x39: Int(scalar.value) - 0x30
    case 0x660...0x669: Int(scalar.value) - 0x660
    case 0x6F0...0x6F9: Int(scalar.value) - 0x6F0
    case 0..<0x80: nil
    default: scalar.properties.numericType == .decimal ? scalar.properties.numericValue.map { Int($0) } : nil
    }
}
