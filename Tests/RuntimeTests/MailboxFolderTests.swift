import CivilTime
import Foundation
import Glibc
import Mail
import Runtime
import Storage
import System
import TestSupport
import Testing

@Suite("The development mailbox")
struct MailboxFolderTests {
    let data: TemporaryDirectory
    let folder: MailboxFolder

    init() throws {
        data = try TemporaryDirectory()
        folder = try MailboxFolder(directory: data.path + "/mail")
    }

    private func message(_ subject: String, id: String = "1@example.org", second: Int64 = 0) throws -> MailMessage {
        MailMessage(
            from: try #require(Mailbox("Jadwal <no-reply@example.org>")), to: try #require(EmailAddress("zaid@example.org")),
            subject: subject, language: "en", messageID: id, date: Instant(secondsSince1970: second),
            text: "text of \(subject)", html: "<p>html</p>")
    }

    @Test("a mail is a file as it would travel, which only we can read")
    func kept() throws {
        try folder.deliver(message("Hello"))
        let name = try #require(try data.names(in: "mail").first { $0.hasSuffix(".eml") })
        #expect(try data.bytes("mail/\(name)") == message("Hello").encoded())
        #expect(try data.mode("mail") == 0o700)
        for name in try data.names(in: "mail") { #expect(try data.mode("mail/\(name)") == 0o600) }
    }

    @Test("a mail that is sent again replaces itself")
    func sentAgain() throws {
        for subject in ["first", "second"] { try folder.deliver(message(subject)) }
        #expect(try data.names(in: "mail").count == 2, "one .eml and what the page shows of it")
        let app = try TestApp.withoutDatabase(settings: ["JADWAL_DATA": data.path])
        #expect(try app.keptMails().map(\.subject) == ["second"])
    }

    @Test("the page has them newest first, with what it shows")
    func listed() throws {
        for (number, subject) in ["a", "c", "b"].enumerated() {
            try folder.deliver(message(subject, id: "\(number)@example.org", second: subject == "c" ? 100 : Int64(number)))
        }
        let app = try TestApp.withoutDatabase(settings: ["JADWAL_DATA": data.path])
        let mails = try app.keptMails()
        #expect(mails.map(\.subject) == ["c", "b", "a"])
        #expect(mails.first?.to == "zaid@example.org")
        #expect(mails.first?.from == "no-reply@example.org")
        #expect(mails.first?.text == "text of c")
    }

    @Test("a file that a killed worker left half written does no harm")
    func leftOver() throws {
        try folder.deliver(message("Hello"))
        for name in try data.names(in: "mail") {
            try data.write("mail/\(name).\(getpid()).part", "half a m")
        }
        try folder.deliver(message("Hello again"))
        let app = try TestApp.withoutDatabase(settings: ["JADWAL_DATA": data.path])
        #expect(try app.keptMails().map(\.subject) == ["Hello again"])
    }

    @Test("a mail that cannot be written as one is refused for good")
    func malformed() throws {
        let bad = try message("two\r\nlines")
        do {
            try folder.deliver(bad)
            Issue.record("it was taken")
        } catch {
            guard case .refused = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try data.names(in: "mail").isEmpty)
    }

    @Test("a folder that has gone is a failure that may pass")
    func gone() throws {
        let message = try message("Hello")
        try data.remove("mail")
        do {
            try folder.deliver(message)
            Issue.record("it was taken")
        } catch {
            guard case .temporary(let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.contains("zaid"))
        }
    }
}
