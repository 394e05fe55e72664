import CivilTime
import Crypto
import Runtime
import Storage

extension App {
    /// The seconds after which a new token is made. Apple refuses ones that are older than an hour, and new ones within
    /// twenty minutes.
    private static let tokenSeconds: Int64 = 40 * 60

    /// Returns the token with which Jadwal speaks to Apple: one for all threads and processes, since Apple counts new
    /// ones.
    ///
    /// - Parameter refused: a token that Apple called expired; another one is returned.
    func providerToken(_ apple: AppleSettings, besides refused: String? = nil) throws -> String {
        if let token = try freshToken(apple), token != refused { return token }
        let store = try store
        return try store.transaction {
            try store.lockProviderToken(apple.keyID)
            // Another process may have made one while this one waited.
            if let token = try freshToken(apple), token != refused { return token }
            let now = now()
            let claims = try JSON.text(Claims(iss: apple.teamID, iat: now.secondsSince1970))
            let token = jsonWebToken(
                header: try JSON.text(Header(alg: "ES256", kid: apple.keyID)), claims: claims, key: apple.key)
            try store.replaceProviderToken(
                apple.keyID, sealed: noticeSeal.seal(Array(token.utf8), .providerToken(apple.keyID)), issuedAt: now)
            return token
        }
    }

    /// Returns the stored token; nil if there is none, or if it is to be renewed.
    private func freshToken(_ apple: AppleSettings) throws -> String? {
        guard let row = try store.providerToken(apple.keyID),
            // A token of the future would come from a wrong clock.
            (0..<Self.tokenSeconds).contains(now().secondsSince1970 - row.issuedAt.secondsSince1970),
            let bytes = noticeSeal.open(row.sealedToken, .providerToken(apple.keyID))
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private struct Header: Encodable {
        let alg: String, kid: String
    }

    private struct Claims: Encodable {
        let iss: String, iat: Int64
    }
}
