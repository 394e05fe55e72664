/// Arabic words by the ways in which they are written in Latin letters, as in `ba3d el 3asr`.
///
/// No list of spellings is needed: consonants have usual letters and digits, long vowels must be there, short ones may.
/// The rule applies only in a message that has other signs of Arabic in Latin letters.
struct ArabiziIndex: Sendable {
    /// Words by their rough consonants.
    private let words: [String: [(word: [Unicode.Scalar], rank: Int)]]

    /// Makes an index of words, each with a rank: 0 for the words that are most often meant.
    init(_ words: [(word: String, rank: Int)]) {
        var index: [String: [(word: [Unicode.Scalar], rank: Int)]] = [:]
        for (word, rank) in words {
            let letters = Array(word.unicodeScalars)
            guard letters.count > 1, letters.allSatisfy({ (0x621...0x64A).contains($0.value) }) else { continue }
            index[Self.skeleton(arabic: letters), default: []].append((letters, rank))
        }
        self.words = index
    }

    /// Returns the tokens with Arabic words in place of those written in Latin letters. `isEnglish` is true if the
    /// message has signs of Arabizi, but its other words are taken for English.
    func replacing(_ tokens: [Token], isKnown: (String) -> Bool) -> (tokens: [Token], isEnglish: Bool) {
        let signs = tokens.count(where: isSign)
        guard signs > 0 else { return (tokens, false) }
        // In an English sentence with an Arabic word only that word is read by the rule.
        let isEnglish = tokens.count { englishWords.contains($0.word) } >= signs
        var replaced: [Token] = [], index = 0
        while index < tokens.count {
            let token = tokens[index]
            if isEnglish, !strongArticles.contains(token.word), !token.word.utf8.contains(where: isDigitByte) {
                let isArabic = arabiziWords.contains(token.word)
                replaced.append(contentsOf: isArabic ? single(token, isKnown: isKnown) : [token])
                index += 1
                continue
            }
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            if let next, let (words, count) = withArticle(token, next, isKnown: isKnown) {
                replaced += words
                index += count
                continue
            }
            let isBeforeArticle = next.map { articles[$0.word] != nil } ?? false
            replaced.append(contentsOf: single(token, isKnown: { !isBeforeArticle && isKnown($0) }))
            index += 1
        }
        return (replaced, isEnglish)
    }

    /// Returns the Arabic tokens of an article or a prefix and what follows it, and the number of tokens read.
    private func withArticle(
        _ token: Token, _ next: Token, isKnown: (String) -> Bool
    ) -> (tokens: [Token], count: Int)? {
        guard let (prefix, article) = articles[token.word], !next.isGlued else { return nil }
        let lead = prefix.map { [token.with($0, isPrefix: true)] } ?? []
        if let word = word(next, isKnown: isKnown, hasArticle: article) {
            return (lead + [(prefix == nil ? token : next).with(word, until: next)], 2)
        }
        return prefix != nil && next.kind == .number ? (lead, 1) : nil
    }

    private func single(_ token: Token, isKnown: (String) -> Bool) -> [Token] {
        guard token.kind == .latin,
            !isKnown(token.word) || token.word.utf8.contains(where: isDigitByte)
                || arabiziWords.contains(token.word)
        else {
            return [token]
        }
        if let word = word(token, isKnown: isKnown, hasArticle: false) { return [token.with(word)] }
        for (letters, (prefix, article)) in gluedArticles where token.word.hasPrefix(letters) {
            let rest = String(token.word.dropFirst(letters.count))
            guard rest.utf8.count > 2, let word = best(rest, hasArticle: article) else { continue }
            return prefix.map { [token.with($0, isPrefix: true), token.with(word)] } ?? [token.with(word)]
        }
        return [token]
    }

    private func word(_ token: Token, isKnown: (String) -> Bool, hasArticle: Bool) -> String? {
        guard token.kind == .latin, token.word.utf8.count > 1 else { return nil }
        return best(token.word, hasArticle: hasArticle)
    }

    /// Returns the most likely Arabic word: the closest one, of the most usual category.
    private func best(_ latin: String, hasArticle: Bool) -> String? {
        let letters = Array(latin.utf8)
        var best: (word: [Unicode.Scalar], cost: Int)?
        for skeleton in Set([Self.skeleton(latin: letters), Self.skeleton(latin: letters, isTwoQaf: true)]).sorted() {
            for (word, rank) in words[skeleton] ?? [] where Self.hasArticle(word) == hasArticle {
                let stem = hasArticle ? word.dropFirst(2) : word[...]
                guard let distance = distance(stem, letters[...]), distance + rank < best?.cost ?? .max else {
                    continue
                }
                best = (word, distance + rank)
            }
        }
        return best.map { String(String.UnicodeScalarView($0.word)) }
    }

