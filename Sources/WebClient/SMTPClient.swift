import CCurl

/// A client that gives mails to a relay, each with one recipient and over its own connection.
///
/// It adds checks that Debian 12's libcurl does not make. Addresses that would add a second command are
/// refused. If the settings ask for encryption, a mail is never sent without it. If the connection fails so
/// late that the relay may have the mail, the error says so. Use a client on one thread only.
public final class SMTPClient {
    private let handle = EasyHandle()
    private let settings: SMTPSettings
    private let url: String

    /// Makes a client.
    ///
    /// - Throws: `SMTPError.notAllowed` for settings with which no mail can be sent.
    public init(_ settings: SMTPSettings) throws(SMTPError) {
        self.settings = settings
        url = try settings.url()
    }

    /// Sends a mail and returns after the relay has accepted it.
    ///
    /// - Parameters:
    ///   - message: in the format of RFC 5322, with CRLF only. libcurl doubles dots at the start of lines.
    ///   - sender: the sender of the envelope, who gets delivery errors.
    ///   - recipient: the recipient of the envelope.
    public func send(_ message: [UInt8], from sender: String, to recipient: String) throws(SMTPError) {
        guard isPath(sender) else { throw .notAllowed("the sender's address is not plain ASCII") }
        guard isPath(recipient) else { throw .notAllowed("the recipient's address is not plain ASCII") }
        guard isCRLFOnly(message) else { throw .notAllowed("the message has a bare CR or LF, or a NUL") }

        handle.reset(timeoutSeconds: settings.timeoutSeconds, protocols: "smtp,smtps", caFile: settings.caFile)
        handle.set(CURLOPT_URL, url)
        // CURLUSESSL_TRY would continue in clear text if the relay refused STARTTLS.
        handle.set(CURLOPT_USE_SSL, Int((settings.security == .none ? CURLUSESSL_NONE : CURLUSESSL_ALL).rawValue))
        if !settings.username.isEmpty {
            handle.set(CURLOPT_USERNAME, settings.username)
            handle.set(CURLOPT_PASSWORD, settings.password)
        }
        // A connection that was kept could be broken, and the outcome of its mail unknown.
        handle.set(CURLOPT_FORBID_REUSE, 1)
        // This limits the wait for the reply to QUIT, which the deadline of the mail does not cover.
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

/// A message that libcurl reads piece by piece.
private final class Upload {
    private let message: [UInt8]
    private var sent = 0
    /// True after libcurl has read the first bytes, which it does after the relay's 354.
    private(set) var hasBegun = false

    init(_ message: [UInt8]) { self.message = message }

    /// Makes the handle read from this upload. The upload must exist until the transfer ends.
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

/// Returns true if a text between `<` and `>` in an SMTP command ends neither the brackets nor the line.
///
/// Debian 12's libcurl would send the CR LF of an address to the relay, which starts a second command.
private func isPath(_ address: String) -> Bool {
    !address.isEmpty && address.utf8.count <= 254
        && address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
}

/// Returns true if a message has no NUL, no CR without LF and no LF without CR.
///
/// Relays read a bare LF in different ways, and so could read a second mail inside the message.
private func isCRLFOnly(_ message: [UInt8]) -> Bool {
    var previous: UInt8 = 0
    for byte in message {
        if byte == 0 || (byte == 0x0A) != (previous == 0x0D) { return false }
        previous = byte
    }
    return previous != 0x0D
}
