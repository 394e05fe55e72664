/// Returns the words of a text as search compares them: lower case, without accents, hamza, vowel signs and marks of
/// direction, with one letter for the forms of an Arabic letter, and with ASCII digits.
///
/// The same text gives the same words on every host, so they can be stored. Letters of other scripts stay as they are.
public func foldedWords(_ text: String) -> [String] {
    foldedWordsInPlace(text).map(\.text)
}

/// A word as search compares it, and its place in the text that it was found in.
public struct FoldedWord: Sendable, Hashable {
    public let text: String
    public let range: Range<String.Index>
}

/// Returns the folded words of a text with their places.
public func foldedWordsInPlace(_ text: String) -> [FoldedWord] {
    let scalars = text.unicodeScalars
    var words: [FoldedWord] = [], word = "", start = text.startIndex, end = text.startIndex
    func isPartOfWord(_ scalar: Unicode.Scalar, _ letters: String) -> Bool {
        // A hamza vanishes, too, and is written.
        !letters.isEmpty || [.nonspacingMark, .otherLetter].contains(scalar.properties.generalCategory)
    }
    var index = scalars.startIndex
    while index < scalars.endIndex {
        let scalar = scalars[index], next = scalars.index(after: index)
        if let letters = folded(scalar) {
            if word.isEmpty { start = index }
            word += letters
            if isPartOfWord(scalar, letters) { end = next }
        } else if !word.isEmpty {
            words.append(FoldedWord(text: word, range: start..<end))
            word = ""
        }
        index = next
    }
    if !word.isEmpty { words.append(FoldedWord(text: word, range: start..<end)) }
    return words
}

extension FoldedWord {
    /// Returns the place of the word's first letters in its text, with the marks that follow them.
    ///
    /// - Parameter count: the number of folded scalars.
    public func range(ofFirst count: Int, in text: String) -> Range<String.Index> {
        let scalars = text.unicodeScalars
        var left = count, index = range.lowerBound
        while index < range.upperBound {
            let letters = folded(scalars[index]) ?? ""
            // A scalar that folds to nothing belongs to the letter before it.
            if left <= 0, !letters.isEmpty { break }
            left -= letters.unicodeScalars.count
            index = scalars.index(after: index)
        }
        return range.lowerBound..<index
    }
}

/// Returns the letters that replace one scalar. They are empty if it vanishes inside its word (accents,
/// vowel signs, tatweel, apostrophes, hamza), nil if it separates words.
private func folded(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x61...0x7A, 0x30...0x39: return String(scalar)
    case 0x41...0x5A: return String(UnicodeScalar(UInt8(scalar.value) + 0x20))
    case 0x27: return ""
    case 0..<0x80: return nil
    default: break
    }
    if let letters = folding[scalar] { return letters }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .modifierLetter:
        return ""
    case .uppercaseLetter, .titlecaseLetter:
        // A few have no lower case; asking again would never end.
        let lower = properties.lowercaseMapping.unicodeScalars
        return lower.elementsEqual([scalar]) ? String(scalar) : lower.map { folded($0) ?? "" }.joined()
    case .lowercaseLetter, .otherLetter, .spacingMark:
        return String(scalar)
    case .decimalNumber:
        return properties.numericValue.map { String(Int($0)) }
    default:
        return nil
    }
}

private let folding: [Unicode.Scalar: String] = {
    var folding: [Unicode.Scalar: String] = [:]
    for (letters, variants) in folds {
        for scalar in variants.unicodeScalars { folding[scalar] = letters }
    }
    return folding
}()

/// Replacements, each with the letters it stands for. The accented Latin letters are those of Unicode 15
/// whose compatibility decomposition is one ASCII letter and marks.
private let folds: [(String, String)] = [
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"), ("b", "ḃḅḇ"), ("c", "çćĉċčḉ"), ("d", "ďḋḍḏḑḓđð"),
    ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệəǝ"), ("f", "ḟ"), ("g", "ĝğġģǧǵḡ"), ("h", "ĥȟḣḥḧḩḫẖħ"),
    ("i", "ìíîïĩīĭįǐȉȋḭḯỉịı"), ("j", "ĵǰ"), ("k", "ķǩḱḳḵ"), ("l", "ĺļľḷḹḻḽł"), ("m", "ḿṁṃ"),
    ("n", "ñńņňǹṅṇṉṋŋ"), ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợø"), ("p", "ṕṗ"), ("r", "ŕŗřȑȓṙṛṝṟ"),
    ("s", "śŝşšſșṡṣṥṧṩẛ"), ("t", "ţťțṫṭṯṱẗŧ"), ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"), ("v", "ṽṿ"),
    ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"), ("y", "ýÿŷȳẏẙỳỵỷỹ"), ("z", "źżžẑẓẕ"),
    ("ss", "ß"), ("ae", "æ"), ("oe", "œ"), ("th", "þ"),
    // Apostrophes, and what transliterations write for hamza and ayn.
    ("", "’‘ʼʻʿʾʹʺ´ˈ"),
    // Arabic: one alef, one yeh, one heh; hamza and tatweel are not written by everyone.
    ("\u{627}", "\u{623}\u{625}\u{622}\u{671}"),
    ("\u{64A}", "\u{649}\u{626}\u{6CC}\u{6D2}\u{6CE}\u{6D0}\u{6CD}"),
    ("\u{648}", "\u{624}\u{6C6}\u{6C7}\u{6C8}\u{6CB}"),
    ("\u{647}", "\u{629}\u{6C1}\u{6C3}\u{6BE}\u{6D5}\u{6C0}\u{6C2}"),
    ("", "\u{621}\u{640}"),
    // Letters of Persian, Urdu and Kurdish, as an Arabic keyboard writes them.
    ("\u{643}", "\u{6A9}\u{6AF}\u{6AA}"), ("\u{628}", "\u{67E}"), ("\u{62C}", "\u{686}"),
    ("\u{641}", "\u{6A4}"), ("\u{632}", "\u{698}"), ("\u{62A}", "\u{679}"), ("\u{62F}", "\u{688}"),
    ("\u{631}", "\u{691}\u{695}"), ("\u{644}", "\u{6B5}"), ("\u{646}", "\u{6BA}"),
]
