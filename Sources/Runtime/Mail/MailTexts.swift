public import Mail
import Storage
import Templates

/// The values that one mail's templates show: `templates/emails/<name>/en.txt.mustache` and the others beside it.
public protocol MailPage: Encodable, Sendable {
    /// The folder below `templates/emails/`; its subject is the text `mail.<name>.subject`.
    static var name: String { get }
}

extension App {
    /// Returns a mail, ready to be handed over.
    ///
    /// - Parameter messageID: the job's own, so that a repeated mail is known as the same.
    public func message<P: MailPage>(
        _ page: P, to address: EmailAddress, _ context: JobContext
    ) throws -> MailMessage {
        let language = context.language
        guard let from = Mailbox(config.mailFrom) else {
            preconditionFailure("the settings were checked: JADWAL_MAIL_FROM is a mailbox")
        }
        return MailMessage(
            from: from, replyTo: Mailbox(config.mailReplyTo), to: address,
            subject: text("mail.\(P.name).subject", language), language: language.tag,
            messageID: "\(context.row.messageID)@\(from.address.wireDomain)", date: now(),
            text: mailText("emails/\(P.name)/\(language.tag).txt", page, language),
            html: mailText("emails/\(P.name)/\(language.tag).html", page, language))
    }

    private func mailText(_ template: String, _ page: some MailPage, _ language: Language) -> String {
        String(decoding: shared.templates.render(template, language, page), as: UTF8.self)
    }
}