    /// Returns true for a word that only Arabic in Latin letters has.
    private func isSign(_ token: Token) -> Bool {
        guard token.kind == .latin else { return false }
        if token.word.utf8.contains(where: isDigitByte) { return true }
        return strongArticles.contains(token.word) || arabiziWords.contains(token.word)
    }

    /// Returns true for `الجمعة`, but not for `إلا` and `إلى`.
    private static func hasArticle(_ word: [Unicode.Scalar]) -> Bool {
        word.count > 3 && word.starts(with: "ال".unicodeScalars)
    }

    // Rough consonants: all that one Latin letter can stand for are one. The article has none.
    private static func skeleton(arabic letters: [Unicode.Scalar]) -> String {
        let stem = hasArticle(letters) ? letters[2...] : letters[...]
        var skeleton = ""
        for letter in stem {
            guard let rough = roughArabic[letter] else { continue }
            if skeleton.last != rough { skeleton.append(rough) }
        }
        return skeleton
    }

    private static func skeleton(latin letters: [UInt8], isTwoQaf: Bool = false) -> String {
        var skeleton = ""
        for (index, letter) in letters.enumerated() {
            // `kh` has no rough consonant, as `5`.
            if letter == UInt8(ascii: "k"), index + 1 < letters.count, letters[index + 1] == UInt8(ascii: "h") {
                continue
            }
            let rough: Character? =
                switch letter {
                case UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "z"), UInt8(ascii: "s"), UInt8(ascii: "6"),
                    UInt8(ascii: "9"), UInt8(ascii: "c"):
                    "t"
                case UInt8(ascii: "k"), UInt8(ascii: "q"), UInt8(ascii: "g"), UInt8(ascii: "j"), UInt8(ascii: "8"): "k"
                case UInt8(ascii: "b"), UInt8(ascii: "p"): "b"
                case UInt8(ascii: "f"), UInt8(ascii: "v"): "f"
                case UInt8(ascii: "l"): "l"
                case UInt8(ascii: "m"): "m"
                case UInt8(ascii: "n"): "n"
                case UInt8(ascii: "r"): "r"
                case UInt8(ascii: "3"): "3"
                case UInt8(ascii: "2") where isTwoQaf: "k"
                default: nil
                }
            if let rough, skeleton.last != rough { skeleton.append(rough) }
        }
        return skeleton
    }
}

/// Returns how far Latin letters are from the usual way to write an Arabic word; nil if they cannot mean it.
private func distance(_ arabic: ArraySlice<Unicode.Scalar>, _ latin: ArraySlice<UInt8>) -> Int? {
    guard let letter = arabic.first else {
        return latin.isEmpty ? 0 : latin.elementsEqual("h".utf8) ? 1 : nil
    }
    let rest = arabic.dropFirst()
    var best: Int?
    func offer(_ cost: Int?, _ more: Int) {
        if let cost, cost + more < best ?? .max { best = cost + more }
    }
    if rest.isEmpty, letter == "ه", let cost = distanceOfFinal(latin) { return cost }
    for spelling in spellings[letter] ?? [] where latin.starts(with: spelling.utf8) {
        let after = latin.dropFirst(spelling.utf8.count)
        offer(distance(rest, after), 0)
        guard let first = spelling.utf8.first, !isVowel(first) else { continue }
        // A doubled letter, then a short vowel.
        if after.starts(with: spelling.utf8) {
            offer(distance(rest, after.dropFirst(spelling.utf8.count)), 0)
        }
        if !rest.isEmpty, let vowel = after.first, isVowel(vowel) { offer(distance(rest, after.dropFirst()), 1) }
    }
    // A silent alef or hamza.
    if letter == "ا" || letter == "ء" { offer(distance(rest, latin), 2) }
    return best
}

/// Returns how far letters are from a final `ه`, which is a vowel: `bukra`, `bukrah`, `sa3eh`, `salat`.
private func distanceOfFinal(_ latin: ArraySlice<UInt8>) -> Int? {
    let tail = latin.first.map(isVowel) ?? false ? latin.dropFirst() : latin
    if tail.count < latin.count, tail.isEmpty || tail.elementsEqual("h".utf8) || tail.elementsEqual("t".utf8) {
        return 0
    }
    return latin.isEmpty || latin.elementsEqual("t".utf8) ? 1 : nil
}

