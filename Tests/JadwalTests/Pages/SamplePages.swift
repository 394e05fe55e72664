@testable import FeatureKit
@testable import Jadwal

/// One of every page, with every field filled and every list begun.
let samplePages: [any Page & Sendable] = [
    OnboardingPage(isGoogleConfigured: true),
    LoginPage(email: "zaid@example.org", problem: "wrong", signedInAs: "sara@example.org", next: "/settings"),
    WaitingPage(
        email: "zaid@example.org", reference: "K7", minutes: "15 minutes", resendSeconds: "30", mayResend: true,
        code: "ABCD", codeProblem: "wrong", mailProblem: "refused", notice: "sent"),
    ConfirmPage(token: "t", maskedEmail: "z•••d@example.org", isSameBrowser: true, signedInAs: "sara@example.org"),
    SwitchPage(token: "t", currentEmail: "zaid@example.org", newEmail: "sara@example.org"),
    LinkProblemPage(isExpired: true, isUsed: true, isReplaced: true, isUnknown: true, email: "zaid@example.org"),
    SettingsPage(
        saved: "saved", name: "Zaid", nameProblem: "wrong", problems: ["wrong"], email: "zaid@example.org",
        languageOptions: TrustedHTML("<option>English</option>"), timeZone: "Asia/Riyadh",
        firstDayOptions: TrustedHTML("<option>Monday</option>"),
        sessions: [SessionItem(id: "1", device: "Firefox · Linux", lastSeen: "just now", place: "203.0.113.0/24", isThis: true)],
        hasOtherSessions: true),
    TimeZonePage(options: TrustedHTML("<option>UTC</option>"), problem: "wrong"),
    AddressPage(email: "zaid@example.org", pendingEmail: "other@example.org", newEmail: "new@example.org", problem: "wrong", needsFreshSignIn: true),
    AddressSentPage(newEmail: "new@example.org", minutes: "15 minutes"),
    AddressConfirmPage(token: "t", newEmail: "new@example.org"),
    DeletePage(email: "zaid@example.org", typed: "x", problem: "wrong"),
    DeletedPage(),
    ProfileGonePage(),
    PrivacyPage(operatorContact: "help@example.org"),
    DataPage(usesAddresses: true),
    TermsPage(operatorContact: "help@example.org"),
    MailboxPage(messages: sampleMails.map(MailboxItem.init), isEmpty: true),
    MessagePage(
        subject: "Hello", from: "no-reply@example.org", to: "zaid@example.org", date: "2026-11-23", text: "Hi",
        link: "https://example.org", code: "ABCD-2345", htmlURL: "/dev/mailbox/1/html"),
    ProblemPage(
        status: "429", heading: "A little too often", message: "Wait", hint: "Look in your mail", requestID: "r-1",
        retrySeconds: "30"),
]

private let sampleMails: [KeptMail] = [
    try? JSON.value(
        KeptMail.self,
        from: """
            {"id": "1", "subject": "Hello", "from": "a@example.org", "to": "b@example.org", "language": "en",
             "date": "2026-11-23", "text": "Hi", "html": "<p>Hi</p>"}
            """)
].compactMap(\.self)

/// One of every mail.
let sampleMailPages: [any MailPage] = [
    MagicLinkMail(
        url: "https://example.org/?a=1&b=2", code: "ABCD-2345", reference: "K7", minutes: "15 minutes",
        device: "Firefox · Linux", askedAt: "17:05 (Asia/Riyadh)"),
    WelcomeMail(name: "Zaid", url: "https://example.org/settings"),
    AddressLinkMail(url: "https://example.org/", minutes: "15 minutes", newEmail: "new@example.org"),
    AddressChangedMail(newEmailMasked: "n•••w@example.org"),
    AccountDeletedMail(),
]
