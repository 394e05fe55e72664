import Calendars
import DAV
import Runtime
import Storage
import WebClient

/// The way of objects from a calendar elsewhere into the one here.
///
/// An object is noted without its tag before it is stored, so that a worker that dies loses none and doubles none.
struct ApplyRemote {
    let app: App
    let remote: RemoteClient
    let customer: Customer
    let account: OutsideAccountRow
    let calendar: RemoteCalendarRow
    let address: OutsideAddress
    let known: [String: RemoteObjectRow]

    private var home: CalendarHome { app.calendars(of: customer, by: .jadwal) }

    /// An object as the server gives it.
    private struct Fetched {
        let path: String
        let etag: String?
        let file: ImportFile
    }

    /// Fetches objects and stores them.
    ///
    /// - Returns: the paths of objects that are no longer there.
    func store(_ paths: [String]) throws -> Set<String> {
        var gone: Set<String> = []
        for start in stride(from: 0, to: paths.count, by: Reading.batch) {
            let part = Array(paths[start..<min(start + Reading.batch, paths.count)])
            gone.formUnion(try storePart(part))
        }
        return gone
    }

    /// Fetches and stores some objects. If they are too large for one answer, they are asked for in two.
    private func storePart(_ paths: [String]) throws -> Set<String> {
        do {
            let (fetched, missing) = try fetch(paths)
            try store(fetched)
            return Set(missing)
        } catch let failure as RemoteFailure where failure.problem == .tooLarge && paths.count > 1 {
            let half = paths.count / 2
            return try storePart(Array(paths[..<half])).union(storePart(Array(paths[half...])))
        } catch let failure as RemoteFailure where failure.problem == .tooLarge {
            // One that is larger than any answer counts as one that cannot be read.
            let rows = paths.map { path in
                RemoteObjectRow(href: path, uid: known[path]?.uid, etag: nil, storedTag: known[path]?.storedTag)
            }
            try app.store.write(rows, of: calendar.id, calendar.owner)
            return []
        }
    }

    /// Removes objects that are no longer there.
    func remove(_ paths: Set<String>) throws {
        guard !paths.isEmpty, let segment = calendar.segment, let id = calendar.calendar else { return }
        let store = try app.store
        // What this visit has stored counts as well: an object may have another address now.
        let rows = try store.remoteObjects(of: calendar.id, calendar.owner)
        let staying = Set(rows.filter { !paths.contains($0.href) }.compactMap(\.uid))
        let uids = rows.filter { paths.contains($0.href) }.compactMap(\.uid).filter { !staying.contains($0) }
        try home.remove(foreign: uids, in: id, segment)
        try store.deleteRemoteObjects(Array(paths), of: calendar.id, calendar.owner)
    }

    private func fetch(_ paths: [String]) throws -> (fetched: [Fetched], gone: [String]) {
        let answer = try remote.ask(.multiget(paths), address)
        var texts: [(path: String, etag: String?, octets: [UInt8])] = [], gone: [String] = []
        // Each path counts once, and one that was not asked for does not count.
        var awaited = Set(paths)
        for resource in answer.multiStatus.responses {
            guard let path = remote.address(resource.href, in: answer)?.path.inOneForm, awaited.remove(path) != nil
            else { continue }
            if resource.status == 404 || resource.status == 410 {
                gone.append(path)
            } else if let text = resource.text(.calDAV("calendar-data")) {
                let etag = resource.text(.dav("getetag")).flatMap { $0.utf8.count <= 1_024 ? $0 : nil }
                texts.append((path, etag, Array(text.utf8)))
            }
        }
        var options = ForeignOptions()
        options.withAlarms = account.withAlarms
        let files = home.read(foreignFiles: texts.map(\.octets), options)
        return (zip(texts, files).map { Fetched(path: $0.path, etag: $0.etag, file: $1) }, gone)
    }

    private func store(_ fetched: [Fetched]) throws {
        guard let segment = calendar.segment else { return }
        try remote.visit.keep()
        let store = try app.store
        let begun = fetched.map { one in
            let before = known[one.path]
            return RemoteObjectRow(
                href: one.path, uid: one.file.uids.first ?? before?.uid, etag: nil, storedTag: before?.storedTag)
        }
        try store.write(begun, of: calendar.id, calendar.owner)
        let stored = try store.transaction {
            let stored = try home.store(foreignFiles: fetched.map(\.file), in: segment)
            // The calendar is locked by now. If it became the customer's own before, nothing is stored in it.
            guard try store.isRead(calendar) else { throw VisitEnd.left }
            return stored
        }
        let done = zip(fetched, begun).map { one, row in
            var row = row
            row.etag = one.etag
            // A text that cannot be read leaves what was stored before it.
            if let uid = one.file.uids.first { row.storedTag = stored[uid] }
            return row
        }
        try removeRenamed(begun, segment)
        try store.write(done, of: calendar.id, calendar.owner)
    }

    /// Removes objects whose address has another UID now.
    private func removeRenamed(_ rows: [RemoteObjectRow], _ segment: String) throws {
        guard let id = calendar.calendar else { return }
        let uids = Set(rows.compactMap(\.uid))
        let old = rows.compactMap { row in
            known[row.href]?.uid.flatMap { $0 != row.uid && !uids.contains($0) ? $0 : nil }
        }
        try home.remove(foreign: old, in: id, segment)
    }
}
