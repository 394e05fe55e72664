/// A phone number in international form. Printing one shows its `masked` form.
public struct PhoneNumber: Hashable, Sendable {
    /// The digits with the country's code and without a plus, as in `966501234567`.
    public let digits: String

    /// Reads a typed number: `+966 50 123 4567`, `00966…` or `966…`, in digits of any script.
    ///
    /// Spaces, dashes, dots, brackets and marks of direction are passed over, and so is `(0)` after a
    /// country's code. No country's code begins with 0 (ITU-T E.164).
    ///
    /// - Throws: the problem with the text, for the message beside the field.
    public init(text typed: String) throws(Problem) {
        var text = try compact(typed)
        var isInternational = text.first == "+"
        if isInternational { text.removeFirst() }
        if !isInternational, text.starts(with: "00") {
            text.removeFirst(2)
            isInternational = true
        }
        if isInternational, let zero = text.firstRange(of: "(0)") { text.removeSubrange(zero) }
        text.removeAll { $0 == "(" || $0 == ")" }

        guard !text.isEmpty else { throw isInternational ? .tooShort : .empty }
        guard !text.contains("+") else { throw .notANumber }
        guard text.first != "0" else { throw isInternational ? .notANumber : .nationalForm }
        guard text.count >= 8 else { throw .tooShort }
        guard text.count <= 15 else { throw .tooLong }
        digits = text
    }

    /// A problem with a text that is not a number in international form.
    public enum Problem: Error, Hashable, Sendable, CaseIterable {
        case empty
        /// A number without the country's code, as in `050 123 4567`.
        case nationalForm
        case tooShort
        case tooLong
        /// A letter or a sign that no number has, or a country's code of 0.
        case notANumber
    }

    /// The number with most of its digits hidden, as in `+966 5• ••• ••42`.
    public var masked: String {
        let code = digits.prefix(countryCodeLength(digits)), rest = Array(digits.dropFirst(code.count))
        // Of a short number one digit more would leave too few hidden.
        let shownInFront = rest.count < 7 ? 0 : 1
        let hidden = rest.indices.map { shownInFront..<rest.count - 2 ~= $0 ? "•" : String(rest[$0]) }
        return "+\(code) " + groups(of: hidden.count).map { hidden[$0].joined() }.joined(separator: " ")
    }
}

extension PhoneNumber: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { masked }
    public var debugDescription: String { masked }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Returns the digits of a text as ASCII, with its plus signs and round brackets.
private func compact(_ typed: String) throws(PhoneNumber.Problem) -> String {
    var text = ""
    // More than any number that people type; the rest of a huge text is not read.
    guard typed.utf8.count <= 200 else { throw .tooLong }
    for scalar in typed.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .decimalNumber: text += String(Int(scalar.properties.numericValue ?? 0))
        case .spaceSeparator, .dashPunctuation, .format: continue
        default:
            switch scalar {
            case "+", "＋": text += "+"
            case "(", ")": text.unicodeScalars.append(scalar)
            case "[", "]", ".", "/", "\t", "\u{2212}": continue
            default: throw .notANumber
            }
        }
    }
    return text
}

/// Returns the ranges of a number's groups: four digits at the end, threes before them.
private func groups(of count: Int) -> [Range<Int>] {
    var groups: [Range<Int>] = [], end = count
    while end > 0 {
        let start = max(0, end - (groups.isEmpty ? 4 : 3))
        groups.insert(start..<end, at: 0)
        end = start
    }
    return groups
}

/// Returns the length of the country's code at the beginning of a number (ITU-T E.164, list of assigned codes).
private func countryCodeLength(_ digits: String) -> Int {
    if let first = digits.first, "17".contains(first) { return 1 }
    return twoDigitCodes.contains(String(digits.prefix(2))) ? 2 : 3
}

private let twoDigitCodes: Set<String> = [
    "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48", "49", "51",
    "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81", "82", "84", "86", "90",
    "91", "92", "93", "94", "95", "98",
]
