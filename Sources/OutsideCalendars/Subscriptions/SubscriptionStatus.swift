package import CivilTime
package import Storage

/// The state of a subscription, for people.
package enum SubscriptionStatus: Sendable, Hashable {
    /// The first fetch is not over.
    case working
    case upToDate(at: Instant)
    /// The server asked to wait. All is as it was at `goodAt`.
    case waiting(until: Instant, goodAt: Instant?)
    /// No answer came since a moment; the last good one is of `goodAt`.
    case unreachable(since: Instant, goodAt: Instant?)
    /// A person has to do something.
    case needsYou(Reason, goodAt: Instant?)
    /// The address says that the calendar is gone for good.
    case gone
    /// The last answer has so few entries that it is not believed yet.
    case held(vanished: Int, of: Int)
    /// The key of the addresses is not there.
    case locked
    /// The address is one that is never fetched.
    case neverFetched

    package enum Reason: String, Sendable, Hashable {
        case signIn = "forbidden"
        case notFound = "not-found"
        case webPage = "web-page"
        case notACalendar = "not-a-calendar"
        case certificate
        case tooLarge = "too-large"
    }
}

extension SubscriptionState {
    /// The seconds after which an answer is so old that pages say so everywhere.
    package static let staleSeconds = 86_400

    package var status: SubscriptionStatus {
        guard let source else { return .neverFetched }
        if let problem = source.problem, let since = source.failingSince {
            return status(of: problem, since: since, source)
        }
        if source.heldDigest != nil, subscription.appliedDigest != source.heldDigest {
            return .held(vanished: max(0, source.entryCount - source.heldCount), of: source.entryCount)
        }
        guard let goodAt = source.goodAt, subscription.appliedDigest != nil else { return .working }
        return .upToDate(at: goodAt)
    }

    private func status(of problem: String, since: Instant, _ source: SourceRow) -> SubscriptionStatus {
        switch problem {
        case FetchProblem.gone.rawValue: return .gone
        case FetchProblem.locked.rawValue: return .locked
        case FetchProblem.busy.rawValue: return .waiting(until: source.nextAt, goodAt: source.goodAt)
        default:
            guard let reason = SubscriptionStatus.Reason(rawValue: problem),
                source.failures >= 3 || source.goodAt == nil
            else { return .unreachable(since: source.goodAt ?? since, goodAt: source.goodAt) }
            return .needsYou(reason, goodAt: source.goodAt)
        }
    }

    /// Returns true if the calendar shows a state that is older than a day.
    package func isStale(at now: Instant) -> Bool {
        guard let goodAt = source?.goodAt, source?.heldDigest == nil else { return false }
        return goodAt < now + .seconds(-Self.staleSeconds)
    }
}
