// The rules an `EmailAddress` is judged by, in the order they are applied.

import Text

/// What was typed, without white space around it, in NFKC, without a character that hides.
func normalizedInput(_ typed: String) throws(EmailAddress.Problem) -> String {
    let trimmed = String(typed.unicodeScalars.trimmed(while: \.properties.isWhitespace))
    if trimmed.isEmpty { throw .empty }
    // NFKC can make a text eighteen times as long; what is far too long need not get there.
    guard trimmed.utf8.count <= 4 * EmailAddress.longest else { throw .tooLong }
    guard let normalized = nfkc(trimmed) else { throw .invisibleCharacter }

    for scalar in normalized.unicodeScalars {
        if scalar.properties.isWhitespace { throw .space }
        if isInvisible(scalar) { throw .invisibleCharacter }
    }
    return normalized
}

/// What stands on either side of the one `@`.
func parts(of address: String) throws(EmailAddress.Problem) -> (local: String, domain: String) {
    // By scalar: as Characters, `@` with a combining mark behind it would not be an `@`.
    let scalars = address.unicodeScalars
    guard let at = scalars.firstIndex(of: "@") else { throw .missingAt }
    let domain = scalars[scalars.index(after: at)...]
    if domain.contains("@") { throw .severalAts }
    return (String(scalars[..<at]), String(domain))
}

/// A dot-atom of ASCII (RFC 5322 §3.2.3), at most 64 octets.
func check(localPart local: String) throws(EmailAddress.Problem) {
    if local.isEmpty { throw .missingLocalPart }
    if local.unicodeScalars.contains(where: isJoiner) { throw .invisibleCharacter }
    for byte in local.utf8 {
        switch byte {
        case UInt8(ascii: "\""): throw .quotes
        case 0x80...: throw .nonASCIILocalPart
        case UInt8(ascii: "."): break
        default: if !isAtomText(byte) { throw .forbiddenCharacter }
        }
    }
    if local.utf8.count > EmailAddress.longestLocalPart { throw .tooLong }
    if hasMisplacedDot(local) { throw .misplacedDot }
}

func hasMisplacedDot(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains(where: \.isEmpty)
}

/// `atext` of RFC 5322 §3.2.3.
func isAtomText(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
}

/// Controls, and what a screen does not show: an address that looks like another one is another's.
///
/// The two joiners are left to IDNA, which knows the Persian and Indic labels that need them.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if isJoiner(scalar) { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
}

private func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }
