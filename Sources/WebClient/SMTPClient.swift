import CCurl

/// Hands mails to a relay, one recipient each, over a connection of their own.
///
/// What Debian 12's libcurl leaves to its caller is done here: addresses that would smuggle a
/// second command are refused, encryption that was asked for is never done without, and a mail
/// whose fate is not known is reported as that. One client a thread.
public final class SMTPClient {
    private let handle = EasyHandle()
    private let settings: SMTPSettings
    private let url: String

    /// - Throws: `SMTPError.notAllowed` for settings that no mail can be sent with.
    public init(_ settings: SMTPSettings) throws(SMTPError) {
        self.settings = settings
        url = try settings.url()
    }

    /// Returns once the relay has taken the mail.
    ///
    /// - Parameters:
    ///   - message: RFC 5322 with CRLF throughout; libcurl doubles the leading dots.
    ///   - sender: the envelope's, where refusals go.
    ///   - recipient: the one who gets it.
    public func send(_ message: [UInt8], from sender: String, to recipient: String) throws(SMTPError) {
        guard isPath(sender) else { throw .notAllowed("the sender's address is not plain ASCII") }
        guard isPath(recipient) else { throw .notAllowed("the recipient's address is not plain ASCII") }
        guard isCRLFOnly(message) else { throw .notAllowed("the message holds a bare CR or LF, or a NUL") }

        handle.reset(timeoutSeconds: settings.timeoutSeconds, protocols: "smtp,smtps", caFile: settings.caFile)
        handle.set(CURLOPT_URL, url)
        // CURLUSESSL_TRY would go on in clear where STARTTLS is refused.
        handle.set(CURLOPT_USE_SSL, Int((settings.security == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL).rawValue))
        if !settings.username.isEmpty {
            handle.set(CURLOPT_USERNAME, settings.username)
            handle.set(CURLOPT_PASSWORD, settings.password)
        }
        // A connection that was kept could be half dead, and its mail's fate would be unknown.
        handle.set(CURLOPT_FORBID_REUSE, 1)
        // Bounds the wait for an answer to QUIT, which the deadline for the mail leaves out.
        handle.set(CURLOPT_SERVER_RESPONSE_TIMEOUT, settings.timeoutSeconds)
        handle.set(CURLOPT_MAIL_FROM, "<\(sender)>")
        let recipients = TextList(["<\(recipient)>"])
        handle.set(CURLOPT_MAIL_RCPT, recipients)
        let upload = Upload(message)
        upload.attach(to: handle)

        let code = withExtendedLifetime((recipients, upload)) { handle.perform() }
        if code != CURLE_OK { throw SMTPError(code, reply: handle.responseCode, bodyBegan: upload.hasBegun) }
    }
}

/// A message on its way out, as libcurl asks for it.
private final class Upload {
    private let message: [UInt8]
    private var sent = 0
    /// libcurl asks for the first bytes only after the relay's 354.
    private(set) var hasBegun = false

    init(_ message: [UInt8]) { self.message = message }

    /// Has the handle read from this upload, which must outlive the transfer.
    func attach(to handle: EasyHandle) {
        handle.set(CURLOPT_UPLOAD, 1)
        handle.set(CURLOPT_INFILESIZE_LARGE, offset: message.count)
        handle.set(CURLOPT_READDATA, pointer: Unmanaged.passUnretained(self).toOpaque())
        handle.set(CURLOPT_READFUNCTION, callback: { buffer, size, count, context in
            guard let buffer, let context else { return 0 }
            let upload = Unmanaged<Upload>.fromOpaque(context).takeUnretainedValue()
            return upload.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size * count))
        })
    }

    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        hasBegun = true
        let piece = message[sent...].prefix(buffer.count)
        buffer.copyBytes(from: piece)
        sent += piece.count
        return piece.count
    }
}

/// Whether text can stand between `<` and `>` in an SMTP command and end neither it nor the line.
///
/// Debian 12's libcurl sends a CR LF in an address on to the relay, as a second command.
private func isPath(_ address: String) -> Bool {
    !address.isEmpty && address.utf8.count <= 254
        && address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
}

/// A bare LF, or a lone dot between two, means different things to different relays: the way in
/// for a second, smuggled mail.
private func isCRLFOnly(_ message: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in message {
        if byte == 0 || (byte == 0x0A) != (previous == 0x0D) { return false }
        previous = byte
    }
    return previous != 0x0D
}
