import CCurl

/// What became of a mail that was not accepted. None of the texts holds an address or a secret.
public enum SMTPError: Error, Hashable, Sendable {
    /// The relay answered no to this mail. Permanent (5xx) means: do not try this one again.
    case refused(code: Int, isPermanent: Bool)
    /// The mail was not handed over, and not for a reason of its own: try again later.
    case unreachable(String)
    /// The relay was lost, or silent, after DATA had begun: it may have the mail or not.
    case outcomeUnknown
    /// An address, a message or a setting that no relay must see; nothing was sent.
    case notAllowed(String)

    /// - Parameters:
    ///   - reply: the relay's last reply, 0 for none.
    ///   - bodyBegan: whether the relay had agreed to DATA and was being sent the message.
    init(_ code: CURLcode, reply: Int, bodyBegan: Bool) {
        // libcurl says "send error" of any refusal of MAIL, RCPT or DATA, and "weird server reply"
        // of one after the message. Only the reply tells "never" from "not now".
        let isAboutMail = code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY && bodyBegan
        if isAboutMail && Self.loginReplies.contains(reply) {
            self = .unreachable("the relay wants another login (\(reply))")
        } else if isAboutMail && (400...599).contains(reply) {
            self = .refused(code: reply, isPermanent: reply >= 500)
        } else if bodyBegan {
            self = .outcomeUnknown
        } else {
            self = .unreachable(explanation(of: code) + (reply == 0 ? "" : " (\(reply))"))
        }
    }

    /// About our account at the relay, not about the mail (RFC 4954 §6).
    private static let loginReplies = [530, 534, 535, 538]
}
