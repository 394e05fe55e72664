import CivilTime
import Crypto
import Glibc
import Runtime

/// A benchmark of access tokens on one core: the work of checking one that is new to a responder, and of finding one
/// that it remembers. The session's row, which a new token needs too, is not read.
@main
struct TokensOfApps {
    static func main() throws {
        let tokens = try (0..<count).map(token)
        let verified = microseconds { for token in tokens { precondition(isRight(token)) } }
        let cache = AnnouncedCache<[UInt8], Int>(limitBytes: 16 << 20)
        cache.listening(true)
        let ticket = cache.ticket()
        for (number, token) in tokens.enumerated() {
            cache.keep(number, for: sha256(Array(token.utf8)), until: end, bytes: 1_024, ticket)
        }
        let remembered = microseconds {
            for (number, token) in tokens.enumerated() {
                precondition(cache.value(sha256(Array(token.utf8)), at: now) == number)
            }
        }
        print("verified \(verified)")
        print("remembered \(remembered)")
    }

    /// The claims of an access token, as long as Jadwal's.
    private struct Claims: Codable {
        var aud = "https://jadwal.example.org/api", exp: Int64 = 1_900_000_300, iat: Int64 = 1_900_000_000
        var iss = "https://jadwal.example.org", jti = "8Jx3q0TgS1m5n8V2mB6rYw", sid: String
        var sub = "6b0a1c7e-7d0f-4c52-9f2e-0f8f5f2d8a11"
    }

    private static let count = 2_000, rounds = 9
    private static let key = P256Key.random()
    private static let header = #"{"alg":"ES256","kid":"hJtXIZ2uSN5kbQfbtTNWbpdmhkV8FJG-Onbc6mxCcYg","typ":"at+jwt"}"#
    private static let headerText = base64URL(Array(header.utf8))
    private static let now = Instant(secondsSince1970: 1_900_000_000), end = Instant(secondsSince1970: 1_900_000_300)

    private static func token(_ number: Int) throws -> String {
        jsonWebToken(header: header, claims: try JSON.text(Claims(sid: String(number))), key: key)
    }

    private static func isRight(_ text: String) -> Bool {
        guard let token = SignedToken(text), token.headerText == headerText,
            P256Key.verifies(token.signature, of: token.signed, by: key.publicPoint),
            let claims = try? JSON.value(Claims.self, from: String(decoding: token.claims, as: UTF8.self))
        else { return false }
        return claims.exp > claims.iat && Int64(claims.sid) != nil
    }

    /// Returns the processor time for one token with two decimals, the median of some rounds.
    private static func microseconds(_ work: () -> Void) -> String {
        let rounds = (0..<Self.rounds).map { _ in
            let start = processorSeconds()
            work()
            return processorSeconds() - start
        }
        let hundredths = Int((rounds.sorted()[Self.rounds / 2] * 1e8 / Double(count)).rounded())
        return "\(hundredths / 100).\(hundredths / 10 % 10)\(hundredths % 10)"
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
