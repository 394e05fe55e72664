import CivilTime
import Glibc
import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("Secrets")
struct SecretsTests {
    @Test("the first start makes a key of every name that only the service can read")
    func made() throws {
        let directory = try TemporaryDirectory()
        let secrets = try Secrets(directory: directory.path)
        #expect(try directory.mode("secrets") == 0o700)
        #expect(try directory.names(in: "secrets") == KeyKind.all.map { "\($0.name).key" }.sorted())
        for name in try directory.names(in: "secrets") {
            #expect(try directory.mode("secrets/\(name)") == 0o600)
            #expect(try directory.bytes("secrets/\(name)").count == 32)
        }
        #expect(Set(secrets.rings.map(\.current)).count == KeyKind.all.count)
        #expect(secrets.rings.flatMap(\.previous).isEmpty)
    }

    @Test("the next start finds them again")
    func kept() throws {
        let directory = try TemporaryDirectory()
        let first = try Secrets(directory: directory.path), second = try Secrets(directory: directory.path)
        #expect(first.rings == second.rings)
    }

    @Test("processes that start at the same moment agree")
    func startedTogether() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path
        let keys = try inParallel(count: 16) {
            try Secrets(directory: path).rings.map(\.current)
        }
        #expect(Set(keys).count == 1)
        #expect(try directory.names(in: "secrets").count == KeyKind.all.count, "nothing is left over")
    }

    @Test("a key that others may read stops the start, and says what to do", arguments: [0o644, 0o640, 0o604])
    func readable(mode: Int) throws {
        let directory = try TemporaryDirectory()
        _ = try Secrets(directory: directory.path)
        chmod("\(directory.path)/secrets/codes.key", mode_t(mode))
        #expect { try Secrets(directory: directory.path) } throws: {
            "\($0)".contains("codes.key") && "\($0)".contains("chmod 600")
        }
    }

    @Test("half a key stops the start", arguments: [0, 31, 33])
    func wrongLength(count: Int) throws {
        let directory = try TemporaryDirectory()
        _ = try Secrets(directory: directory.path)
        try directory.write("secrets/forms.key", bytes: [UInt8](repeating: 1, count: count))
        chmod("\(directory.path)/secrets/forms.key", 0o600)
        #expect { try Secrets(directory: directory.path) } throws: { "\($0)".contains("32 bytes") }
    }

    @Test("a folder that cannot be made is named")
    func noFolder() {
        #expect { try Secrets(directory: "/nowhere") } throws: { "\($0)".contains("/nowhere/secrets") }
    }
}

@Suite("Rotation of keys")
struct KeyRotationTests {
    let directory: TemporaryDirectory
    let before: Secrets
    let now = Instant(secondsSince1970: 1_795_444_200)

    init() throws {
        directory = try TemporaryDirectory()
        before = try Secrets(directory: directory.path)
    }

    private func secrets() throws -> Secrets { try Secrets(directory: directory.path) }

    private func rotate(_ kind: KeyKind) throws -> KeyRing {
        try KeyFolder(data: directory.path, .changing).rotate(kind, now: now)
    }

    @Test("the key before stays valid after one rotation, and not after two", arguments: [KeyKind.forms, .codes, .browsers])
    func once(kind: KeyKind) throws {
        let first = try #require(try secrets().ring(kind))
        let second = try rotate(kind)
        #expect(second.current != first.current)
        #expect(second.previous == [first.current])
        let third = try rotate(kind)
        #expect(third.previous == [second.current])
        #expect(try secrets().ring(kind) == third, "the next start reads the same")
        #expect(try directory.names(in: "secrets").count == KeyKind.all.count + 1, "older files are deleted")
    }

    @Test("a rotated key of the counters leaves no earlier one")
    func throttles() throws {
        let ring = try rotate(.throttles)
        #expect(ring.current != before.throttles.current)
        #expect(ring.previous.isEmpty)
        #expect(try directory.names(in: "secrets").count == KeyKind.all.count)
    }

