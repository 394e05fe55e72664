import CivilTime
import Mail
import Testing

@Suite("Mail messages")
struct MailMessageTests {
    static func message(
        name: String = "Jadwal", subject: String = "Sign in", language: String = "en",
        messageID: String = "3f2c@example.org", text: String = "Hello", html: String = "<p>Hello</p>"
    ) throws -> MailMessage {
        MailMessage(
            from: Mailbox(name: name, address: try EmailAddress(validating: "no-reply@example.org")),
            to: try EmailAddress(validating: "zaid@example.net"),
            subject: subject, language: language, messageID: messageID,
            date: Instant(secondsSince1970: 1_795_232_737), text: text, html: html)
    }

    // The expected text is written by hand from RFC 5322 and RFC 2046.
    @Test("are written as the standards demand")
    func wholeMessage() throws {
        var message = try Self.message()
        message.replyTo = Mailbox(name: "Help", address: try EmailAddress(validating: "help@example.org"))
        let expected = """
            From: "Jadwal" <no-reply@example.org>
            To: zaid@example.net
            Reply-To: "Help" <help@example.org>
            Subject: Sign in
            Date: Sat, 21 Nov 2026 03:45:37 +0000
            Message-ID: <3f2c@example.org>
            Auto-Submitted: auto-generated
            Content-Language: en
            MIME-Version: 1.0
            Content-Type: multipart/alternative; boundary="=_3f2cexampleorg"

            --=_3f2cexampleorg
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            Hello
            --=_3f2cexampleorg
            Content-Type: text/html; charset=utf-8
            Content-Transfer-Encoding: quoted-printable

            <p>Hello</p>
            --=_3f2cexampleorg--

            """
        let mail = String(decoding: try message.encoded(), as: UTF8.self)
        #expect(mail == expected.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
        #expect(try message.encoded() == message.encoded())
    }

    @Test("name their thread and the address that ends them (RFC 8058)")
    func list() throws {
        var message = try Self.message()
        message.thread = "thing.1@example.org"
        message.unsubscribeURL = "https://example.org/unsubscribe?t=a.b"
        let mail = try #require(MailReader(try message.encoded()))
        #expect(mail["In-Reply-To"] == "<thing.1@example.org>" && mail["References"] == "<thing.1@example.org>")
        #expect(mail["List-Unsubscribe"] == "<https://example.org/unsubscribe?t=a.b>")
        #expect(mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click")
    }

    @Test("are not written with another thread or address", arguments: [
        ("a\r\nBcc: x@example.org", nil), ("no-at", nil), (nil, "https://example.org/\r\nBcc: x@example.org"),
        (nil, "https://example.org/>"), (nil, "javascript:1"),
    ] as [(String?, String?)])
    func forgedList(thread: String?, url: String?) throws {
        var message = try Self.message()
        message.thread = thread
        message.unsubscribeURL = url
        #expect(throws: MailError.self) { try message.encoded() }
    }

    @Test("keep any subject and name unchanged", arguments: [
        "رابط تسجيل الدخول إلى جدول",
        "رابط تسجيل الدخول إلى جدول صالح لمدة خمس عشرة دقيقة فقط من وقت إرسال هذه الرسالة إليك",
        "Ünïcödé? = _ \"quotes\" <tags>", "👨‍👩‍👧‍👦 family 👩🏽‍🚀", "=?UTF-8?Q?not_a_word?=", " leading and trailing ",
        String(repeating: "long ", count: 40) + "end", String(repeating: "x", count: 300), "é",
    ])
    func encodedWords(text: String) throws {
        let mail = try #require(MailReader(try Self.message(name: text, subject: text).encoded()))
        #expect(decodedWords(try #require(mail["Subject"])) == text)
        let from = try #require(mail["From"])
        let address = " <no-reply@example.org>"
        #expect(from.hasSuffix(address))
        #expect(decodedWords(String(from.dropLast(address.count))) == text)
        #expect(mail.lines.allSatisfy { $0.utf8.count <= 76 })
    }

    @Test("never split a character between two words", arguments: ["ع", "é", "€", "🕌"])
    func characterBoundaries(character: String) throws {
        for length in 0...64 {
            let text = String(repeating: "a", count: length) + String(repeating: character, count: 30)
            let mail = try #require(MailReader(try Self.message(subject: text).encoded()))
            try #require(decodedWords(try #require(mail["Subject"])) == text)
            try #require(mail.lines.allSatisfy { $0.utf8.count <= 76 })
        }
    }

    @Test("write plain subjects and quoted names unchanged", arguments: [
        ("O'Neil, \"Zed\" \\ Sons", "\"O'Neil, \\\"Zed\\\" \\\\ Sons\" <no-reply@example.org>"),
        ("", "no-reply@example.org"),
    ])
    func plainNames(name: String, from: String) throws {
        let mail = try #require(MailReader(try Self.message(name: name, subject: "Two  spaces, a = b?").encoded()))
        #expect(mail["From"] == from)
        #expect(mail["Subject"] == "Two  spaces, a = b?")
    }

    @Test("refuse control characters in every field", arguments: [
        "a\r\nBcc: evil@example.net", "a\nb", "a\rb", "a\0b", "a\u{7F}", "a\tb", "a\u{85}b", "a\u{2028}b", "\u{1B}[31m",
    ])
    func injection(value: String) throws {
        #expect(throws: MailError.controlCharacter(field: "Subject")) { try Self.message(subject: value).encoded() }
        #expect(throws: MailError.controlCharacter(field: "From")) { try Self.message(name: value).encoded() }
        #expect(throws: MailError.controlCharacter(field: "Reply-To")) {
            var message = try Self.message()
            message.replyTo = Mailbox(name: value, address: message.to)
            _ = try message.encoded()
        }
        #expect(throws: MailError.malformed(field: "Message-ID")) { try Self.message(messageID: value + "@example.org").encoded() }
        #expect(throws: MailError.malformed(field: "Content-Language")) { try Self.message(language: value).encoded() }
    }

    @Test("refuse message ids that are not dot-atoms around one @", arguments: [
        "", "a", "a@", "@b", "a@b@c", "a..b@c", "a@b>", "<a@b>", "a b@c", "ع@b", String(repeating: "a", count: 250) + "@b",
    ])
    func messageIDs(id: String) throws {
        #expect(throws: MailError.malformed(field: "Message-ID")) { try Self.message(messageID: id).encoded() }
    }

    @Test("refuse a text that is not a language tag", arguments: ["", "e n", "en-", "en_GB", "englishlanguage", "ع"])
    func languages(tag: String) throws {
        #expect(throws: MailError.malformed(field: "Content-Language")) { try Self.message(language: tag).encoded() }
    }
}
