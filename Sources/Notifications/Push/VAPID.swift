import CivilTime
import Crypto
package import Runtime

/// The key pairs by which push services know this Jadwal (RFC 8292): the current one, and those that browsers
/// subscribed with before.
package struct VAPIDKeys: Sendable {
    private let keys: [(fingerprint: String, key: P256Key)]

    package init(_ ring: KeyRing) {
        keys = ring.all.map { secret in
            (KeyRing(secret).fingerprint, .derived(from: secret, purpose: "jadwal vapid 1"))
        }
    }

    /// The fingerprint of the current key.
    package var fingerprint: String { keys[0].fingerprint }

    /// The current public key in base64url, as a browser takes it.
    package var publicKey: String { base64URL(keys[0].key.publicPoint) }

    /// Returns the key that a browser subscribed with; nil if it was forgotten.
    func key(_ fingerprint: String?) -> P256Key? {
        keys.first { $0.fingerprint == fingerprint }?.key
    }
}

/// The proofs of one thread, one for each push service and key, made again after half their life.
struct VAPIDProofs {
    private struct Proof {
        let text: String
        let renewAt: Instant
    }

    private var proofs: [String: Proof] = [:]
    /// The address of the operator, for the push service's questions.
    private let contact: String

    private static let lifeSeconds: Int64 = 12 * 3_600

    init(contact: String) { self.contact = contact }

    /// Returns the value of the header `Authorization`.
    mutating func proof(for origin: String, _ key: P256Key, at now: Instant) throws -> String {
        let point = base64URL(key.publicPoint), name = "\(origin) \(point)"
        if let kept = proofs[name], kept.renewAt > now { return kept.text }
        let claims = Claims(aud: origin, exp: now.secondsSince1970 + Self.lifeSeconds, sub: contact)
        let token = jsonWebToken(
            header: #"{"typ":"JWT","alg":"ES256"}"#, claims: try JSON.text(claims), key: key)
        let proof = Proof(text: "vapid t=\(token), k=\(point)", renewAt: now + .seconds(Self.lifeSeconds / 2))
        proofs[name] = proof
        return proof.text
    }

    private struct Claims: Encodable {
        let aud: String, exp: Int64, sub: String
    }
}

/// Returns the contact in proofs: the operator's address if it is one on the internet, else the address of Jadwal.
///
/// Apple refuses addresses at `localhost`, and requires a contact.
package func pushContact(_ config: Config) -> String {
    let words = config.operatorContact.split(whereSeparator: { " <>,;".contains($0) })
    let address = words.first { word in
        let parts = word.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasPrefix(".")
            && word.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
    return address.map { "mailto:\($0)" } ?? config.origin
}
