import Templates

/// A text of another program, cut at the addresses and telephone numbers in it, which pages show as links.
///
/// Its links are those of the web, mail addresses and telephone numbers: nothing else that a program wrote is pressed.
struct LinkedText: Encodable {
    /// A part of the text; a link if it has an address.
    struct Piece: Encodable, Equatable {
        var text: String
        var address: String?
    }

    private(set) var pieces: [Piece] = []

    init(_ text: String) {
        var scanner = LinkScanner(text)
        while let link = scanner.next() {
            if !link.before.isEmpty { pieces.append(Piece(text: link.before)) }
            pieces.append(Piece(text: link.text, address: link.address))
        }
        if !scanner.rest.isEmpty { pieces.append(Piece(text: scanner.rest)) }
    }
}

/// A line of a note.
struct NoteLine: Encodable {
    /// True for a line that divides the note.
    var isRule = false
    var pieces: [LinkedText.Piece] = []

    /// Returns the lines of a note. The rows of underscores that programs write between an invitation and its note
    /// become one thin line, and none at the ends.
    static func lines(of note: String) -> [NoteLine] {
        var lines: [NoteLine] = []
        for line in note.split(separator: "\n") {
            let text = String(line).trimmed
            if isRow(text) {
                if lines.last?.isRule == false { lines.append(NoteLine(isRule: true)) }
            } else if !text.isEmpty {
                lines.append(NoteLine(pieces: LinkedText(String(line)).pieces))
            }
        }
        if lines.last?.isRule == true { lines.removeLast() }
        return lines
    }

    /// Returns true for a row of ten or more underscores, or of another sign that divides a note.
    private static func isRow(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let sign = scalars.first, "_-=*~".unicodeScalars.contains(sign) else { return false }
        return scalars.count >= 10 && scalars.allSatisfy { $0 == sign }
    }
}

/// A reader of the links in a text. Each character is looked at a few times at most.
private struct LinkScanner {
    private let scalars: [Unicode.Scalar]
    /// The end of the last link, and the place that is looked at.
    private var start = 0, place = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// The text behind the last link.
    var rest: String { text(start..<scalars.count) }

