import CivilTime

/// Reads the times that a message says.
///
/// The reader goes through the tokens from left to right. From each it takes the longest run of pieces (a day, an hour,
/// a part of the day, a prayer, a zone, a length) that fit together, in whatever order. The lexicon says
/// which words are pieces. `Resolution.swift` says what they mean on the day of the message.
public struct ExpressionReader: Sendable {
    let lexicon: Lexicon

    public init(_ lexicon: Lexicon) {
        self.lexicon = lexicon
    }

    /// Returns the times of a message, in the order of the text. They do not overlap.
    public func expressions(in message: String, _ context: ReadingContext) -> [TimeExpression] {
        expressions(in: FoldedText(message, lexicon), context)
    }

    public func expressions(in text: FoldedText, _ context: ReadingContext) -> [TimeExpression] {
        let scanner = Scanner(text, context)
        var found: [TimeExpression] = [], index = 0
        while index < text.tokens.count {
            if let next = scanner.endOfOther(at: index) {
                index = next
                continue
            }
            guard let (expression, next) = scanner.expression(at: index) else {
                index += 1
                continue
            }
            found.append(expression)
            index = next
        }
        return found
    }

    /// Returns the time that a message begins with; nil if its first word begins none.
    func expression(beginning message: String, _ context: ReadingContext) -> TimeExpression? {
        let scanner = Scanner(FoldedText(message, lexicon), context)
        guard !scanner.text.tokens.isEmpty, scanner.endOfOther(at: 0) == nil else { return nil }
        return scanner.expression(at: 0)?.expression
    }
}

extension FoldedText {
    /// Returns false for most words, with which no time begins.
    func canBeginTime(at index: Int) -> Bool {
        let token = tokens[index]
        return token.kind == .number || !phrases[index].isEmpty || token.isPrefix || token.word == "½"
    }

    /// Returns false if no time begins with the word at a byte of the message, whatever else the message says.
    func canBeginTime(atByte byte: Int) -> Bool {
        guard let index = tokens.indices(touching: byte..<byte + 1, \.range).first,
            tokens[index].range.lowerBound == byte
        else { return true }
        // The words around Latin letters decide if they are read as Arabic.
        return canBeginTime(at: index) || hasUnreadArabizi && tokens[index].kind == .latin
    }
}

extension Scanner {
    /// Reads the time that begins at a token.
    fileprivate func expression(at index: Int) -> (expression: TimeExpression, next: Int)? {
        guard let slots = slots(at: index) else { return nil }
        return resolve(slots).map { ($0, slots.next) }
    }

    /// Reads the pieces of the time that begins at a token.
    func slots(at index: Int) -> Slots? {
        guard text.canBeginTime(at: index), let slots = compose(at: index), slots.isAccepted else { return nil }
        return slots
    }

    /// Returns the token after words that look like a time and are not one: "24/7", "room 12".
    func endOfOther(at index: Int) -> Int? { find(.notTime, index)?.next ?? endOfName(at: index) }

    /// Returns the token after a name such as `سورة العصر` and "room 12".
    private func endOfName(at index: Int) -> Int? {
        guard let (sense, next) = find(.notTimeAfter, index) else { return nil }
        if sense.value == "number" {
            let start = isSign(".", next) || isSign("#", next) || isSign(":", next) ? next + 1 : next
            // In "steak house 8pm" the number is an hour.
            if has(.half, start + 1) || isInner([":"], start + 1) { return nil }
            if let to = joint(at: start + 1), clock(at: to, isLed: true)?.isStrong ?? false { return nil }
            return token(start)?.kind == .number ? start + 1 : find(.number, start)?.next
        }
        // `أبو خميس` is a name, `أختي الخميس` means Thursday.
        if sense.value == "name" {
            return has(.bareWeekday, next) || has(.month, next) || has(.hijriMonth, next) ? next + 1 : nil
        }
        return find(.prayer, next)?.next ?? find(.weekday, next)?.next ?? next + 1
    }
}

extension Slots {
    /// True if the pieces together can only be a time.
    var isAccepted: Bool {
        if isCountLike, !isLed, clock?.isStrong == false, part == nil { return false }
        if isStrong { return true }
        if clock != nil { return isLed || day != nil || part != nil }
        return day != nil && (part != nil || !end.isEmpty)
    }
}
