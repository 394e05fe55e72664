import Agreements
import Archive
import Storage
import TestSupport
import Testing

/// Exported chats that a customer uploads. The present is Monday 23 November 2026, 13:10 in Riyadh.
@Suite("Uploaded chats")
struct UploadTests {
    private let chat = """
        [22/11/2026, 20:01:12] Sara: Shall we have dinner on Thursday at 8?
        [22/11/2026, 20:05:40] Zaid: Sure, see you there
        [22/11/2026, 20:06:02] Sara: Great

        """

    @Test("a plan that was agreed in the file is in the calendar, and the words are forgotten")
    func text() throws {
        let world = try ChatWorld()
        let uploaded = try world.home.upload(Array(chat.utf8), ownName: "Zaid")
        #expect(uploaded.contact == "Sara" && uploaded.messages == 3)
        try world.read()
        #expect(try world.lines("DTSTART") == ["DTSTART;TZID=Asia/Riyadh:20261126T200000"])
        #expect(try world.inbox().first?.proof.count == 2)
        #expect(try world.keptWords() == 0)
    }

    @Test("sentences that were written in one minute are in their order")
    func oneMinute() throws {
        let world = try ChatWorld()
        for name in ["Sara", "Maha", "Noor", "Lina", "Huda", "Reem", "Dana", "Rana"] {
            let chat = """
                22/11/2026, 20:01 - \(name): Shall we have dinner on Thursday at 8?
                22/11/2026, 20:01 - Zaid: Sure, see you there

                """
            _ = try world.home.upload(Array(chat.utf8), ownName: "Zaid")
            try world.read()
        }
        let proofs = try world.inbox().map { $0.proof.map(\.isMine) }
        #expect(proofs == Array(repeating: [false, true], count: 8))
    }

    @Test("a ZIP file, as an iPhone makes it, is read too")
    func zip() throws {
        let world = try ChatWorld()
        var bytes: [UInt8] = []
        let zip = try ZipWriter { bytes += $0 }
        try zip.add(name: "00000012-PHOTO.jpg", bytes: [0xFF, 0xD8], modified: 0)
        try zip.add(name: "_chat.txt", bytes: Array(chat.utf8), modified: 0)
        try zip.finish()
        _ = try world.home.upload(bytes, ownName: "Zaid")
        try world.read()
        #expect(try world.events().count == 1)
    }

    @Test("the same file a second time makes nothing twice")
    func twice() throws {
        let world = try ChatWorld()
        for _ in 0..<2 {
            _ = try world.home.upload(Array(chat.utf8), ownName: "Zaid")
            try world.read()
        }
        #expect(try world.events().count == 1)
        #expect(try world.inbox().count == 1)
    }

    @Test("a file that is no chat of two people is refused with its reason", arguments: [
        ("", UploadRefusal.empty), ("Dear Sara, dinner?", .noMessages),
        ("[22/11/2026, 20:01:12] Sara: hi\n", .oneSided),
        ("[22/11/2026, 20:01] Sara: hi\n[22/11/2026, 20:02] Ali: hi\n[22/11/2026, 20:03] Omar: hi\n", .group),
        ("PK\u{3}\u{4}no archive", .notAChat),
    ])
    func refused(text: String, refusal: UploadRefusal) throws {
        let world = try ChatWorld()
        #expect(throws: refusal) { try world.home.upload(Array(text.utf8), ownName: "Zaid") }
    }

    @Test("if the file does not tell who the customer is, the names in it are asked for")
    func names() throws {
        let world = try ChatWorld()
        #expect(throws: UploadRefusal.whoAreYou(names: ["Sara", "Zaid"])) {
            try world.home.upload(Array(chat.utf8), ownName: nil)
        }
        #expect(throws: UploadRefusal.whoAreYou(names: ["Sara", "Zaid"])) {
            try world.home.upload(Array(chat.utf8), ownName: "Khalid")
        }
    }

    @Test("a customer uploads twenty files an hour, whatever is in them; others are not held up")
    func tooOften() throws {
        let world = try ChatWorld(), other = try ChatWorld(world.test, email: "laila@example.org")
        for _ in 0..<20 {
            #expect(throws: UploadRefusal.noMessages) { try world.home.upload(Array("no chat".utf8), ownName: nil) }
        }
        #expect(throws: UploadRefusal.empty) { try world.home.upload([], ownName: nil) }
        let refusal = #expect(throws: UploadRefusal.self) { try world.home.upload(Array(chat.utf8), ownName: "Zaid") }
        guard case .tooOften(let seconds)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect((1...3_600).contains(seconds))
        #expect(try other.home.upload(Array(chat.utf8), ownName: "Zaid").messages == 3)
    }

    @Test("bytes that are no text are refused")
    func bytes() throws {
        let world = try ChatWorld()
        #expect(throws: UploadRefusal.notAChat) { try world.home.upload([0xFF, 0xFE, 0x00, 0xD8], ownName: nil) }
        #expect(throws: UploadRefusal.tooLarge(megabytes: 8)) {
            try world.home.upload([UInt8](repeating: 0x20, count: 9 << 20), ownName: nil)
        }
    }
}
