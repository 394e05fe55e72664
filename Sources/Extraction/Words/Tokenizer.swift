/// Splits a message into tokens.
struct Tokenizer {
    /// Returns true for a word of the lexicon.
    let isKnown: (String) -> Bool

    func tokens(of text: String) -> [Token] {
        let scalars = foldedScalars(text)
        var tokens: [Token] = [], start = 0, isGlued = false
        tokens.reserveCapacity(scalars.count / 4)
        while start < scalars.count {
            let first = scalars[start]
            switch first.kind {
            case .space:
                isGlued = false
                start += 1
                continue
            case .newline, .sign:
                tokens.append(token(scalars[start...start], .sign, isGlued: isGlued))
                start += 1
            case .arabic:
                let end = scalars[start...].firstIndex { $0.kind != .arabic } ?? scalars.count
                appendArabic(scalars[start..<end], isGlued, &tokens)
                start = end
            case .latin, .digit:
                let end = endOfLatin(scalars, from: start)
                appendLatin(scalars[start..<end], isGlued, &tokens)
                start = end
            }
            isGlued = first.kind != .newline
        }
        return tokens
    }

    private typealias Run = ArraySlice<FoldedScalar>

    /// Returns the end of a run of letters and digits. Apostrophes inside a word belong to it, but for a final `'s`.
    private func endOfLatin(_ scalars: [FoldedScalar], from start: Int) -> Int {
        var end = start + 1
        while end < scalars.count {
            switch scalars[end].kind {
            case .latin, .digit:
                end += 1
                continue
            case .sign where scalars[end].scalar == "'" && end + 1 < scalars.count:
                let next = scalars[end + 1]
                let isGenitive = next.scalar == "s" && (end + 2 == scalars.count || scalars[end + 2].kind != .latin)
                guard next.kind == .latin, !isGenitive,
                    scalars[end - 1].kind == .latin
                        || "3679".unicodeScalars
                            .contains(scalars[end - 1].scalar)
                else { return end }
                end += 2
                continue
            default: break
            }
            break
        }
        return end
    }

    private func token(_ run: Run, _ kind: Token.Kind, isGlued: Bool, isPrefix: Bool = false) -> Token {
        token(word(run), run, kind, isGlued: isGlued, isPrefix: isPrefix)
    }

    private func token(
        _ word: String, _ run: Run, _ kind: Token.Kind, isGlued: Bool, isPrefix: Bool = false
    ) -> Token {
        let range = (run.first?.range.lowerBound ?? 0)..<(run.last?.range.upperBound ?? 0)
        return Token(
            kind: kind, word: word, range: range, number: kind == .number && word.utf8.count <= 9 ? Int(word) : nil,
            isGlued: isGlued, isCapital: run.first?.isUpper ?? false, isPrefix: isPrefix)
    }

    private func word(_ run: some Collection<FoldedScalar>) -> String {
        String(word: run.lazy.map(\.scalar))
    }
}

// Words of both scripts.
extension Tokenizer {
    /// Splits `1h30`, `2pm` and `at5`, but leaves `ba3d` and `3asr` whole: there a digit is a letter.
    private func appendLatin(_ run: Run, _ isGlued: Bool, _ tokens: inout [Token]) {
        let hasLetter = run.contains { $0.kind == .latin }, hasDigit = run.contains { $0.kind == .digit }
        guard hasLetter, hasDigit else {
            guard hasLetter else {
                tokens.append(token(run, .number, isGlued: isGlued))
                return
            }
            let whole = word(withoutSigns(run))
            tokens.append(token(known(whole), run, .latin, isGlued: isGlued))
            return
        }
        let whole = word(withoutSigns(run))
        if isKnown(whole) || isArabizi(run) {
            tokens.append(token(whole, run, .latin, isGlued: isGlued))
            return
        }
        var start = run.startIndex, isGlued = isGlued
        while start < run.endIndex {
            let kind = run[start].kind
            let end = run[start...].firstIndex { $0.kind != kind } ?? run.endIndex
            let token = token(
                run[start..<end], kind == .digit ? .number : kind == .sign ? .sign : .latin, isGlued: isGlued)
            tokens.append(token)
            isGlued = true
            start = end
        }
    }

    private func withoutSigns(_ run: Run) -> Run {
        run.contains { $0.kind == .sign } ? run.filter { $0.kind != .sign }[...] : run
    }

