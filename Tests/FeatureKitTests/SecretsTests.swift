import FeatureKit
import Glibc
import Testing
import TestSupport

@Suite("Secrets")
struct SecretsTests {
    @Test("the first start makes four keys that only the service can read")
    func made() throws {
        let directory = try TemporaryDirectory()
        let secrets = try Secrets(directory: directory.path)
        #expect(try directory.mode("secrets") == 0o700)
        #expect(try directory.names(in: "secrets") == ["codes.key", "feeds.key", "forms.key", "throttles.key"])
        for name in try directory.names(in: "secrets") {
            #expect(try directory.mode("secrets/\(name)") == 0o600)
            #expect(try directory.bytes("secrets/\(name)").count == 32)
        }
        #expect(Set([secrets.forms, secrets.codes, secrets.throttles, secrets.feeds]).count == 4)
    }

    @Test("the next start finds them again")
    func kept() throws {
        let directory = try TemporaryDirectory()
        let first = try Secrets(directory: directory.path), second = try Secrets(directory: directory.path)
        #expect(first.forms == second.forms)
        #expect(first.codes == second.codes)
        #expect(first.throttles == second.throttles)
        #expect(first.feeds == second.feeds)
    }

    @Test("processes that start at the same moment agree")
    func startedTogether() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path
        let keys = try inParallel(count: 16) {
            let secrets = try Secrets(directory: path)
            return [secrets.forms, secrets.codes, secrets.throttles, secrets.feeds]
        }
        #expect(Set(keys).count == 1)
        #expect(try directory.names(in: "secrets").count == 4, "nothing is left over")
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
