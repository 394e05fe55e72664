import CivilTime

extension EventDraft {
    /// The draft in the form in which drafts are compared and stored: without blanks around texts, with plain line
    /// breaks, and without marks of writing direction that have no end.
    package var normalized: EventDraft {
        var draft = self
        for attribute in EventAttribute.all { attribute.normalize(&draft) }
        var known: Set<Reminder> = []
        draft.reminders = reminders.map(\.normalized).filter { known.insert($0).inserted }
        draft.repetition.rule = repetition.rule.normalized(from: time.day)
        return draft
    }
}

extension Reminder {
    /// The same reminder with a number that is not negative.
    fileprivate var normalized: Reminder {
        switch self {
        case .before(let minutes) where minutes < 0: .afterStart(minutes: -minutes)
        case .afterStart(let minutes) where minutes <= 0: .before(minutes: -minutes)
        default: self
        }
    }
}

extension Repetition.Rule {
    /// The same rule in one form: weekdays by name.
    fileprivate func normalized(from day: LocalDate) -> Repetition.Rule {
        switch self {
        case .weekdays(let days): .weekly(interval: 1, days)
        case .weekly(let interval, let days) where days.isEmpty: .weekly(interval: interval, [day.weekday])
        default: self
        }
    }
}

extension [String] {
    /// The categories in one line each, without those that are empty or repeated.
    var normalCategories: [String] {
        var seen: Set<String> = []
        return map(\.singleLine).filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}

extension String {
    /// The text in one line, without blanks around it.
    var singleLine: String {
        let text = String(String.UnicodeScalarView(unicodeScalars.map { $0.isLineBreak || $0 == "\t" ? " " : $0 }))
        return text.withoutUnpairedDirections.trimmed
    }

    var withPlainLineBreaks: String {
        var plain = String.UnicodeScalarView()
        var last: Unicode.Scalar?
        for scalar in unicodeScalars {
            if scalar.isLineBreak {
                if !(last == "\r" && scalar == "\n") { plain.append("\n") }
            } else {
                plain.append(scalar)
            }
            last = scalar
        }
        let lines = String(plain).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { String($0).withoutUnpairedDirections }.joined(separator: "\n").trimmed
    }

    /// The text as an address: `www.example.com/a` is one of https, and letters beyond ASCII are encoded, as RFC 3986
    /// wants them.
    var asLink: String {
        var link = singleLine
        let first = link.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if !first.contains(":"), first.contains("."), !first.contains("@"), !first.contains(" ") {
            link = "https://" + link
        }
        guard let host = link.hostEnd else { return link }
        return link[..<host] + link[host...].unicodeScalars.map(\.inAddress).joined()
    }

    /// The end of the host's name; nil if the text is not an address with a host. Programs write the name in letters.
    private var hostEnd: String.Index? {
        guard let start = range(of: "://")?.upperBound else { return nil }
        return self[start...].firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? endIndex
    }

    private func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }

    private var trimmed: String {
        let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
              let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// The line without marks of writing direction that have no partner: an override without an end would turn the
    /// text of the page around it.
    var withoutUnpairedDirections: String {
        guard unicodeScalars.contains(where: \.isDirectionMark) else { return self }
        var open: [(index: Int, isIsolate: Bool)] = [], unpaired: Set<Int> = []
        let scalars = Array(unicodeScalars)
        for (index, scalar) in scalars.enumerated() where scalar.isDirectionMark {
            switch scalar {
            case "\u{202A}", "\u{202B}", "\u{202D}", "\u{202E}": open.append((index, false))
            case "\u{2066}", "\u{2067}", "\u{2068}": open.append((index, true))
            case "\u{202C}":
                if open.last?.isIsolate == false { open.removeLast() } else { unpaired.insert(index) }
            default:
                // The end of an isolate also ends what was opened inside it (Unicode Bidirectional Algorithm, X6a).
                guard let isolate = open.lastIndex(where: \.isIsolate) else {
                    unpaired.insert(index)
                    continue
                }
                for inner in open[(isolate + 1)...] { unpaired.insert(inner.index) }
                open.removeSubrange(isolate...)
            }
        }
        for left in open { unpaired.insert(left.index) }
        var text = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() where !unpaired.contains(index) { text.append(scalar) }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// True for the marks that open or close an embedding, an override or an isolate.
    fileprivate var isDirectionMark: Bool {
        ("\u{202A}"..."\u{202E}").contains(self) || ("\u{2066}"..."\u{2069}").contains(self)
    }

    fileprivate var isLineBreak: Bool {
        self == "\n" || self == "\r" || self == "\u{2028}" || self == "\u{2029}" || self == "\u{85}"
    }

    /// The character as it is written in an address.
    fileprivate var inAddress: String {
        if isASCII, self != " " { return String(self) }
        return String(self).utf8.map { octet in
            let digits = String(octet, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}
