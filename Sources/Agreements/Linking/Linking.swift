package import CivilTime

import Runtime
package import Storage
package import Templates

// The link of a customer's WhatsApp.
//
// - Linking.swift: `ChatLink`, and the verbs of pages. AskForCode.swift: the call that begins a link.
//   CheckLinks.swift: the look at links under way and at finished ones. EndLink.swift: the call that ends one.
//
// A call to the bridge can take a minute, so the worker makes it, and pages read what it wrote down.

/// The consent of a customer and the link to WhatsApp, as pages show them.
package struct ChatLink: Sendable, Hashable {
    package let state: ChatLinkState
    package let problem: ChatLinkProblem?
    /// The number, mostly hidden: `+966 5• ••• ••42`.
    package let maskedNumber: String?
    /// The name of the phone's owner at WhatsApp.
    package let name: String?
    /// The code that is typed on the phone, while the state is `waiting`.
    package let code: LinkingCode?
    package let codeAt: Instant?
    package let askedAt: Instant?
    package let connectedAt: Instant?
    /// The moment of the consent; nil without one, or if the text of the consent is another one now.
    package let consentedAt: Instant?
    package let allowsModel: Bool
    package let mailsFindings: Bool

    /// The version of the text that customers agree to. A change of what is read, kept or sent makes a new one.
    package static let consentVersion = 1
    /// The minutes for which a code is good, as WhatsApp has it.
    package static let codeMinutes = 3

    /// True while a page is to look again by itself.
    package var isUnderWay: Bool { [.asked, .waiting, .linked].contains(state) }
}

/// The reason why no link was begun.
package enum LinkRefusal: Error, Sendable, Hashable {
    /// This installation has no bridge.
    case noBridge
    /// The customer has not agreed to the reading.
    case noConsent
    /// A link exists, or one is under way.
    case alreadyThere
    /// Too many codes were asked for. The seconds until the next one.
    case tooOften(seconds: Int)
}

extension AgreementHome {
    /// The most codes that one customer may ask for in an hour: WhatsApp locks numbers that ask too often.
    private static let codesPerHour = 6

    /// True if this installation has a bridge.
    package var hasBridge: Bool { !app.config.bridgeURL.isEmpty }

    /// Returns the consent of the customer and the link.
    package func link() throws -> ChatLink {
        let row = try app.store.chatAccount(of: owner), vault = try app.vault(of: owner)
        func opened(_ sealed: [UInt8]?, _ purpose: Vault.Purpose) throws -> String? {
            guard let sealed, let vault else { return nil }
            return try vault.open(String.self, sealed, purpose)
        }
        let number = try opened(row?.sealedNumber, .number)
        let isCurrent = row?.consentVersion == ChatLink.consentVersion
        return ChatLink(
            state: row?.state ?? .off, problem: row?.problem,
            maskedNumber: number.flatMap { try? PhoneNumber(text: $0).masked },
            name: try opened(row?.sealedName, .name),
            code: row?.state == .waiting ? try opened(row?.sealedCode, .code).flatMap { LinkingCode($0) } : nil,
            codeAt: row?.codeAt, askedAt: row?.askedAt, connectedAt: row?.connectedAt,
            consentedAt: isCurrent ? row?.consentedAt : nil, allowsModel: row.map(app.allowsModel) ?? false,
            mailsFindings: row?.mailsFindings ?? true)
    }

    /// Records that the customer agreed to the reading of chats, in the language that they read the text in.
    package func consent(in language: Language, allowsModel: Bool) throws {
        try app.store.recordConsent(
            of: owner, version: ChatLink.consentVersion, language: language.tag,
            modelHost: allowsModel ? modelHost?.host : nil)
    }

    /// Writes the customer's choices.
    package func choose(allowsModel: Bool, mailsFindings: Bool) throws {
        try app.store.setChatChoices(
            of: owner, modelHost: allowsModel ? modelHost?.host : nil, mailsFindings: mailsFindings)
    }

    /// Begins a link: has the worker ask the bridge for a code.
    ///
    /// - Throws: `LinkRefusal`. A form that is sent twice is refused the second time, and changes nothing.
    package func connect(_ number: PhoneNumber) throws {
        guard hasBridge else { throw LinkRefusal.noBridge }
        let store = try app.store
        let limit = app.throttle(
            "whatsapp.codes", Array(owner.description.utf8), limit: Self.codesPerHour, seconds: 3_600)
        // After a change of the text, the customer has to agree again first.
        guard try link().consentedAt != nil else { throw LinkRefusal.noConsent }
        try store.transaction {
            let vault = try app.vault(making: owner)
            guard let attempt = try store.beginLink(of: owner, sealedNumber: vault.seal(number.digits, .number))
            else { throw LinkRefusal.alreadyThere }
            if let seconds = try store.take([limit]) { throw LinkRefusal.tooOften(seconds: seconds) }
            let language = customer.spokenLanguage
            try app.enqueue(AskForCode(customer: owner, attempt: attempt), language)
        }
    }

    /// Ends the link, or the attempt to make one. With a finished link, everything about the customer's chats goes.
    package func disconnect() throws {
        switch try app.store.chatAccount(of: owner)?.state {
        case .linked, .ready, .lost: try forgetEverything()
        case .off, .asked, .waiting, .failed, nil:
            let store = try app.store
            try store.transaction { try endLink() }
        }
    }

    /// Ends the link, in the transaction that is open.
    func endLink() throws {
        guard try app.store.endLink(of: owner) else { return }
        try app.enqueue(EndLink(customer: owner), customer.spokenLanguage)
    }
}
