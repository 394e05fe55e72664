/// Returns every key that differs from a key by one letter: a letter missing, added or replaced, or two neighbours
/// swapped.
///
/// - Returns: nothing for a key of fewer than four letters, which would have too many neighbours, or of more than 30.
package func keysOneTypoAway(from key: String) -> [String] {
    let letters = Array(key.unicodeScalars)
    guard (4...30).contains(letters.count) else { return [] }
    let isArabic = letters.contains { (0x600..<0x700).contains($0.value) }
    let alphabet = Array((isArabic ? "ابتثجحخدذرزسشصضطظعغفقكلمنهوي " : "abcdefghijklmnopqrstuvwxyz ").unicodeScalars)
    var keys: Set<String> = []
    func add(_ parts: ArraySlice<Unicode.Scalar>...) {
        keys.insert(String(String.UnicodeScalarView(parts.joined())))
    }
    for index in 0...letters.count {
        let before = letters[..<index], after = letters[index...]
        for letter in alphabet { add(before, [letter], after) }
        guard index < letters.count else { continue }
        let rest = letters[(index + 1)...]
        add(before, rest)
        for letter in alphabet { add(before, [letter], rest) }
        if index > 0 { add(letters[..<(index - 1)], [letters[index], letters[index - 1]], rest) }
    }
    keys.remove(key)
    return keys.sorted()
}
