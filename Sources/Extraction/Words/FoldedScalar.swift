/// A character of a message as it is compared.
struct FoldedScalar {
    enum Kind {
        case space, newline, arabic, latin, digit, sign
    }

    var kind: Kind
    /// The letter or sign to compare; for a digit, 0 to 9 in ASCII.
    var scalar: Unicode.Scalar
    /// True for a digit or letter that an ASCII keyboard writes.
    var isASCII: Bool
    var isUpper = false
    /// The bytes of the message, with the marks that follow.
    var range: Range<Int>
}

/// Returns the characters of a message without vowel signs, tatweel and marks of direction.
func foldedScalars(_ text: String) -> [FoldedScalar] {
    var folded: [FoldedScalar] = []
    folded.reserveCapacity(text.utf8.count)
    var offset = 0
    for scalar in text.unicodeScalars {
        let range = offset..<offset + utf8Length(scalar)
        offset = range.upperBound
        // A tatweel between digits stands for a dash.
        if scalar == "\u{640}", folded.last.map({ $0.kind == .digit || $0.kind == .space }) ?? true {
            folded.append(FoldedScalar(kind: .sign, scalar: "-", isASCII: false, range: range))
            continue
        }
        guard let (kind, letter) = fold(scalar) else {
            if let last = folded.indices.last, folded[last].range.upperBound == range.lowerBound {
                folded[last].range = folded[last].range.lowerBound..<range.upperBound
            }
            continue
        }
        folded.append(
            FoldedScalar(
                kind: kind, scalar: letter, isASCII: scalar.isASCII,
                isUpper: scalar.isASCII ? (0x41...0x5A).contains(scalar.value) : scalar.properties.isUppercase,
                range: range))
    }
    return folded
}

extension String {
    /// Makes a word of its characters. Appending them one by one would cost more than the rest of the splitting.
    init(word scalars: some Collection<Unicode.Scalar>) {
        let length = scalars.reduce(0) { $0 + UTF8.width($1) }
        self.init(unsafeUninitializedCapacity: length) { bytes in
            var end = 0
            for scalar in scalars {
                for byte in scalar.utf8 {
                    bytes[end] = byte
                    end += 1
                }
            }
            return end
        }
    }
}

private func utf8Length(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x80: 1
    case 0x80..<0x800: 2
    case 0x800..<0x10000: 3
    default: 4
    }
}

/// Returns the kind and the compared form of a character; nil for a mark without a shape of its own.
private func fold(_ scalar: Unicode.Scalar) -> (FoldedScalar.Kind, Unicode.Scalar)? {
    switch scalar.value {
    case 0x61...0x7A: return (.latin, scalar)
    case 0x41...0x5A: return (.latin, Unicode.Scalar(UInt8(scalar.value + 0x20)))
    case 0x30...0x39: return (.digit, scalar)
    case 0x0A, 0x0D, 0x2028, 0x2029: return (.newline, "\n")
    case 0x20, 0x09, 0x0B, 0x0C, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: return (.space, " ")
    case 0..<0x20, 0x7F...0x9F: return nil
    case 0x21..<0x80: return (.sign, scalar)
    case 0x600...0x6FF: return foldArabic(scalar)
    case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63: return (.sign, "-")
    case 0x2018, 0x2019, 0x2BC, 0x2BE, 0x2BF, 0xB4, 0x201B: return (.sign, "'")
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF, 0xAD, 0xFE00...0xFE0F: return nil
    case 0xFF01...0xFF5E: return fold(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
    case 0xFE70...0xFE7F: return nil
    case 0xFE80...0xFEFC: return (.arabic, presentationLetters[Int(scalar.value - 0xFE80)])
    case 0xFB50...0xFDFF: return (.arabic, otherPresentationForm(scalar))
    case 0x1F000...0x1FAFF, 0x2190...0x2BFF: return (.sign, scalar)
    default: return foldOther(scalar)
    }
}

private func foldArabic(_ scalar: Unicode.Scalar) -> (FoldedScalar.Kind, Unicode.Scalar)? {
    switch scalar.value {
    case 0x610...0x61A, 0x61C, 0x640, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E8, 0x6EA...0x6ED: nil
    case 0x660...0x669: (.digit, Unicode.Scalar(UInt8(scalar.value - 0x660 + 0x30)))
    case 0x6F0...0x6F9: (.digit, Unicode.Scalar(UInt8(scalar.value - 0x6F0 + 0x30)))
    case 0x622, 0x623, 0x625, 0x671: (.arabic, "\u{627}")
    case 0x626, 0x649, 0x6CC, 0x6CE, 0x6D0, 0x6D2: (.arabic, "\u{64A}")
    case 0x624: (.arabic, "\u{648}")
    case 0x629, 0x6C0...0x6C3, 0x6D5, 0x6BE: (.arabic, "\u{647}")
    case 0x6A9, 0x6AF: (.arabic, "\u{643}")
    case 0x686: (.arabic, "\u{62C}")
    case 0x67E: (.arabic, "\u{628}")
    case 0x6A4: (.arabic, "\u{641}")
    case 0x698: (.arabic, "\u{632}")
    case 0x60C: (.sign, ",")
    case 0x61B: (.sign, ";")
    case 0x61F: (.sign, "?")
    case 0x66A: (.sign, "%")
    case 0x66B, 0x6D4: (.sign, ".")
    case 0x66C: (.sign, ",")
    case 0x620...0x6D3, 0x6EE, 0x6EF, 0x6FA...0x6FC, 0x6FF: (.arabic, scalar)
    default: (.sign, scalar)
    }
}

private func foldOther(_ scalar: Unicode.Scalar) -> (FoldedScalar.Kind, Unicode.Scalar)? {
    if let letter = accented[scalar] { return (.latin, letter) }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return nil
    case .decimalNumber:
        guard let value = properties.numericValue, (0...9).contains(value) else { return (.sign, scalar) }
        return (.digit, Unicode.Scalar(UInt8(0x30 + Int(value))))
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark:
        let lower = properties.lowercaseMapping.unicodeScalars.first ?? scalar
        if let letter = accented[lower] { return (.latin, letter) }
        return ((0x750...0x8FF).contains(scalar.value) ? .arabic : .latin, lower)
    default: return (.sign, scalar)
    }
}

