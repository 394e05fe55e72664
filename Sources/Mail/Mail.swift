// Mail addresses and messages.
//
// - Mail.swift: `MailMessage`, and how it is written for SMTP. HeaderFields.swift and
//   QuotedPrintable.swift: its encodings.
// - EmailAddress.swift: an address. AddressRules.swift and DomainNames.swift: its validation.
// - Mailbox.swift: a name with an address.

public import CivilTime

/// A mail to one person, as text and as HTML.
///
/// Each mail has one recipient. So a refusal concerns nobody else, and nobody sees another address.
/// `messageID` is made once and stored, so that readers recognize a mail that is sent again.
public struct MailMessage: Sendable {
    public var from: Mailbox
    public var replyTo: Mailbox?
    public var to: EmailAddress
    public var subject: String
    /// A language tag such as `en` or `ar` (RFC 5646).
    public var language: String
    /// The `Message-ID` without the angle brackets: `unique-text@own-domain`.
    public var messageID: String
    /// The Message-ID that all mails about the same thing name, so that readers show them together; nil for a mail that
    /// stands alone. No mail needs to have it.
    public var thread: String?
    /// The address at which a POST without a session ends such mails (RFC 8058); nil for a mail that everybody gets.
    public var unsubscribeURL: String?
    public var date: Instant
    public var text: String
    public var html: String

    public init(
        from: Mailbox, replyTo: Mailbox? = nil, to: EmailAddress, subject: String, language: String,
        messageID: String, date: Instant, text: String, html: String
    ) {
        self.from = from
        self.replyTo = replyTo
        self.to = to
        self.subject = subject
        self.language = language
        self.messageID = messageID
        self.date = date
        self.text = text
        self.html = html
    }

    /// Returns the mail as RFC 5322 and MIME define it: in ASCII, with CRLF, at most 998 octets in a line.
    ///
    /// Both bodies are quoted-printable, since a relay may not support 8BITMIME. The text comes first,
    /// since readers show the last part that they support (RFC 2046 §5.1.4). The same message always gives
    /// the same bytes.
    ///
    /// - Throws: if a header field has a control character or is malformed. Nothing is removed: a line
    ///   break in a subject is an attack or a bug, and such a mail must not be sent.
    public func encoded() throws(MailError) -> [UInt8] {
        var mail = try header()
        mail += bodyPart("text/plain", text)
        mail += bodyPart("text/html", html)
        mail += "--\(boundary)--\r\n"
        return Array(mail.utf8)
    }

    private func header() throws(MailError) -> String {
        guard isMessageID(messageID) else { throw .malformed(field: "Message-ID") }
        guard isLanguageTag(language) else { throw .malformed(field: "Content-Language") }

        var lines = try headerField("From", from)
        lines += "To: \(to.wire)\r\n"
        if let replyTo { lines += try headerField("Reply-To", replyTo) }
        lines += try headerField("Subject", subject)
        lines += "Date: \(date.rfc5322)\r\n"
        lines += "Message-ID: <\(messageID)>\r\n"
        if let thread {
            guard isMessageID(thread) else { throw .malformed(field: "References") }
            lines += "In-Reply-To: <\(thread)>\r\nReferences: <\(thread)>\r\n"
        }
        for (name, value) in try unsubscribeFields() { lines += "\(name): \(value)\r\n" }
        // Automatic responders do not answer such a mail (RFC 3834 §5).
        lines += "Auto-Submitted: auto-generated\r\n"
        lines += "Content-Language: \(language)\r\n"
        lines += "MIME-Version: 1.0\r\n"
        lines += "Content-Type: multipart/alternative; boundary=\"\(boundary)\"\r\n\r\n"
        return lines
    }

    /// The fields of a mail that can be ended by one POST (RFC 8058 §3.1).
    public func unsubscribeFields() throws(MailError) -> [(name: String, value: String)] {
        guard let unsubscribeURL else { return [] }
        let isPlain = unsubscribeURL.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x3C && $0 != 0x3E }
        guard isPlain, unsubscribeURL.hasPrefix("https://") || unsubscribeURL.hasPrefix("http://"),
              unsubscribeURL.utf8.count <= 900
        else { throw .malformed(field: "List-Unsubscribe") }
        return [
            ("List-Unsubscribe", "<\(unsubscribeURL)>"), ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ]
    }

    private func bodyPart(_ type: String, _ text: String) -> String {
        """
        --\(boundary)\r
        Content-Type: \(type); charset=utf-8\r
        Content-Transfer-Encoding: quoted-printable\r
        \r
        \(quotedPrintable(text))\r

        """
    }

    /// The boundary of the parts. No part contains it, since quoted-printable never writes `=_` (RFC 2045
    /// §6.7, last note).
    private var boundary: String {
        let unique = messageID.unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
        return "=_" + String(String.UnicodeScalarView(unique.prefix(60)))
    }
}

/// An error in a message. It names the field and never its value.
public enum MailError: Error, Hashable, Sendable {
    /// A line break, NUL or another control character: an attempt to add a field, or text that was not
    /// checked.
    case controlCharacter(field: String)
    /// A value that does not have the form of the field.
    case malformed(field: String)
}

/// Returns true for `id-left@id-right`, both dot-atoms (RFC 5322 §3.6.4), short enough for a line.
private func isMessageID(_ text: String) -> Bool {
    let sides = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return sides.count == 2 && text.utf8.count <= 250 && sides.allSatisfy { side in
        side.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy { !$0.isEmpty && $0.allSatisfy(isAtomText) }
    }
}

private func isLanguageTag(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        .allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(isLetterOrDigit) }
}
