import Runtime
package import Storage

/// A customer's channels, with the usual ones where nothing is chosen.
package struct NoticeChoices: Sendable {
    package var preferences: NotificationPreferences
    /// True if a phone or a calendar program has been here in the last days. It rings by itself, so reminders are
    /// pushed by choice only.
    package let programRings: Bool
    /// The minute of the day at which the day is announced.
    package var digestMinute: Int
    private var chosen: [NoticeKind: [NoticeChannel: Bool]] = [:]

    /// Prayers are kept free, and devices show the title.
    package static let usualPreferences = NotificationPreferences(
        keepsPrayers: true, hidesContent: false, takesMail: true)
    /// Seven o'clock.
    package static let usualDigestMinute = 420

    init(
        _ preferences: NotificationPreferences?, _ choices: [NotificationChoice], programRings: Bool,
        digestMinute: Int?
    ) {
        self.preferences = preferences ?? Self.usualPreferences
        self.programRings = programRings
        self.digestMinute = digestMinute ?? Self.usualDigestMinute
        for choice in choices {
            guard let kind = NoticeKind(rawValue: choice.kind), kind.rule.canBeChosen else { continue }
            chosen[kind, default: [:]][choice.channel] = choice.isOn
        }
    }

    package subscript(kind: NoticeKind, channel: NoticeChannel) -> Bool {
        get {
            if kind.hasOwnMail, channel == .mail { return false }
            return chosen[kind]?[channel] ?? usual(kind, channel)
        }
        set { chosen[kind, default: [:]][channel] = newValue }
    }

    /// The choice of a customer who has not chosen.
    package func usual(_ kind: NoticeKind, _ channel: NoticeChannel) -> Bool {
        switch channel {
        case .push: kind.rule.byPush && !(kind == .reminder && programRings)
        case .mail: kind.rule.byMail
        }
    }

    /// Returns false if the customer ended the mails that a kind would come with.
    func takesMail(of kind: NoticeKind) -> Bool { preferences.takesMail || !kind.rule.canBeChosen }

    /// The choices that differ from the usual ones.
    var rows: [NotificationChoice] {
        NoticeKind.chosen.flatMap { kind in
            NoticeChannel.allCases.filter { self[kind, $0] != usual(kind, $0) }
                .map { NotificationChoice(kind: kind.rawValue, channel: $0, isOn: self[kind, $0]) }
        }
    }
}

extension NoticeHome {
    /// The days for which a calendar program counts as one that rings.
    private static let programDays = 7

    /// Returns the customer's choices.
    package func choices() throws -> NoticeChoices {
        let store = try app.store
        return NoticeChoices(
            try store.notificationPreferences(of: owner), try store.notificationChoices(of: owner),
            programRings: try store.hasUsedDevice(of: owner, days: Self.programDays),
            digestMinute: try store.morningDigest(of: owner)?.minute)
    }

    /// Replaces the customer's choices. What waits is decided again.
    package func replace(_ choices: NoticeChoices) throws {
        let store = try app.store
        try store.transaction {
            try store.replaceNotificationChoices(of: owner, choices.preferences, choices.rows)
            try replaceDigest(choices)
            try store.lookAgain(of: owner, at: app.now())
        }
    }

    /// Writes when the day is announced next. A morning that is over is not announced.
    private func replaceDigest(_ choices: NoticeChoices) throws {
        let store = try app.store
        guard choices[.digest, .push] || choices[.digest, .mail] else { return try store.deleteDigest(of: owner) }
        let time = DigestTime(minute: choices.digestMinute, zone: try app.zone(of: customer), now: app.now())
        try store.replaceDigest(
            of: owner, minute: choices.digestMinute, sentOn: time.isOver ? time.today : nil, next: time.next)
    }

    /// Decides again about everything that waits, since the customer's quiet hours or prayers changed.
    package func decideAgain() throws { try app.store.lookAgain(of: owner, at: app.now()) }
}
