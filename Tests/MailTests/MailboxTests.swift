import Mail
import Testing

@Suite("Mailboxes")
struct MailboxTests {
    @Test("are read in every form that people write", arguments: [
        ("Jadwal <no-reply@localhost>", "Jadwal", "no-reply@localhost"),
        (" Jadwal  < no-reply@localhost > ", "Jadwal", "no-reply@localhost"),
        ("\"Jadwal, Inc. <mail>\" <no-reply@example.org>", "Jadwal, Inc. <mail>", "no-reply@example.org"),
        ("جدول <no-reply@مثال.السعودية>", "جدول", "no-reply@xn--mgbh0fb.xn--mgberp4a5d4ar"),
        ("<no-reply@example.org>", "", "no-reply@example.org"),
        ("no-reply@example.org", "", "no-reply@example.org"),
    ])
    func read(text: String, name: String, wire: String) throws {
        let mailbox = try #require(Mailbox(text))
        #expect(mailbox.name == name)
        #expect(mailbox.address.wire == wire)
    }

    @Test("are refused without exactly one valid address", arguments: [
        "", "Jadwal", "Jadwal <>", "Jadwal <no-reply>", "Jadwal <a@example.org", "Jadwal a@example.org>",
        "Jadwal <a@example.org> and more", "A <a@example.org>, B <b@example.org>",
        "Jad\r\nwal <a@example.org>", "Jad\0wal <a@example.org>",
    ])
    func refused(text: String) {
        #expect(Mailbox(text) == nil)
    }
}
