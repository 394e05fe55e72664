/// Returns the letters by which a character is compared: lower case, with one alef, one yeh and one heh, without
/// vowel signs and tatweel. Empty if nothing is left.
///
/// A hamza after an alef stays: without it, lunch (`غداء`) would be tomorrow (`غدا`).
func folded(_ character: Character) -> String {
    var letters = ""
    for scalar in character.unicodeScalars {
        switch scalar {
        case "\u{622}", "\u{623}", "\u{625}", "\u{671}": letters += "\u{627}"
        case "\u{626}", "\u{649}", "\u{6CC}": letters += "\u{64A}"
        case "\u{624}": letters += "\u{648}"
        case "\u{629}": letters += "\u{647}"
        case "\u{6A9}": letters += "\u{643}"
        case "\u{640}": break
        case "\u{2018}", "\u{2019}", "\u{2BC}", "\u{2BF}": letters += "'"
        default:
            if scalar.properties.generalCategory != .nonspacingMark { letters += scalar.properties.lowercaseMapping }
        }
    }
    return letters
}

func folded(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { $0 += folded($1) }
}

/// Returns true for white space alone. A space with an accent is a sign of its own.
func isSpace(_ character: Character) -> Bool {
    character.isWhitespace && character.unicodeScalars.allSatisfy(\.properties.isWhitespace)
}

/// Returns true for marks of direction and other characters without a shape. Nothing is lost without them.
func isInvisible(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x200B, 0x200E, 0x200F, 0x61C, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF: true
        default: scalar.properties.generalCategory == .control && !scalar.properties.isWhitespace
        }
    }
}
