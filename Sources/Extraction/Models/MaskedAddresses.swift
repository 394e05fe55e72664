// Links, e-mail addresses and bank accounts in a message, as runs of its characters.

/// Returns the links: with a scheme, with `www.`, or a host of a well-known ending.
func links(in scalars: [FoldedScalar]) -> [Range<Int>] {
    words(of: scalars).compactMap { word in
        let text = folded(scalars[word])
        let start: Int
        if let scheme = firstRange(of: Array("://".utf8), in: Array(text.utf8)), scheme.lowerBound > 0 {
            // Anything glued to the scheme counts as part of the link.
            start = word.lowerBound
        } else if let host = hostStart(text, scalars[word]) {
            start = word.lowerBound + host
        } else {
            return nil
        }
        return trimmed(start..<word.upperBound, scalars)
    }
}

/// Returns the e-mail addresses.
func mailAddresses(in scalars: [FoldedScalar]) -> [Range<Int>] {
    scalars.indices.compactMap { at in
        guard scalars[at].scalar == "@" else { return nil }
        var start = at, end = at + 1
        while start > 0, isMailCharacter(scalars[start - 1]) { start -= 1 }
        while end < scalars.count, isMailCharacter(scalars[end]) { end += 1 }
        let run = trimmed(start..<end, scalars)
        guard start < at, run.upperBound > at + 1,
            scalars[(at + 1)..<run.upperBound].contains(where: { $0.scalar == "." })
        else { return nil }
        return run
    }
}

/// Returns the bank accounts as IBANs: two letters, two digits, and at least eleven more, perhaps in groups.
func bankAccounts(in scalars: [FoldedScalar]) -> [Range<Int>] {
    var found: [Range<Int>] = [], start = 0
    while start + 4 < scalars.count {
        defer { start += 1 }
        guard start == 0 || !isLetterOrDigit(scalars[start - 1]),
            scalars[start..<start + 2].allSatisfy({ $0.kind == .latin && $0.isASCII }),
            scalars[start + 2..<start + 4].allSatisfy({ $0.kind == .digit })
        else { continue }
        var end = start, last = start, count = 0, digits = 0
        while end < scalars.count, count < 34 {
            let scalar = scalars[end]
            if scalar.kind == .digit || scalar.kind == .latin && (scalar.isUpper || end == last) {
                count += 1
                if scalar.kind == .digit { digits += 1 }
                end += 1
                last = end
            } else if scalar.kind == .space || scalar.scalar == "-", end == last {
                end += 1
            } else {
                break
            }
        }
        guard count >= 15, digits >= 10 else { continue }
        found.append(start..<last)
        start = last
    }
    return found
}

/// Returns the first character of a host such as `example.com/menu` or `www.example` in a word; nil if there is none.
private func hostStart(_ text: String, _ word: ArraySlice<FoldedScalar>) -> Int? {
    let first = word.firstIndex { $0.kind == .latin || $0.kind == .digit && $0.isASCII } ?? word.endIndex
    let characters = word[first...].map(\.scalar)
    let host = characters.prefix { isHostCharacter($0) }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.dropLast().allSatisfy({ !$0.isEmpty }) else { return nil }
    if labels[0].elementsEqual("www".unicodeScalars) { return first - word.startIndex }
    let ending = String(String.UnicodeScalarView(labels.last(where: { !$0.isEmpty }) ?? []))
    let hasPath = characters.count > host.count && characters[host.count] == "/"
    let hasLetters = labels.dropLast().contains { $0.contains { $0.properties.isAlphabetic } }
    guard hasLetters, endings.contains(ending) || hasPath && ending.utf8.count > 1 && ending.allSatisfy(\.isLetter)
    else { return nil }
    return first - word.startIndex
}

/// The endings of hosts that are written without a scheme.
private let endings: Set<String> = [
    "ae", "app", "bh", "biz", "co", "com", "de", "dev", "edu", "eg", "fr", "gl", "gov", "gs", "info", "io", "jo", "kw",
    "lb", "link", "ly", "ma", "me", "net", "om", "org", "page", "qa", "sa", "site", "store", "tn", "uk",
]

private func isHostCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "-" || scalar == "_"
        || scalar.isASCII && (scalar.properties.isAlphabetic || isASCIIDigit(scalar))
}

private func isASCIIDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

private func isMailCharacter(_ scalar: FoldedScalar) -> Bool {
    isLetterOrDigit(scalar) || ".-_%+'".unicodeScalars.contains(scalar.scalar)
}

private func isLetterOrDigit(_ scalar: FoldedScalar) -> Bool {
    scalar.kind == .latin || scalar.kind == .arabic || scalar.kind == .digit
}

private func folded(_ scalars: ArraySlice<FoldedScalar>) -> String {
    String(String.UnicodeScalarView(scalars.map(\.scalar)))
}

/// Returns the runs between white space.
private func words(of scalars: [FoldedScalar]) -> [Range<Int>] {
    var words: [Range<Int>] = [], start = 0
    for index in 0...scalars.count
    where index == scalars.count || scalars[index].kind == .space || scalars[index].kind == .newline {
        if start < index { words.append(start..<index) }
        start = index + 1
    }
    return words
}

/// Returns a run without the signs at its end that close a sentence.
private func trimmed(_ run: Range<Int>, _ scalars: [FoldedScalar]) -> Range<Int> {
    var end = run.upperBound
    while end > run.lowerBound + 1, ".,;:!?)'\"".unicodeScalars.contains(scalars[end - 1].scalar) { end -= 1 }
    return run.lowerBound..<end
}