private func otherPresentationForm(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFB50...0xFB51: "\u{627}"
    case 0xFB56...0xFB59: "\u{628}"
    case 0xFB7A...0xFB7D: "\u{62C}"
    case 0xFB8E...0xFB95: "\u{643}"
    case 0xFBFC...0xFBFF: "\u{64A}"
    default: scalar
    }
}

/// The letters of the forms U+FE80 to U+FEFC, folded.
private let presentationLetters: [Unicode.Scalar] = {
    let forms: [(Unicode.Scalar, Int)] = [
        ("ء", 1), ("ا", 2), ("ا", 2), ("و", 2), ("ا", 2), ("ي", 4), ("ا", 2), ("ب", 4), ("ه", 2), ("ت", 4), ("ث", 4),
        ("ج", 4), ("ح", 4), ("خ", 4), ("د", 2), ("ذ", 2), ("ر", 2), ("ز", 2), ("س", 4), ("ش", 4), ("ص", 4), ("ض", 4),
        ("ط", 4), ("ظ", 4), ("ع", 4), ("غ", 4), ("ف", 4), ("ق", 4), ("ك", 4), ("ل", 4), ("م", 4), ("ن", 4), ("ه", 4),
        ("و", 2), ("ي", 2), ("ي", 4), ("ل", 8),
    ]
    return forms.flatMap { Array(repeating: $0.0, count: $0.1) }
}()

private let accented: [Unicode.Scalar: Unicode.Scalar] = {
    let letters: [(Unicode.Scalar, String)] = [
        ("a", "àáâãäåāăạảǎÀÁÂÃÄÅĀĂ"), ("c", "çćčÇĆČ"), ("d", "ḍđðḌ"), ("e", "èéêëēĕėęěÈÉÊËĒ"), ("g", "ğġǧĞĠ"),
        ("h", "ḥḫẖĥḤḪ"), ("i", "ìíîïīĭıÌÍÎÏĪ"), ("k", "ḳķ"), ("n", "ñńňÑ"), ("o", "òóôõöøōŏÒÓÔÕÖŌ"),
        ("s", "śşšṣȘŚŞŠṢ"), ("t", "ţťṭṯŢŤṬ"), ("u", "ùúûüūŭůÙÚÛÜŪ"), ("y", "ýÿÝ"), ("z", "źżžẓŹŻŽẒ"),
    ]
    var table: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letter, variants) in letters {
        for variant in variants.unicodeScalars { table[variant] = letter }
    }
    return table
}()
