import CCurl

/// An error in sending a mail. None of the texts contains an address or a secret.
public enum SMTPError: Error, Hashable, Sendable {
    /// The relay refused this mail. If permanent (5xx), do not send it again.
    case refused(code: Int, isPermanent: Bool)
    /// The mail was not sent, for a reason that is not in the mail. Try again later.
    case unreachable(String)
    /// The connection failed after DATA had begun. The relay may have the mail or not.
    case outcomeUnknown
    /// An address, a message or a setting is not allowed. Nothing was sent.
    case notAllowed(String)

    /// Makes the error of a failed transfer.
    ///
    /// - Parameters:
    ///   - reply: the last reply code of the relay; 0 if there was none.
    ///   - bodyBegan: true if the relay had accepted DATA and the message was being sent.
    init(_ code: CURLcode, reply: Int, bodyBegan: Bool) {
        // libcurl reports "send error" for any refusal of MAIL, RCPT or DATA, and "weird server reply"
        // for one after the message. Only the reply code shows if the refusal is permanent.
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

    /// The replies about the account at the relay and not about the mail (RFC 4954 §6).
    private static let loginReplies = [530, 534, 535, 538]
}
