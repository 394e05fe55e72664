import HTTP
import Testing

@Suite("Percent-encoding and HTML")
struct TextTests {
    @Test("all characters except unreserved ones are encoded", arguments: [
        // RFC 3986 §2.1, §2.3 and §2.5.
        ("", ""), ("azAZ09-._~", "azAZ09-._~"), ("a b", "a%20b"), ("A/B?c=d&e+f", "A%2FB%3Fc%3Dd%26e%2Bf"),
        ("À", "%C3%80"), ("ア", "%E3%82%A2"), ("%41", "%2541"), ("\r\n\0", "%0D%0A%00"),
        ("/\u{301}", "%2F%CC%81"),
    ])
    func encoding(text: String, encoded: String) {
        #expect(percentEncoded(text) == encoded)
        #expect(percentDecoded(encoded) == text)
    }

    @Test("a path keeps the characters that a path may have", arguments: [
        ("/a/b:c@d!$&'()*+,;=", "/a/b:c@d!$&'()*+,;="), ("/a b?#[]", "/a%20b%3F%23%5B%5D"), ("/ص", "/%D8%B5"),
    ])
    func paths(path: String, encoded: String) {
        #expect(percentEncodedPath(path) == encoded)
    }

    @Test("a percent sign needs two hexadecimal digits of either case", arguments: [
        ("%c3%a9", "é"), ("%C3%A9", "é"), ("%", nil), ("%a", nil), ("a%", nil), ("%ag", nil), ("%%41", nil),
        ("%C3", nil), ("%+1", nil), ("%-1", nil), ("%0x", nil),
    ] as [(String, String?)])
    func decoding(text: String, decoded: String?) {
        #expect(percentDecoded(text) == decoded)
    }

    @Test("text is escaped for use between tags and in attributes", arguments: [
        ("", ""), ("Fajr & Isha", "Fajr &amp; Isha"), ("<script>alert('x')</script>",
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"),
        ("a\"b", "a&quot;b"), ("&amp;", "&amp;amp;"), ("صلاة الفجر", "صلاة الفجر"),
    ])
    func escaping(text: String, escaped: String) {
        #expect(htmlEscaped(text) == escaped)
    }

    @Test("a combining mark does not hide the character before it", arguments: [
        ("\"", "&quot;"), ("<", "&lt;"), (">", "&gt;"), ("&", "&amp;"), ("'", "&#39;"),
    ])
    func combiningMarks(mark: String, entity: String) {
        for combining in ["\u{301}", "\u{64B}", "\u{200D}", "\u{FE0F}"] {
            let escaped = htmlEscaped("a" + mark + combining + "b")
            #expect(Array(escaped.utf8) == Array("a\(entity)".utf8) + Array("\(combining)b".utf8))
        }
    }
}