    @Test("every earlier key of the feeds stays valid until it is forgotten")
    func feeds() throws {
        var keys = [before.feeds.current]
        for _ in 1...5 { keys.insert(try rotate(.feeds).current, at: 0) }
        #expect(try secrets().feeds.all == keys)
        #expect(try KeyFolder(data: directory.path, .changing).forget(.feeds) == 5)
        #expect(try secrets().feeds.all == [keys[0]])
        #expect(try directory.names(in: "secrets").count == KeyKind.all.count)
        #expect(try KeyFolder(data: directory.path, .changing).forget(.feeds) == 0)
    }

    @Test("the other keys stay as they are, and every file is the service's alone")
    func others() throws {
        _ = try rotate(.forms)
        let after = try secrets()
        #expect(after.codes == before.codes)
        #expect(after.feeds == before.feeds)
        for name in try directory.names(in: "secrets") {
            #expect(try directory.mode("secrets/\(name)") == 0o600)
        }
    }

    @Test("rotations at the same moment happen one after another, and readers always see a whole ring")
    func atOnce() throws {
        let path = directory.path, now = now
        let seen = try inParallel(count: 12) {
            let changed = try KeyFolder(data: path, .changing).rotate(.feeds, now: now)
            return [changed, try Secrets(directory: path).feeds]
        }.flatMap(\.self)
        let all = try secrets().feeds.all
        #expect(all.count == 13)
        #expect(Set(all).count == 13)
        #expect(all.last == before.feeds.current)
        for ring in seen { #expect(all.suffix(ring.all.count) == ring.all[...]) }
    }

    @Test("a rotation that ended after its first step changes nothing, and the next one goes on")
    func crashed() throws {
        let file = "\(directory.path)/secrets/forms.key"
        #expect(link(file, "\(file).1795444100") == 0)
        #expect(try secrets().forms == before.forms)
        #expect(try rotate(.forms).previous == [before.forms.current])
    }

    @Test("a rotation that ended before it deleted older files leaves none of them valid")
    func crashedLate() throws {
        let second = try rotate(.forms)
        try directory.write("secrets/forms.key.1", bytes: [UInt8](repeating: 9, count: 32))
        chmod("\(directory.path)/secrets/forms.key.1", 0o600)
        #expect(try secrets().forms == second)
    }

    @Test("a clock set back does not change which key is the newest")
    func clockSetBack() throws {
        let second = try rotate(.feeds)
        let third = try KeyFolder(data: directory.path, .changing).rotate(.feeds, now: Instant(secondsSince1970: 5))
        #expect(third.previous == [second.current, before.feeds.current])
    }

    @Test("a key that is not there yet is not rotated")
    func missing() throws {
        try directory.remove("secrets/codes.key")
        #expect { try rotate(.codes) } throws: { "\($0)".contains("codes.key is not there yet") }
    }

    @Test("an earlier key that others may read stops the start")
    func readable() throws {
        _ = try rotate(.forms)
        chmod("\(directory.path)/secrets/forms.key.\(now.secondsSince1970)", 0o644)
        #expect { try secrets() } throws: { "\($0)".contains("forms.key.\(now.secondsSince1970)") && "\($0)".contains("chmod 600") }
    }

    @Test("a fingerprint tells keys apart and holds nothing of the key")
    func fingerprint() throws {
        let prints = before.rings.map(\.fingerprint)
        #expect(Set(prints).count == KeyKind.all.count)
        #expect(prints.allSatisfy { $0.count == 8 })
        #expect(before.forms.fingerprint == KeyRing(before.forms.current, previous: [before.codes.current]).fingerprint)
        // HMAC-SHA-256 by another implementation: openssl dgst -mac HMAC.
        #expect(KeyRing([UInt8](repeating: 0, count: 32)).fingerprint == "987d9cee")
    }
}

extension Secrets {
    /// Every ring that is in `KeyKind.all`, found by its name; so a key of the table must be a field.
    fileprivate var rings: [KeyRing] { KeyKind.all.compactMap(ring) }

    fileprivate func ring(_ kind: KeyKind) -> KeyRing? {
        Mirror(reflecting: self).children.first { $0.label == kind.name }?.value as? KeyRing
    }
}