    /// Returns the next link with the text before it; nil after the last one.
    mutating func next() -> (before: String, text: String, address: String)? {
        while place < scalars.count {
            guard let (range, address) = link() else {
                place += 1
                continue
            }
            let before = text(start..<range.lowerBound)
            (start, place) = (range.upperBound, range.upperBound)
            return (before, text(range), address)
        }
        return nil
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    /// Returns the link at the place.
    private mutating func link() -> (Range<Int>, String)? {
        switch scalars[place] {
        case "h", "H", "m", "M", "t", "T": written()
        case "@": mailAddress()
        case "+": telephone(from: place)
        case let scalar where scalar.digit == 0: telephone(from: place)
        default: nil
        }
    }

    /// True if the place does not go on with a word or number before it.
    private var isBeginning: Bool {
        guard place > start else { return true }
        let before = scalars[place - 1]
        return !before.isWordOfAddress && !"/=#&_.-@+%".unicodeScalars.contains(before)
    }

    // MARK: Addresses with a scheme

    private mutating func written() -> (Range<Int>, String)? {
        guard isBeginning, Self.schemes.contains(where: { isAhead($0) }) else { return nil }
        var end = place
        while end < scalars.count, scalars[end].isInAddress { end += 1 }
        let last = withoutSigns(place..<end)
        guard let link = SafeLink(text(place..<last)), !link.address.hasPrefix("geo:") else {
            // Nothing in it is looked at again.
            place = end - 1
            return nil
        }
        return (place..<last, link.address)
    }

    private static let schemes = ["https://", "http://", "mailto:", "tel:"]

    private func isAhead(_ word: String) -> Bool {
        let word = Array(word.unicodeScalars)
        return scalars.count - place > word.count
            && zip(scalars[place...], word).allSatisfy { $0.properties.lowercaseMapping == String($1) }
    }

    /// Returns the end of an address without the signs of the sentence around it. A bracket that was opened in the
    /// address belongs to it.
    private func withoutSigns(_ range: Range<Int>) -> Int {
        var end = range.upperBound, depth = scalars[range].reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
        while end > range.lowerBound {
            let last = scalars[end - 1]
            if last == ")", depth < 0 { depth += 1 } else if !".,;:!?'*]".unicodeScalars.contains(last) { break }
            end -= 1
        }
        return end
    }

    // MARK: Mail addresses

    private func mailAddress() -> (Range<Int>, String)? {
        var first = place
        while first > start, place - first < 64, scalars[first - 1].isInLocalPart { first -= 1 }
        var end = place + 1
        while end < scalars.count, end - place < 254, scalars[end].isInDomain { end += 1 }
        while end > place + 1, "-.".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
        let labels = text(place + 1..<end).split(separator: ".", omittingEmptySubsequences: false)
        guard first < place, scalars[first] != ".", labels.count > 1, labels.allSatisfy({ !$0.isEmpty }),
              let top = labels.last, top.count > 1, top.allSatisfy(\.isLetter)
        else { return nil }
        return (first..<end, "mailto:" + text(first..<end))
    }

    // MARK: Telephone numbers

    /// Returns a number with a plus, or one that begins with a zero and three digits at once, as `050 123 4567`: a date
    /// or the number of a meeting is not one.
    private func telephone(from first: Int) -> (Range<Int>, String)? {
        guard isBeginning else { return nil }
        var digits = "", end = first, place = first, gap = 0, group = 0
        if scalars[place] == "+" { place += 1 }
        while place < scalars.count, digits.utf8.count < 18 {
            if let digit = scalars[place].digit {
                digits += String(digit)
                (end, gap) = (place + 1, 0)
            } else {
                if group == 0 { group = digits.utf8.count }
                gap += 1
                guard gap < 3, " -().\u{A0}".unicodeScalars.contains(scalars[place]) else { break }
            }
            place += 1
        }
        if group == 0 { group = digits.utf8.count }
        guard end == scalars.count || !scalars[end].isWordOfAddress && !":/@".unicodeScalars.contains(scalars[end])
        else { return nil }
        if scalars[first] == "+" {
            // `+44 (0)20 …`: the zero is for calls inside the country.
            let isDomestic = text(first..<end).contains("(0)")
            if isDomestic, let zero = digits.firstIndex(of: "0") { digits.remove(at: zero) }
            return (8...15).contains(digits.utf8.count) ? (first..<end, "tel:+" + digits) : nil
        }
        let length = digits.hasPrefix("00") ? 10...17 : 9...11
        return group > 2 && length.contains(digits.utf8.count) ? (first..<end, "tel:" + digits) : nil
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIIWord: Bool { isASCII && (properties.isAlphabetic || digit != nil) }

    /// Letters and digits that an address or a number does not begin behind.
    fileprivate var isWordOfAddress: Bool { isASCIIWord || digit != nil }

    fileprivate var isInDomain: Bool { isASCIIWord || self == "-" || self == "." }

    fileprivate var isInLocalPart: Bool { isASCIIWord || "._%+-".unicodeScalars.contains(self) }

    /// False for white space, for signs that end an address in any text, and for those of Arabic sentences.
    fileprivate var isInAddress: Bool {
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: !"\"<>\\^`{|}«»“”،؛؟".unicodeScalars.contains(self)
        }
    }

    /// The value of a digit of either kind; nil for other characters.
    fileprivate var digit: Int? {
        switch value {
        case 0x30...0x39: Int(value - 0x30)
        case 0x660...0x669: Int(value - 0x660)
        case 0x6F0...0x6F9: Int(value - 0x6F0)
        default: nil
        }
    }
}
