/// A kind of notice. Its name is stored, so it is never changed.
package enum NoticeKind: String, Sendable, Hashable, CaseIterable {
    /// A reminder that the customer set on an event.
    case reminder
    /// It is time to leave for an event in ten minutes.
    case leaveSoon = "leave.soon"
    case leaveNow = "leave.now"
    /// The customer comes to an event after its start, as things are.
    case leaveLate = "leave.late"
    case eventFound = "event.found"
    case eventChanged = "event.changed"
    case eventCancelled = "event.cancelled"
    case conflict
    case newSignIn = "sign-in.new"
    /// A session of an app was ended, because one of its tokens was used twice.
    case reusedToken = "sign-in.reused"
    /// The customer's day, each morning.
    case digest
    /// Several notices as one.
    case summary
    /// The answer to a test button.
    case test
}

/// The row of a kind: what happens to its notices without a choice of the customer.
package struct NoticeRule: Sendable {
    /// The quiet times that delay a notice.
    package enum Quiet: Sendable {
        /// It waits for the end of quiet hours and of prayers.
        case waits
        /// It keeps out of prayers. The customer asked for it at its time.
        case movesOutOfPrayers
        /// It is sent at once.
        case ignores
    }

    package enum Level: Sendable {
        /// It makes a sound.
        case active
        case passive
    }

    package let byPush: Bool
    package let byMail: Bool
    /// True if the customer may choose its channels.
    package let canBeChosen: Bool
    /// True if a mail is sent where no device took it.
    package let mailsOtherwise: Bool
    package let level: Level
    package let quiet: Quiet
    /// The seconds for which it is of use, if the event that it is about does not begin before.
    package let usefulSeconds: Int
    /// True if its use ends with the start of its event, or a little later.
    package let endsWithStart: Bool
}

extension NoticeKind {
    private static let halfDay = 43_200, day = 86_400

    /// The table of all kinds.
    package var rule: NoticeRule {
        switch self {
        //                       push   mail   choice else   level    quiet times         useful for     to start
        case .reminder:       row(true,  false, true,  false, .active, .movesOutOfPrayers, Self.day,      true)
        case .leaveSoon:      row(true,  false, true,  false, .active, .movesOutOfPrayers, Self.day,      true)
        case .leaveNow:       row(true,  false, true,  false, .active, .movesOutOfPrayers, Self.day,      true)
        case .leaveLate:      row(true,  false, true,  false, .active, .movesOutOfPrayers, Self.day,      true)
        case .eventFound:     row(true,  false, true,  false, .active, .waits,             Self.halfDay,  false)
        case .eventChanged:   row(true,  false, true,  false, .active, .waits,             7 * Self.day,  true)
        case .eventCancelled: row(true,  false, true,  false, .active, .waits,             7 * Self.day,  true)
        case .conflict:       row(true,  false, true,  true,  .active, .waits,             7 * Self.day,  true)
        case .newSignIn:      row(false, true,  false, false, .active, .ignores,           7 * Self.day,  false)
        case .reusedToken:    row(false, true,  false, false, .active, .ignores,           7 * Self.day,  false)
        case .digest:         row(false, false, true,  false, .passive, .movesOutOfPrayers, Self.halfDay, false)
        case .summary:        row(true,  false, false, false, .active, .waits,             Self.halfDay,  false)
        case .test:           row(true,  false, false, false, .active, .ignores,           300,           false)
        }
    }

    /// True if another part of Jadwal mails it, so that it has no mail of notices: what chats change is in one mail.
    package var hasOwnMail: Bool {
        switch self {
        case .eventFound, .eventChanged, .eventCancelled: true
        case .reminder, .leaveSoon, .leaveNow, .leaveLate, .conflict, .newSignIn, .reusedToken, .digest, .summary,
            .test:
            false
        }
    }

    /// True if its mail is about nothing else.
    var isMailedAlone: Bool { self == .digest }

    /// The kinds whose channels a customer chooses, in the order of the settings page.
    package static let chosen = allCases.filter(\.rule.canBeChosen)

    private func row(
        _ byPush: Bool, _ byMail: Bool, _ canBeChosen: Bool, _ mailsOtherwise: Bool, _ level: NoticeRule.Level,
        _ quiet: NoticeRule.Quiet, _ usefulSeconds: Int, _ endsWithStart: Bool
    ) -> NoticeRule {
        NoticeRule(
            byPush: byPush, byMail: byMail, canBeChosen: canBeChosen, mailsOtherwise: mailsOtherwise, level: level,
            quiet: quiet, usefulSeconds: usefulSeconds, endsWithStart: endsWithStart)
    }
}
