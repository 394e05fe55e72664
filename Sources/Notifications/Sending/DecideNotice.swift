import CivilTime
package import Runtime
import Scheduling
import Storage
import Templates

extension App {
    /// The most notices of an hour that ring; more are one summary.
    private static let mostAnHour = 60
    /// The notices of a customer that are decided about in one transaction.
    private static let mostDecided = 2_000
    /// The notices that leave together without being made one.
    private static let mostTogether = 3
    /// The seconds for which a mail waits, so that a device can take the notice first.
    private static let fallbackSeconds = 600
    /// The seconds for which a mail waits for others.
    private static let gatheringSeconds = 300

    /// Decides about the notice that has been due the longest: it waits, it is sent, or it is in the list only.
    ///
    /// Quiet times are taken from the customer's place at this moment, so a change of place counts.
    ///
    /// - Returns: false if none is due.
    package func decideNextNotice() throws -> Bool {
        let store = try store, now = now()
        return try store.transaction {
            guard let row = try store.lockDueNotice(at: now) else { return false }
            guard let notice = try Notice(row), let customer = try store.customer(row.customer) else {
                try store.setLook(row, nil)
                return true
            }
            guard try isMeant(notice) else {
                try store.delete(row)
                return true
            }
            let choices = try notices(of: customer).choices()
            let times = try quietTimes(around: notice, for: customer, choices, at: now)
            switch time(of: notice, times, at: now) {
            case .inListOnly: try store.setLook(row, nil)
            case .at(let moment, _) where moment > now:
                try store.setLook(row, moment)
                if let times { try postponeOthers(besides: notice, times, at: now) }
            case .at(_, let isSilent):
                try store.setLook(row, nil)
                let others = try times.map { try othersDue(besides: notice, $0, isSilent: isSilent, at: now) } ?? []
                try send([notice] + others, to: customer, choices, isSilent: isSilent, at: now)
            }
            return true
        }
    }

    /// Returns the quiet times that delay a notice; nil if none does.
    private func quietTimes(
        around notice: Notice, for customer: Customer, _ choices: NoticeChoices, at now: Instant
    ) throws -> QuietTimes? {
        guard notice.kind.quiet(notice.content, now: now) != .ignores else { return nil }
        return try quietTimes(
            of: customer, choices.preferences, from: now, to: min(notice.row.usefulUntil, now + .seconds(7 * 86_400)))
    }

    /// Returns the moment at which a notice is to be sent.
    private func time(of notice: Notice, _ times: QuietTimes?, at now: Instant) -> NoticeTime {
        guard !notice.isRead, now < notice.row.usefulUntil else { return .inListOnly }
        guard let times else { return .at(now, isSilent: false) }
        return times.time(
            due: notice.row.dueAt, usefulUntil: notice.row.usefulUntil,
            isHeld: notice.kind.quiet(notice.content, now: now) == .waits, now: now)
    }

    /// Decides about the other notices of a customer that wait, too, so that a flood of one holds up nobody. One whose
    /// use ends much later is left: the quiet times that were read may not reach so far.
    private func postponeOthers(besides notice: Notice, _ times: QuietTimes, at now: Instant) throws {
        let rows = try store.lockDueNotices(
            of: notice.row.customer, besides: notice.id, at: now, limit: Self.mostDecided)
        let quiet = notice.kind.quiet(notice.content, now: now)
        let later: [(NoticeID, Instant)] = try rows.compactMap { row in
            guard let other = try Notice(row), other.kind.quiet(other.content, now: now) == quiet,
                row.usefulUntil <= notice.row.usefulUntil + .seconds(3_600),
                case .at(let moment, _) = time(of: other, times, at: now), moment > now
            else { return nil }
            return (row.id, moment)
        }
        try store.setLooks(later, of: notice.row.customer)
    }

    /// Returns the other notices of a customer that are to be sent at the same moment: those that quiet times delay in
    /// the same way. Those that wait longer stay.
    private func othersDue(
        besides notice: Notice, _ times: QuietTimes, isSilent: Bool, at now: Instant
    ) throws -> [Notice] {
        let rows = try store.lockDueNotices(
            of: notice.row.customer, besides: notice.id, at: now, limit: Self.mostDecided)
        let quiet = notice.kind.quiet(notice.content, now: now)
        var others: [Notice] = []
        for row in rows {
            guard let other = try Notice(row), other.kind.quiet(other.content, now: now) == quiet,
                case .at(let moment, isSilent) = time(of: other, times, at: now), moment <= now,
                try isMeant(other)
            else { continue }
            others.append(other)
        }
        try store.recordDecision(about: others.map(\.id), of: notice.row.customer)
        return others
    }

    private func send(
        _ notices: [Notice], to customer: Customer, _ choices: NoticeChoices, isSilent: Bool, at now: Instant
    ) throws {
        let pushed = notices.filter { choices[$0.kind, .push] && $0.content.isMail != true }
        let sentInHour = try store.pushesSince(now - .seconds(3_600), of: customer.id)
        let isFlood = pushed.count > Self.mostTogether || sentInHour + pushed.count > Self.mostAnHour
        var devices = 0
        if isFlood {
            // A test and a sign-in are no part of a flood; they are sent alone.
            devices = try pushSummary(of: pushed, to: customer, at: now)
        } else {
            for notice in pushed {
                devices = try store.insertPushes(of: notice.row, isSilent: isSilent, at: now)
            }
        }
        try mail(notices, to: customer, choices, hasDevices: devices > 0, at: now)
    }

    /// Sends one notice in the place of several.
    ///
    /// - Returns: the number of devices.
    private func pushSummary(of notices: [Notice], to customer: Customer, at now: Instant) throws -> Int {
        guard let end = notices.map(\.row.usefulUntil).max() else { return 0 }
        let content = try JSON.text(NoticeContent(count: notices.count))
        let kind = NoticeKind.summary
        let id = try store.insert(NewNotice(
            customer: customer.id, kind: kind.rawValue, collapseKey: "summary",
            version: "\(now.microsecondsSince1970)", content: content, path: "/notifications", createdAt: now,
            dueAt: now, usefulUntil: min(end, kind.usefulUntil(NoticeContent(), due: now)), lookAt: nil))
        guard let id, let row = try store.notice(of: customer.id, id) else { return 0 }
        return try store.insertPushes(of: row, isSilent: false, at: now)
    }

    /// Makes the mails of notices that are mailed by choice, or because no device may take them.
    private func mail(
        _ notices: [Notice], to customer: Customer, _ choices: NoticeChoices, hasDevices: Bool, at now: Instant
    ) throws {
        var delay: Int?
        for notice in notices {
            guard !notice.kind.isMailedAlone, choices.takesMail(of: notice.kind) else { continue }
            let isChosen = choices[notice.kind, .mail] || notice.content.isMail == true
            guard isChosen || notice.kind.rule.mailsOtherwise && choices[notice.kind, .push] else { continue }
            let seconds: Int
            if !isChosen {
                seconds = hasDevices ? Self.fallbackSeconds : Self.gatheringSeconds
            } else {
                seconds = notice.kind.rule.quiet == .waits ? Self.gatheringSeconds : 0
            }
            try store.insertMail(of: notice.row, isFallback: !isChosen, at: now + .seconds(seconds))
            delay = min(delay ?? seconds, seconds)
        }
        guard let delay, try delay == 0 || !store.hasWaitingJob(MailNotices.kind, of: customer.id) else { return }
        try enqueue(
            MailNotices(customer: customer.id), customer.spokenLanguage,
            delaySeconds: delay)
    }
}
