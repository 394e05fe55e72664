import Calendars
import CivilTime
import Crypto
import DAV
import Runtime
import Storage
import WebClient
import XML

/// The reading of one calendar elsewhere.
struct ReadRemote {
    let app: App
    let remote: RemoteClient
    let customer: Customer
    let account: OutsideAccountRow
    let calendar: RemoteCalendarRow
    let address: OutsideAddress

    /// The looks, over a day, after which vanished objects are believed.
    private static let agreeingTimes = 3

    /// The members of a calendar there, by their paths. An empty tag is one that the server does not give.
    private typealias Tags = [String: String]

    /// Reads what changed.
    ///
    /// - Returns: true if older parts are still to be read.
    func run() throws -> Bool {
        let store = try app.store
        let known = Dictionary(
            try store.remoteObjects(of: calendar.id, calendar.owner).map { ($0.href, $0) },
            uniquingKeysWith: { first, _ in first })
        if calendar.beganAt == nil, try begin(known) { return true }
        if !isCheckDue {
            if calendar.hasSync, let token = calendar.syncToken, let hasMore = try readChanges(since: token, known) {
                return hasMore
            }
            if !calendar.hasSync, let ctag = calendar.ctag, try state().ctag == ctag {
                try store.noteRead(calendar.id, of: calendar.owner, syncToken: nil, ctag: ctag, isChecked: false)
                return false
            }
        }
        try readAll(known)
        return false
    }

    private var isCheckDue: Bool {
        guard let checkedAt = calendar.checkedAt else { return true }
        return checkedAt < app.now() + .seconds(-Reading.checkSeconds)
    }

    /// Reads the near past and the future first.
    ///
    /// - Returns: false if the calendar cannot be asked for a time.
    private func begin(_ known: [String: RemoteObjectRow]) throws -> Bool {
        guard calendar.components.contains("VEVENT") else { return false }
        let start = (app.now() + .seconds(-Reading.firstDays * 86_400)).basicText
        let answer: RemoteClient.Answer
        do {
            answer = try remote.ask(.since(start, component: "VEVENT"), address)
        } catch let failure as RemoteFailure {
            guard let status = failure.status, !failure.isSignIn, failure.problem != .busy,
                  (400..<500).contains(status), status != 404, status != 410
            else { throw failure }
            return false
        }
        let tags = self.tags(in: answer)
        _ = try apply(known).store(changed(tags, known))
        try remote.visit.keep()
        try app.store.noteBegun(calendar.id, of: calendar.owner)
        return true
    }

    /// Reads what changed since a token (RFC 6578).
    ///
    /// - Returns: true if there are more than one visit takes; nil if the server does not know the token, or gives an
    ///   answer without sense.
    private func readChanges(since token: String, _ known: [String: RemoteObjectRow]) throws -> Bool? {
        var token = token, changed: Tags = [:], gone: Set<String> = []
        for _ in 0..<1_000 {
            let answer: RemoteClient.Answer
            do {
                answer = try remote.ask(.syncCollection(token: token), address)
            } catch let failure as RemoteFailure {
                guard let status = failure.status, [400, 403, 405, 409, 410, 412, 415, 501].contains(status)
                else { throw failure }
                return nil
            }
            guard let next = answer.multiStatus.syncToken else { return nil }
            var isCutOff = false
            for resource in answer.multiStatus.responses {
                guard let path = path(resource.href, answer) else { continue }
                if resource.status == 507 { isCutOff = true; continue }
                guard path != ownPath else { continue }
                if resource.status == 404 || resource.status == 410 {
                    gone.insert(path)
                    changed[path] = nil
                } else {
                    changed[path] = resource.text(.dav("getetag")) ?? ""
                    gone.remove(path)
                }
            }
            let hasMore = isCutOff && next != token, isFull = changed.count + gone.count >= remote.visit.limits.changes
            guard hasMore, !isFull, !remote.visit.isHalfOver else {
                let found = self.changed(changed, known)
                let isBelieved = try finish(
                    found, gone: gone, known, syncToken: next, ctag: calendar.ctag, isChecked: false)
                return isBelieved && hasMore
            }
            token = next
        }
        return nil
    }

