package import CivilTime
package import Storage

/// An account at another service, with its calendars.
package struct AccountState: Sendable {
    package let account: OutsideAccountRow
    package let calendars: [RemoteCalendarRow]

    package init(account: OutsideAccountRow, calendars: [RemoteCalendarRow]) {
        self.account = account
        self.calendars = calendars
    }

    /// nil for a service that an earlier version had.
    package var provider: Provider? { Provider(rawValue: account.provider) }

    /// The state of the whole account.
    package var status: SubscriptionStatus {
        if let problem = account.problem, let since = account.failingSince {
            return status(of: problem, since: since)
        }
        let read = calendars.filter { $0.segment != nil }
        guard let goodAt = account.goodAt, read.allSatisfy({ $0.beganAt != nil }) else { return .working }
        return .upToDate(at: goodAt)
    }

    /// The state of one of its calendars.
    package func status(of calendar: RemoteCalendarRow) -> SubscriptionStatus {
        if calendar.goneSince != nil { return .gone }
        if calendar.heldDigest != nil, calendar.acceptedDigest == nil {
            return .held(vanished: calendar.heldCount, of: nil)
        }
        if case .upToDate = status, calendar.beganAt == nil { return .working }
        return status
    }

    /// Returns true if its calendars show a state that is older than a day.
    package func isStale(at now: Instant) -> Bool {
        guard let goodAt = account.goodAt else { return false }
        return goodAt < now + .seconds(-SubscriptionState.staleSeconds)
    }

    private func status(of problem: String, since: Instant) -> SubscriptionStatus {
        switch problem {
        case FetchProblem.locked.rawValue: .locked
        case FetchProblem.busy.rawValue: .waiting(until: account.nextAt, goodAt: account.goodAt)
        case FetchProblem.forbidden.rawValue: .needsYou(.signIn, goodAt: account.goodAt)
        case FetchProblem.certificate.rawValue where account.failures >= 3:
            .needsYou(.certificate, goodAt: account.goodAt)
        default: .unreachable(since: account.goodAt ?? since, goodAt: account.goodAt)
        }
    }
}
