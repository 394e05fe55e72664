import DAV
import Testing

@Suite("Sync tokens and entity tags")
struct SyncTests {
    @Test("a token is a URI with an epoch and a counter", arguments: [
        (UInt64(0), Int64(0), "data:,0000000000000000-0"),
        (.max, .max, "data:,ffffffffffffffff-9223372036854775807"),
        (0xC0FFEE, 42, "data:,0000000000c0ffee-42"),
    ])
    func text(epoch: UInt64, counter: Int64, text: String) {
        let token = SyncToken(epoch: epoch, counter: counter)
        #expect(token.text == text)
        #expect(SyncToken(text) == token)
    }

    @Test("no other text is a token", arguments: [
        "", "data:,", "data:,0-0", "data:,0000000000000000", "data:,0000000000000000--1",
        "data:,0000000000000000-01",
        "data:,0000000000C0FFEE-42", "data:,0000000000000000-9223372036854775808", "http://sabre.io/ns/sync/12",
        "data:,0000000000000000-1 ", "data:,0000000000000000-", "data:,0000000000000000-1e1",
        "data:,0000000000000000-9223372036854775808", "DATA:,0000000000000000-1", "data:,0000000000000000-+1", "data:,é",
    ])
    func malformed(text: String) {
        #expect(SyncToken(text) == nil)
    }

    @Test("changes since a token are listed only if all of them are known", arguments: [
        (SyncToken(epoch: 1, counter: 10).text, 10), (SyncToken(epoch: 1, counter: 5).text, 5),
        (SyncToken(epoch: 1, counter: 4).text, nil), // older than what is known
        (SyncToken(epoch: 1, counter: 11).text, nil), // never given out, as after a restore
        (SyncToken(epoch: 2, counter: 10).text, nil), // another collection or epoch
        ("http://example.com/12", nil),
    ] as [(String, Int64?)])
    func changes(token: String, counter: Int64?) {
        let current = SyncToken(epoch: 1, counter: 10)
        var since: Int64?
        let refusal = refusal { since = try SyncToken.changes(since: token, current: current, oldest: 5) }
        #expect(since == counter)
        #expect(refusal == (counter == nil ? "{DAV:}valid-sync-token 403" : nil))
    }

    @Test("a first synchronization is about all objects")
    func first() throws {
        #expect(try SyncToken.changes(since: nil, current: SyncToken(epoch: 1, counter: 10), oldest: 5) == nil)
    }

    @Test("an entity tag is a digest in quotation marks")
    func tags() {
        let digest = (0..<32).map { UInt8($0 * 8) }
        #expect(entityTag(digest: digest) == "\"00081018202830384048505860687078\"")
    }
}
