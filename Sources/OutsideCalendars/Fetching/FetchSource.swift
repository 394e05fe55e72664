import Calendars
import CivilTime
import Logging
import Runtime
import Storage
import WebClient

/// One fetch of an address, for everybody who subscribed to it.
struct FetchSource {
    let app: App
    let client: GuardedClient
    let source: SourceRow

    /// The most entries of a calendar, those nearest to today.
    static let mostEntries = 20_000
    /// The fetches, over a day, after which an answer with few entries is believed.
    private static let agreeingFetches = 3, agreeingSeconds = 86_400

    /// Fetches, and applies what came. Every end is written down.
    func run() throws {
        do {
            try fetch()
        } catch let problem as FetchProblem {
            try fail(problem)
        }
    }

    private func fetch() throws {
        let store = try app.store
        guard let text = app.addressSeal.open(source),
              let address = OutsideAddress(stored: text, ports: app.config.outsidePorts)
        else { throw FetchProblem.locked }
        let subscriptions = try store.subscriptions(to: source.id)
        guard !subscriptions.isEmpty else { return try store.putOff(source.id, seconds: Intervals.mostSeconds) }
        if address.host == app.config.originHost { return try takeInside(address, subscriptions) }
        let mayBeSame = source.heldDigest == nil && holdLast(subscriptions)
        let request = GuardedRequest(
            address, etag: mayBeSame ? source.etag : nil, lastModified: mayBeSame ? source.lastModified : nil)
        let found: GuardedAnswer
        do throws(GuardedError) {
            found = try client.fetch(request)
        } catch {
            throw FetchProblem(error)
        }
        // A password belongs to the address that it was typed with.
        if !address.hasCredentials, try follow(found.movedTo) { return }
        let response = found.response
        if let problem = FetchProblem(status: response.status) {
            return try fail(problem, retryAfter: Intervals.retryAfter(response.header("Retry-After"), at: app.now()))
        }
        if response.status == 304 {
            guard mayBeSame else { throw FetchProblem.broken }
            let seconds = try interval(hint: source.refreshSeconds)
            try store.noteUnchanged(source.id, nextAfterSeconds: seconds)
            return report("unchanged")
        }
        try take(Fetched(response), subscriptions)
    }

    /// Takes a published calendar of this installation.
    private func takeInside(_ address: OutsideAddress, _ subscriptions: [SubscriptionRow]) throws {
        guard let own = try app.ownCalendar(at: address) else { throw FetchProblem.notFound }
        var octets: [UInt8] = []
        try own.write { octets += $0 }
        try take(Fetched(octets), subscriptions)
    }

    /// True if all calendars hold the last good answer.
    private func holdLast(_ subscriptions: [SubscriptionRow]) -> Bool {
        source.contentDigest != nil && subscriptions.allSatisfy { $0.appliedDigest == source.contentDigest }
    }

    private func take(_ fetched: Fetched, _ subscriptions: [SubscriptionRow]) throws {
        var answer = try OutsideAnswer(fetched.body, host: source.host)
        let digest = answer.digest, today = TimeZoneRules.utc.date(at: app.now()).number
        let hint = answer.refreshSeconds ?? fetched.maxAge
        let count = answer.entries.count
        answer.limit(to: Self.mostEntries, around: today)
        let believed = try believed(count, digest)
            ? subscriptions : subscriptions.filter { $0.acceptedDigest == digest }
        for subscription in believed where subscription.appliedDigest != digest {
            try apply(ApplyAnswer(
                app: app, subscription: subscription, answer: answer, digest: digest, host: source.host, today: today))
        }
        let store = try app.store, seconds = try interval(hint: hint)
        guard believed.count == subscriptions.count else {
            try store.noteHeld(digest, entries: count, of: source.id, nextAfterSeconds: seconds)
            return report("held")
        }
        try store.note(
            GoodFetch(
                etag: fetched.etag, lastModified: fetched.lastModified, contentDigest: digest, entryCount: count,
                refreshSeconds: hint),
            of: source.id, nextAfterSeconds: seconds)
        report(digest == source.contentDigest ? "unchanged" : "changed")
    }

    /// Returns true unless the entries vanished all, or nearly all, and the same answer did not come for a day yet.
    private func believed(_ count: Int, _ digest: [UInt8]) throws -> Bool {
        let before = source.entryCount
        let isSuspicious = before > 0 && (count == 0 || before > 20 && count * 10 < before * 3)
        guard isSuspicious, digest != source.contentDigest else { return true }
        guard digest == source.heldDigest, let since = source.heldSince else { return false }
        let age = try app.store.databaseNow().microsecondsSince1970 - since.microsecondsSince1970
        return source.heldTimes + 1 >= Self.agreeingFetches && age >= Int64(Self.agreeingSeconds) * 1_000_000
    }

    /// Applies the answer to one calendar. One that was deleted meanwhile has nothing to hold.
    private func apply(_ work: ApplyAnswer) throws {
        guard let customer = try app.store.customer(work.subscription.owner) else { return }
        do {
            try work.run(customer)
        } catch CalendarRefusal.noCalendar {
            return
        }
    }

    private func interval(hint: Int?) throws -> Int {
        Intervals.afterGood(
            hint: hint, isVisited: try app.store.isVisited(source.id), digest: source.addressDigest)
    }

    /// Follows permanent redirects for good, after they led to one address on three days.
    ///
    /// - Returns: true if the source has ended, since its calendars have another one now.
    private func follow(_ address: OutsideAddress?) throws -> Bool {
        let store = try app.store
        guard let address else {
            if source.movedDigest != nil { try store.noteMoved(nil, of: source.id) }
            return false
        }
        let digest = app.addressSeal.digests(of: address)[0]
        guard digest == source.movedDigest, source.movedDays >= 2, !source.wasMovedToday else {
            try store.noteMoved(digest, of: source.id)
            return false
        }
        try store.transaction {
            let other = try app.source(of: address)
            try store.moveSubscriptions(from: source.id, to: other)
            try store.putOff(other, seconds: 0)
        }
        report("moved")
        return true
    }

    private func fail(_ problem: FetchProblem, retryAfter: Int? = nil) throws {
        let seconds = Intervals.afterFailure(problem, failures: source.failures, retryAfter: retryAfter)
        try app.store.noteFailure(problem.rawValue, of: source.id, nextAfterSeconds: seconds)
        report(problem.rawValue)
    }

    /// Writes the host and the outcome. A path or a query may be a secret.
    private func report(_ outcome: String) {
        app.log.info("outside", metadata: ["host": "\(source.host)", "outcome": "\(outcome)"])
    }
}

/// The body of an answer, with what the next fetch needs of its headers.
private struct Fetched {
    let body: [UInt8]
    private(set) var etag: String?
    private(set) var lastModified: String?
    private(set) var maxAge: Int?

    init(_ body: [UInt8]) { self.body = body }

    init(_ response: WebResponse) {
        body = response.body
        etag = response.header("ETag")?.fitForHeader
        lastModified = response.header("Last-Modified")?.fitForHeader
        maxAge = Intervals.maxAge(response.header("Cache-Control"))
    }
}

extension String {
    /// The text if it can be sent back as a header; nil if it is too long.
    fileprivate var fitForHeader: String? { utf8.count <= 1_024 && !utf8.contains(0) ? self : nil }
}