private func isVowel(_ byte: UInt8) -> Bool { "aeiou".utf8.contains(byte) }
private func isDigitByte(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

extension Token {
    fileprivate func with(_ word: String, isPrefix: Bool = false, until last: Token? = nil) -> Token {
        Token(
            kind: .arabic, word: word, range: range.lowerBound..<(last ?? self).range.upperBound, number: nil,
            isGlued: isGlued, isCapital: false, isPrefix: isPrefix)
    }
}

private let spellings: [Unicode.Scalar: [String]] = [
    "ا": ["aa", "a", "e", "2a", "2e", "2", "i", "ee", "o", "u", "eh", "ah"], "ء": ["2", "'", "a", "e"],
    "ب": ["b", "p"], "ت": ["t"], "ث": ["th", "t", "s"], "ج": ["j", "g", "y"], "ح": ["7", "h"],
    "خ": ["kh", "5", "7'", "x"], "د": ["d"], "ذ": ["dh", "th", "z", "d"], "ر": ["r"], "ز": ["z"], "س": ["s"],
    "ش": ["sh", "ch"], "ص": ["s", "9"], "ض": ["d", "9'", "dh"], "ط": ["t", "6"], "ظ": ["z", "d", "th", "dh", "6'"],
    "ع": ["3", "'", "a"], "غ": ["gh", "g", "3'", "8"], "ف": ["f", "v"], "ق": ["q", "k", "g", "2", "8", "9"],
    "ك": ["k", "c", "ch"], "ل": ["l"], "م": ["m"], "ن": ["n"], "ه": ["h"],
    "و": ["oo", "ou", "o", "u", "w", "uu", "ow", "wo", "wa", "we"],
    "ي": ["ee", "i", "y", "e", "ei", "ai", "ay", "ey", "iy", "yy", "ye", "ya", "ie", "ii", "a"],
]

private let roughArabic: [Unicode.Scalar: Character] = [
    "ب": "b", "ت": "t", "ث": "t", "ج": "k", "د": "t", "ذ": "t", "ر": "r", "ز": "t", "س": "t", "ش": "t", "ص": "t",
    "ض": "t", "ط": "t", "ظ": "t", "ع": "3", "غ": "k", "ف": "f", "ق": "k", "ك": "k", "ل": "l", "م": "m", "ن": "n",
]

/// Articles and prepositions before a word, with the Arabic prefix they are.
private let articles: [String: (prefix: String?, hasArticle: Bool)] = [
    "el": (nil, true), "il": (nil, true), "al": (nil, true), "l": (nil, true), "es": (nil, true), "as": (nil, true),
    "bel": ("ب", true), "bil": ("ب", true), "bl": ("ب", true), "fel": ("في", true), "fil": ("في", true),
    "lel": ("ل", true), "lil": ("ل", true), "3al": ("ع", true), "3l": ("ع", true), "hal": ("هال", true),
    "3a": ("ع", false), "w": ("و", false), "wel": ("و", true), "b": ("ب", false),
]

/// Articles that no English word looks like.
private let strongArticles: Set<String> = [
    "el", "il", "bel", "bil", "fel", "fil", "lel", "lil", "3al", "3l", "3a", "wel",
]

/// Words that show that a sentence is English.
private let englishWords: Set<String> = [
    "the", "a", "an", "is", "are", "was", "were", "be", "been", "have", "has", "had", "do", "does", "did", "will",
    "would", "can", "could", "should", "i", "you", "he", "she", "it", "we", "they", "me", "my", "your", "our", "their",
    "this", "that", "these", "those", "with", "without", "for", "from", "to", "of", "in", "on", "at", "by", "about",
    "and", "or", "but", "if", "so", "not", "no", "yes", "what", "when", "where", "who", "how", "why", "there", "here",
    "see", "meet", "let", "lets", "go", "come", "get", "please", "thanks", "ok", "good", "great", "im", "ill", "its",
    "after", "before", "then", "just", "like", "want", "need", "know", "think", "sounds", "time", "up", "out", "as",
]

private let gluedArticles: [(String, (prefix: String?, hasArticle: Bool))] = [
    ("el", (nil, true)), ("il", (nil, true)), ("al", (nil, true)), ("3al", ("ع", true)), ("bel", ("ب", true)),
    ("bil", ("ب", true)), ("hal", ("هال", true)), ("fel", ("في", true)), ("lel", ("ل", true)), ("wel", ("و", true)),
    ("l", (nil, true)), ("w", ("و", false)), ("b", ("ب", false)), ("il", (nil, true)),
]

/// Words that show Arabic in Latin letters.
private let arabiziWords: Set<String> = [
    "bukra", "bokra", "bukrah", "bokrah", "inshallah", "inshalla", "yalla", "yallah", "wallah", "habibi", "habibti",
    "tamam",
    "tmam", "mashi", "aywa", "akeed", "elleila", "ellila", "elyom", "elyoum", "ghadan", "ghodwa", "ghodwe", "khalas",
    "mish",
    "mesh", "msh", "shu", "shno", "wesh", "wein", "kda", "keda", "kida", "nshoof", "ashoofak", "ashofak",
]