    /// Returns true if the digits of a word can be Arabic letters.
    private func isArabizi(_ run: Run) -> Bool {
        var previous = FoldedScalar.Kind.sign
        for folded in run {
            if folded.kind == .digit {
                guard previous != .digit, folded.isASCII, arabiziDigits.contains(folded.scalar) else { return false }
            }
            previous = folded.kind
        }
        guard let first = run.first, let last = run.last else { return false }
        if first.kind == .digit {
            let rest = word(run.dropFirst().prefix { $0.kind == .latin })
            return rest.utf8.count > 1 && !unitsAfterNumbers.contains(rest)
        }
        guard last.kind == .digit else { return true }
        let letters = word(run.dropLast())
        return letters.utf8.count > 1 && !isKnown(letters)
    }

    /// Returns a word with repeated letters written once if that makes it known: `tomorrowww`.
    private func known(_ word: String) -> String {
        guard !isKnown(word) else { return word }
        var previous: (Unicode.Scalar, count: Int) = ("\0", 0)
        var once = String.UnicodeScalarView(), twice = String.UnicodeScalarView(), isLong = false
        for scalar in word.unicodeScalars {
            previous = (scalar, scalar == previous.0 ? previous.count + 1 : 1)
            if previous.count > 2 { isLong = true }
            if previous.count == 1 { once.append(scalar) }
            if previous.count <= 2 { twice.append(scalar) }
        }
        guard isLong else { return word }
        return [String(once), String(twice)].first(where: isKnown) ?? word
    }

    private func appendArabic(_ run: Run, _ isGlued: Bool, _ tokens: inout [Token]) {
        let whole = known(word(run))
        guard !isKnown(whole), let lengths = prefixes(of: whole) else {
            tokens.append(token(whole, run, .arabic, isGlued: isGlued))
            return
        }
        var start = run.startIndex, rest = whole[...], isGlued = isGlued
        for prefix in lengths {
            let end = min(start + prefix.count, run.endIndex - 1)
            tokens.append(token(prefix.word, run[start..<end], .arabic, isGlued: isGlued, isPrefix: true))
            isGlued = true
            start = end
            rest = rest.dropFirst(prefix.count)
            if prefix.hasArticle { rest = "ال" + rest }
        }
        tokens.append(token(String(rest), run[start...], .arabic, isGlued: true))
    }

    private struct Prefix {
        var word: String
        /// The number of letters that the prefix takes from the word.
        var count: Int
        /// True if the word behind it gets its article back: `لل` is `ل` and `ال`.
        var hasArticle = false
    }

    /// Returns the prefixes before a known word; nil if no known word is left.
    private func prefixes(of word: String, depth: Int = 0) -> [Prefix]? {
        guard word.count > 2, depth < 3 else { return nil }
        let candidates: [Prefix] =
            switch word.first {
            case "و": [Prefix(word: "و", count: 1)]
            case "ف": [Prefix(word: "ف", count: 1)]
            case "ب": [Prefix(word: "ب", count: 1)]
            case "ل":
                word.hasPrefix("لل")
                    ? [Prefix(word: "ل", count: 2, hasArticle: true), Prefix(word: "ل", count: 1)]
                    : [Prefix(word: "ل", count: 1)]
            case "ع": word.hasPrefix("عال") || word.hasPrefix("عل") ? [Prefix(word: "ع", count: 1)] : []
            case "ه": word.hasPrefix("هال") ? [Prefix(word: "هال", count: 1)] : []
            case "م": word.hasPrefix("مال") ? [Prefix(word: "من", count: 1)] : []
            default: []
            }
        for prefix in candidates {
            let rest = (prefix.hasArticle ? "ال" : "") + word.dropFirst(prefix.count)
            if isKnown(rest) { return [prefix] }
            if let more = prefixes(of: rest, depth: depth + 1) { return [prefix] + more }
        }
        return nil
    }
}

private let arabiziDigits = Set("2356789".unicodeScalars)

/// Letters after a number that leave it a number.
private let unitsAfterNumbers: Set<String> = [
    "am", "pm", "ap", "hr", "hrs", "hour", "hours", "min", "mins", "minute", "minutes", "sec", "secs", "st", "nd", "rd",
    "th", "ish", "day", "days", "wk", "wks", "week", "weeks", "month", "months", "mon", "mo", "yr", "yrs", "year",
    "years", "km",
    "kg", "gb", "mb", "tb", "cm", "mm", "ml", "sar", "usd", "aed", "egp", "pcs", "oclock", "pmish", "amish", "sar",
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec", "by", "to", "in",
    "pp", "ppl", "fps", "mins", "hz", "px", "th", "ur", "hh", "or", "and",
]
