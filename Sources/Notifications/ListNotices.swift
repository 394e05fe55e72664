import Runtime
package import Storage

extension NoticeHome {
    /// Returns a page of the customer's notices, the newest first.
    ///
    /// - Parameter before: the last notice of the page before; nil for the first page.
    package func list(before: NoticeID? = nil, limit: Int) throws -> [Notice] {
        let last = try before.flatMap { try app.store.notice(of: owner, $0) }
        return try app.store.notices(of: owner, at: app.now(), before: last, limit: limit).compactMap { try Notice($0) }
    }

    /// Records that the customer opened a notice, so that nothing more is sent about it.
    ///
    /// - Returns: the path of its page; nil if the customer has no such notice.
    package func open(_ id: NoticeID) throws -> String? {
        guard let notice = try app.store.notice(of: owner, id) else { return nil }
        try app.store.recordRead(of: owner, id, at: app.now())
        return notice.path
    }

    /// Records that the customer has seen all notices that are due.
    package func readAll() throws {
        try app.store.recordRead(of: owner, nil, at: app.now())
    }
}
