import Mail
import Testing

@Suite("Mail bodies")
struct MailBodyTests {
    private func bodies(text: String, html: String = "<p></p>") throws -> [MailReader] {
        let message = try MailMessageTests.message(text: text, html: html)
        let mail = try #require(MailReader(try message.encoded()))
        return mail.parts(boundary: "=_3f2cexampleorg")
    }

    // By hand from the rules of RFC 2045 §6.7; é is C3 A9, ع is D8 B9.
    @Test("are quoted-printable", arguments: [
        ("a = b", "a =3D b"), ("café", "caf=C3=A9"), ("ع", "=D8=B9"),
        ("two \nlines\t\r\nand one\rmore ", "two=20\r\nlines=09\r\nand one\r\nmore=20"),
        ("a\0b", "a=00b"), ("\n\n", "\r\n\r\n"), (".", "."), ("From here", "From here"),
        (String(repeating: "x", count: 76), String(repeating: "x", count: 75) + "=\r\nx"),
        (String(repeating: "x", count: 74) + "=", String(repeating: "x", count: 74) + "=\r\n=3D"),
        (String(repeating: "x", count: 75) + "\ny", String(repeating: "x", count: 75) + "\r\ny"),
        (String(repeating: "x", count: 74) + " \ny", String(repeating: "x", count: 74) + "=\r\n=20\r\ny"),
    ])
    func examples(text: String, encoded: String) throws {
        #expect(try bodies(text: text).first?.body == encoded)
    }

    @Test("are read back unchanged, text first and HTML second", arguments: [
        "السلام عليكم،\n\nاضغط الزر لتسجيل الدخول إلى جدول: https://example.org/magic-link?token=3f2c\n",
        String(repeating: "كلمة ", count: 200), "--=_3f2cexampleorg--\n", "Subject: no\r\n\r\nBcc: neither", "",
        String(repeating: " ", count: 200), "👨‍👩‍👧‍👦" + String(repeating: "\t", count: 100) + "\n.\n..\n",
    ])
    func roundTrip(text: String) throws {
        let html = "<p dir=\"rtl\">\(text)</p>"
        let parts = try bodies(text: text, html: html)
        try #require(parts.count == 2)
        #expect(parts.map { $0["Content-Type"] } == ["text/plain; charset=utf-8", "text/html; charset=utf-8"])
        #expect(parts.allSatisfy { $0["Content-Transfer-Encoding"] == "quoted-printable" })
        #expect(decodedQuotedPrintable(parts[0].body) == Array(withCRLF(text).utf8))
        #expect(decodedQuotedPrintable(parts[1].body) == Array(withCRLF(html).utf8))
    }

    @Test("have no bare CR or LF and only ASCII")
    func wireForm() throws {
        let mail = try MailMessageTests.message(subject: "جدول", text: "ا\rب\nج\r\nد", html: "<p>\n</p>").encoded()
        #expect(mail.allSatisfy { $0 == 13 || $0 == 10 || (0x20...0x7E).contains($0) })
        #expect(mail.indices.allSatisfy { index in
            switch mail[index] {
            case 10: index > 0 && mail[index - 1] == 13
            case 13: index + 1 < mail.count && mail[index + 1] == 10
            default: true
            }
        })
    }

    private func withCRLF(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    }
}
