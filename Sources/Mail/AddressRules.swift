// The rules that an `EmailAddress` must follow, in the order of their checks.

import Text

/// Returns the typed text in NFKC without white space around it.
///
/// - Throws: if it is empty or far too long, or if it has a space or an invisible character.
func normalizedInput(_ typed: String) throws(EmailAddress.Problem) -> String {
    let trimmed = String(typed.unicodeScalars.trimmed(while: \.properties.isWhitespace))
    if trimmed.isEmpty { throw .empty }
    // NFKC can make a text eighteen times as long, so a text that is far too long is refused first.
    guard trimmed.utf8.count <= 4 * EmailAddress.longest else { throw .tooLong }
    guard let normalized = nfkc(trimmed) else { throw .invisibleCharacter }

    for scalar in normalized.unicodeScalars {
        if scalar.properties.isWhitespace { throw .space }
        if isInvisible(scalar) { throw .invisibleCharacter }
    }
    return normalized
}

/// Splits an address at its `@`.
///
/// - Throws: if there is no `@` or more than one.
func parts(of address: String) throws(EmailAddress.Problem) -> (local: String, domain: String) {
    // With a combining mark after it, an `@` would be another Character, but it is the same scalar.
    let scalars = address.unicodeScalars
    guard let at = scalars.firstIndex(of: "@") else { throw .missingAt }
    let domain = scalars[scalars.index(after: at)...]
    if domain.contains("@") { throw .severalAts }
    return (String(scalars[..<at]), String(domain))
}

/// Checks that a local part is a dot-atom of ASCII (RFC 5322 §3.2.3) with at most 64 octets.
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

/// Returns true for `atext` of RFC 5322 §3.2.3.
func isAtomText(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
}

/// Returns true for control characters and for characters that a screen does not show. With one of them,
/// an address could look like another person's.
///
/// IDNA checks the two joiners, since some Persian and Indic labels need them.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if isJoiner(scalar) { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: true
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
}

private func isJoiner(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{200C}" || scalar == "\u{200D}" }