    /// Compares all entity tags.
    private func readAll(_ known: [String: RemoteObjectRow]) throws {
        // The state is asked for before the list: a change between the two is read again, and none is lost.
        let state = try state()
        let answer = try remote.ask(.propFind([.dav("getetag"), .dav("resourcetype")], depth: .one), address)
        let tags = self.tags(in: answer)
        let gone = Set(known.keys.filter { tags[$0] == nil })
        _ = try finish(
            changed(tags, known), gone: gone, known, syncToken: state.syncToken, ctag: state.ctag, isChecked: true)
    }

    /// - Returns: false if most objects vanished, which is not believed yet.
    private func finish(
        _ changed: [String], gone: Set<String>, _ known: [String: RemoteObjectRow], syncToken: String?, ctag: String?,
        isChecked: Bool
    ) throws -> Bool {
        let apply = apply(known), store = try app.store
        let vanished = try apply.store(changed).union(gone).intersection(known.keys)
        let digest = sha256(vanished.sorted().flatMap { Array($0.utf8) + [0] })
        guard try isBelieved(vanished.count, of: known.count, digest) else {
            try store.noteHeld(digest, vanished: vanished.count, in: calendar.id, of: calendar.owner)
            return false
        }
        try remote.visit.keep()
        try apply.remove(vanished)
        try store.noteRead(
            calendar.id, of: calendar.owner, syncToken: syncToken, ctag: ctag, isChecked: isChecked)
        return true
    }

    /// Returns true unless most objects vanished together, and neither the customer nor a day of looks confirmed it.
    private func isBelieved(_ gone: Int, of known: Int, _ digest: [UInt8]) throws -> Bool {
        guard Reading.isSuspicious(gone: gone, of: known), digest != calendar.acceptedDigest else { return true }
        guard digest == calendar.heldDigest, let since = calendar.heldSince else { return false }
        let age = try app.store.databaseNow().microsecondsSince1970 - since.microsecondsSince1970
        return calendar.heldTimes + 1 >= Self.agreeingTimes && age >= Int64(Reading.checkSeconds) * 1_000_000
    }

    private func apply(_ known: [String: RemoteObjectRow]) -> ApplyRemote {
        ApplyRemote(
            app: app, remote: remote, customer: customer, account: account, calendar: calendar, address: address,
            known: known)
    }

    /// The state of the calendar, in the two words that servers have for it.
    private func state() throws -> (syncToken: String?, ctag: String?) {
        let answer = try remote.ask(.propFind([.calendarServer("getctag"), .dav("sync-token")], depth: .zero), address)
        let own = answer.multiStatus.responses.first
        let token = calendar.hasSync ? own?.text(.dav("sync-token"))?.fitForState : nil
        return (token, own?.text(.calendarServer("getctag"))?.fitForState)
    }

    /// Returns the paths of objects whose tag is new, or is not given.
    private func changed(_ tags: Tags, _ known: [String: RemoteObjectRow]) -> [String] {
        tags.filter { path, tag in tag.isEmpty || known[path]?.etag != tag }.keys.sorted()
    }

    private func tags(in answer: RemoteClient.Answer) -> Tags {
        var tags: Tags = [:]
        for resource in answer.multiStatus.responses where resource.status == nil || resource.status == 200 {
            guard resource.properties[.dav("resourcetype")]?.first(.dav("collection")) == nil,
                  let path = path(resource.href, answer), path != ownPath
            else { continue }
            tags[path] = resource.text(.dav("getetag")) ?? ""
        }
        return tags
    }

    private var ownPath: String { address.path.inOneForm }

    private func path(_ href: String, _ answer: RemoteClient.Answer) -> String? {
        guard let found = remote.address(href, in: answer), found.host == answer.address.host else { return nil }
        return found.path.inOneForm
    }
}

extension String {
    /// The path in one encoding, since servers write `@` and `%40` in turn, and without a slash at its end.
    var inOneForm: String {
        let path = (try? Href(path: self))?.text ?? self
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The text if it can be stored as a state; nil if it is too long.
    fileprivate var fitForState: String? { utf8.count <= 2_000 && !utf8.contains(0) ? self : nil }
}

extension Instant {
    /// The moment in UTC, in its basic form: `20260101T000000Z`.
    fileprivate var basicText: String {
        String(iso8601.prefix(19)).replacing("-", with: "").replacing(":", with: "") + "Z"
    }
}
