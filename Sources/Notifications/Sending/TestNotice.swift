import CivilTime
import Runtime
package import Storage
import Templates

extension NoticeHome {
    /// The most tests of an hour.
    private static let mostTests = 10

    /// Counts a test.
    ///
    /// - Returns: false if the customer had as many as are allowed.
    package func mayTest() throws -> Bool {
        let store = try app.store
        let limit = app.throttle(
            "notice.test", Array(owner.description.utf8), limit: Self.mostTests, seconds: 3_600)
        return try store.transaction { try store.take([limit]) == nil }
    }

    /// Sends a test to one device, at once.
    ///
    /// - Returns: false if the customer has no such device.
    package func test(_ device: NotificationDeviceID) throws -> Bool {
        let store = try app.store
        return try store.transaction {
            guard try store.notificationDevices(of: owner).contains(where: { $0.id == device }),
                let row = try testNotice()
            else { return false }
            return try store.insertPushes(of: row, isSilent: false, to: device, at: app.now()) == 1
        }
    }

    /// Sends a test by mail.
    package func testMail() throws {
        let store = try app.store
        try store.transaction {
            guard let row = try testNotice() else { return }
            try store.insertMail(of: row, isFallback: false, at: app.now())
            try app.enqueue(MailNotices(customer: owner), customer.spokenLanguage)
        }
    }

    /// Inserts the notice of a test, which waits for no decision, and wakes the threads that send.
    private func testNotice() throws -> NoticeRow? {
        let version = "\(app.now().microsecondsSince1970)"
        let id = try app.notify(
            owner, .test, about: "test", version: version, NoticeContent(), opens: "/settings/notifications")
        guard let id, let row = try app.store.notice(of: owner, id) else { return nil }
        try app.store.setLook(row, nil)
        return row
    }
}
