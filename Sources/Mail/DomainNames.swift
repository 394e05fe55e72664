import CIDN
import Text

/// A mail domain in its two forms, both lower case.
struct DomainNames {
    /// The domain in letters, digits, hyphens and dots: `xn--mgbh0fb.xn--mgberp4a5d4ar`.
    let ascii: String
    /// The domain in its own script: `مثال.السعودية`.
    let unicode: String

    /// Checks a domain and finds its two forms.
    ///
    /// - Parameter domain: the text after the `@`, in NFKC.
    init(normalized domain: String) throws(EmailAddress.Problem) {
        if domain.isEmpty { throw .missingDomain }
        if domain.hasPrefix("[") { throw .ipAddress }
        if hasMisplacedDot(domain) { throw .misplacedDot }
        guard isHostNameText(domain), let ascii = aLabels(domain), isHostName(ascii) else { throw .invalidDomain }

        let labels = ascii.split(separator: ".")
        // No top-level domain is a number, so this is an IPv4 address (RFC 3696 §2).
        if let last = labels.last, last.utf8.allSatisfy(isDigit) { throw .ipAddress }
        guard labels.count > 1 || ascii == "localhost" else { throw .incompleteDomain }
        self.ascii = ascii
        unicode = uLabels(ascii) ?? ascii
    }
}

/// Returns a text in Normalization Form KC; nil if libunistring fails.
func nfkc(_ text: String) -> String? {
    var length = 0
    let input = Array(text.utf8)
    guard let normalized = jadwal_nfkc(input, input.count, &length) else { return nil }
    defer { free(normalized) }
    return String(decoding: UnsafeBufferPointer(start: normalized, count: length), as: UTF8.self)
}

/// Returns the ASCII form of a domain by IDNA 2008 after UTS 46's non-transitional mapping (`ß` stays);
/// nil if it has none.
///
/// `IDN2_USE_STD3_ASCII_RULES` is not used. With it, libidn2 2.3.3 silently *drops* forbidden characters,
/// so that `example.org,evil.test` became the domain `example.orgevil.test`. `isHostNameText` checks these
/// rules before, and `isHostName` after the conversion.
private func aLabels(_ domain: String) -> String? {
    let flags = CInt(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
    var result: UnsafeMutablePointer<CChar>?
    guard idn2_to_ascii_8z(domain, &result, flags) == IDN2_OK.rawValue, let result else { return nil }
    defer { idn2_free(result) }
    return String(cString: result).lowercased()
}

private func uLabels(_ domain: String) -> String? {
    var result: UnsafeMutablePointer<CChar>?
    guard idn2_to_unicode_8z8z(domain, &result, 0) == IDN2_OK.rawValue, let result else { return nil }
    defer { idn2_free(result) }
    return String(cString: result)
}

/// Returns true if the ASCII characters of a domain are letters, digits, hyphens and dots (UTS 46,
/// UseSTD3ASCIIRules).
private func isHostNameText(_ domain: String) -> Bool {
    domain.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".": true
        // These three decompose to a forbidden `=`, `<` or `>` and a combining stroke.
        case "\u{2260}", "\u{226E}", "\u{226F}": false
        default: !scalar.isASCII
        }
    }
}

/// Returns true for a host name: labels of letters, digits and inner hyphens, at most 63 octets in a label
/// and 253 in all (RFC 1123 §2.1, RFC 1035 §2.3.4).
///
/// libidn2 does not check all of this.
private func isHostName(_ domain: String) -> Bool {
    domain.utf8.count <= 253
        && domain.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count)
                && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { isDigit($0) || isLowerCaseLetter($0) || $0 == UInt8(ascii: "-") }
        }
}

private func isLowerCaseLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
