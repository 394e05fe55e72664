// Phone numbers, card numbers and ids in a message. All are runs of at least seven digits that are no date or time.

/// Returns the numbers that could name a person or an account, as runs of characters.
func longNumbers(in scalars: [FoldedScalar]) -> [Range<Int>] {
    chains(in: scalars).flatMap { long($0[...], scalars) }
}

/// A run of digits.
private struct Group {
    var run: Range<Int>
    var digits: String
    /// True for a plus sign before it.
    var hasPlus: Bool

    var count: Int { digits.utf8.count }
    var value: Int { Int(digits) ?? .max }
    var isYear: Bool { count == 4 && (1_350...1_500).contains(value) || count == 4 && (1_900...2_100).contains(value) }
}

/// Returns groups of digits with one space, hyphen, dot or parenthesis between them.
///
/// Digits at a colon or a slash are parts of a time or a date, and digits before "pm" are an hour.
private func chains(in scalars: [FoldedScalar]) -> [[Group]] {
    var chains: [[Group]] = [], chain: [Group] = [], index = 0
    func close() {
        if !chain.isEmpty { chains.append(chain) }
        chain = []
    }
    while index < scalars.count {
        guard scalars[index].kind == .digit else {
            index += 1
            continue
        }
        let start = index
        while index < scalars.count, scalars[index].kind == .digit { index += 1 }
        let digits = String(String.UnicodeScalarView(scalars[start..<index].map(\.scalar)))
        let group = Group(run: start..<index, digits: digits, hasPlus: start > 0 && scalars[start - 1].scalar == "+")
        let isPart = digits.utf8.count < 5
            && (isTimeSign(start - 1, scalars) || isTimeSign(index, scalars) || isHour(group, scalars))
        if isPart {
            close()
            continue
        }
        let isApart = chain.last.map { !isJoined($0.run.upperBound, start, scalars) } ?? false
        if group.hasPlus || isApart { close() }
        chain.append(group)
    }
    close()
    return chains
}

private func isTimeSign(_ index: Int, _ scalars: [FoldedScalar]) -> Bool {
    scalars.indices.contains(index) && [":", "/"].contains(scalars[index].scalar)
}

/// Returns true for one or two digits before "am", "pm", "ص" or "م".
private func isHour(_ group: Group, _ scalars: [FoldedScalar]) -> Bool {
    guard group.count <= 2 else { return false }
    var next = group.run.upperBound
    if next < scalars.count, scalars[next].kind == .space { next += 1 }
    let word = scalars[next...].prefix { $0.kind == .latin || $0.kind == .arabic }.map(\.scalar)
    return ["am", "pm", "a", "p", "ص", "م", "صباحا", "مساء", "الصبح", "العصر", "العشا", "العشاء"]
        .contains(String(String.UnicodeScalarView(word)))
}

/// Returns true if two groups have one sign between them, or ") " or " (".
private func isJoined(_ end: Int, _ start: Int, _ scalars: [FoldedScalar]) -> Bool {
    let between = scalars[end..<start]
    guard (1...2).contains(between.count),
        between.allSatisfy({ $0.kind == .space || "-.()".unicodeScalars.contains($0.scalar) })
    else { return false }
    return between.count == 1 || between.contains { "()".unicodeScalars.contains($0.scalar) }
}

/// Returns the parts of a chain that are no dates and times.
private func long(_ groups: ArraySlice<Group>, _ scalars: [FoldedScalar]) -> [Range<Int>] {
    guard let first = groups.first, let last = groups.last else { return [] }
    if groups.count > 3, first.digits.hasPrefix("0"), groups.allSatisfy({ $0.count == 2 }) {
        return [first.run.lowerBound..<last.run.upperBound]
    }
    for start in groups.indices {
        for length in [3, 2] where start + length <= groups.endIndex {
            let part = groups[start..<start + length]
            guard isDate(part) || isSpan(part, scalars) else { continue }
            return long(groups[..<start], scalars) + long(groups[(start + length)...], scalars)
        }
    }
    // One long group alone is a number, with the code of a country before it.
    if let whole = groups.first(where: { $0.count >= 7 && !isCompactDate($0) }) {
        let index = groups.firstIndex { $0.run == whole.run } ?? groups.startIndex
        var begin = first.hasPlus || first.digits.hasPrefix("00") ? groups.startIndex : index, end = index + 1
        func isGlued(_ place: Int) -> Bool { scalars[groups[place].run.upperBound].kind != .space }
        while begin > groups.startIndex, isGlued(begin - 1) { begin -= 1 }
        while end < groups.endIndex, isGlued(end - 1) { end += 1 }
        let run = groups[begin].run.lowerBound - plus(groups[begin])..<groups[end - 1].run.upperBound
        return long(groups[..<begin], scalars) + [run] + long(groups[end...], scalars)
    }
    if isPlace(groups, scalars) { return [first.run.lowerBound..<last.run.upperBound] }
    let count = groups.reduce(0) { $0 + $1.count }
    guard count >= 7, first.hasPlus || groups.contains(where: { $0.count > 2 && !$0.isYear }),
        !groups.contains(where: isCompactDate)
    else { return [] }
    return [first.run.lowerBound - plus(first)..<last.run.upperBound]
}

private func plus(_ group: Group) -> Int { group.hasPlus ? 1 : 0 }

/// Returns true for a day, a month and a year in any order with the year at an end.
private func isDate(_ groups: ArraySlice<Group>) -> Bool {
    guard groups.count == 3, !groups.contains(where: \.hasPlus) else { return false }
    let values = groups.map(\.value), first = groups[groups.startIndex], last = groups[groups.endIndex - 1]
    let rest = first.isYear ? values.dropFirst() : values.dropLast()
    guard first.isYear || last.isYear || last.count == 2, rest.allSatisfy({ (1...31).contains($0) }),
        rest.contains(where: { $0 <= 12 })
    else { return false }
    return groups.allSatisfy { $0.count <= 2 || $0.isYear }
}

/// Returns true for two times or two years with a hyphen, as in 1830-2000.
private func isSpan(_ groups: ArraySlice<Group>, _ scalars: [FoldedScalar]) -> Bool {
    guard groups.count == 2, let first = groups.first, let last = groups.last, first.count == 4, last.count == 4,
        last.run.lowerBound - first.run.upperBound == 1, scalars[first.run.upperBound].scalar == "-"
    else { return false }
    return [first, last].allSatisfy { $0.value / 100 < 24 && $0.value % 100 < 60 && $0.value % 5 == 0 }
}

/// Returns true for a date without signs, as in 20251020.
private func isCompactDate(_ group: Group) -> Bool {
    guard group.count == 8, !group.hasPlus else { return false }
    let value = group.value
    return (1_900...2_100).contains(value / 10_000) && (1...12).contains(value / 100 % 100)
        && (1...31).contains(value % 100)
}

/// Returns true for a position, as in 24.71361.
private func isPlace(_ groups: ArraySlice<Group>, _ scalars: [FoldedScalar]) -> Bool {
    guard groups.count == 2, let first = groups.first, let last = groups.last else { return false }
    return first.count <= 3 && last.count >= 4 && !last.isYear && scalars[first.run.upperBound].scalar == "."
}
