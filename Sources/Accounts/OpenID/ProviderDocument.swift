import CivilTime
import Crypto
import Runtime
import WebClient

/// The published document of a provider: its endpoints and keys (OpenID Connect Discovery §3, RFC 7517).
struct ProviderDocument: Sendable {
    let authorizationEndpoint: String, tokenEndpoint: String
    /// True if the client's secret goes into the header of a request for a token, false if into its body.
    let takesBasic: Bool
    let keys: [ProviderKey]
    let fetchedAt: Instant
}

/// A public key of a provider.
struct ProviderKey: Sendable {
    enum Kind: Sendable {
        case rsa(RSAPublicKey)
        case p256(point: [UInt8])
    }

    let id: String
    let kind: Kind

    /// The only algorithm that is allowed with the key (RFC 8725 §3.1).
    var algorithm: String {
        switch kind {
        case .rsa: "RS256"
        case .p256: "ES256"
        }
    }

    func verifies(_ token: SignedToken) -> Bool {
        switch kind {
        case .rsa(let key): key.verifies(token.signature, of: token.signed)
        case .p256(let point): P256Key.verifies(token.signature, of: token.signed, by: point)
        }
    }
}

extension App {
    private static let documents = CacheSlot<ProviderDocument>("openid", limitBytes: 1 << 20)
    /// The seconds for which keys are remembered, and after which an unknown key may have them read again.
    private static let keptSeconds: Int64 = 3_600, againSeconds: Int64 = 60
    private static let limitBytes = 128 << 10, mostKeys = 32

    /// Returns what a provider publishes, at most an hour old.
    ///
    /// - Parameter key: the id of a key. If it is unknown, the keys are read again, at most once a minute.
    /// - Throws: `ProviderUnreachable`.
    func document(of provider: OpenIDProvider, withKey key: String? = nil) throws -> ProviderDocument {
        let cache = shared.cache(Self.documents), now = now()
        if let kept = cache.value(provider.issuer, at: now) {
            let isEnough = key.map { id in kept.keys.contains { $0.id == id } } ?? true
            let age = now.secondsSince1970 - kept.fetchedAt.secondsSince1970
            if isEnough || age < Self.againSeconds { return kept }
        }
        let ticket = cache.ticket(), fetched = try fetchDocument(of: provider, now)
        cache.keep(fetched, for: provider.issuer, until: now + .seconds(Self.keptSeconds), bytes: 64 << 10, ticket)
        return fetched
    }

    private func fetchDocument(of provider: OpenIDProvider, _ now: Instant) throws -> ProviderDocument {
        struct Discovery: Decodable {
            let issuer: String, authorization_endpoint: String, token_endpoint: String, jwks_uri: String
            let token_endpoint_auth_methods_supported: [String]?
        }
        struct KeySet: Decodable {
            let keys: [PublishedKey]
        }
        let found = try fetch(
            Discovery.self, provider.issuer + "/.well-known/openid-configuration", provider)
        guard found.issuer == provider.issuer else { throw ProviderUnreachable(description: "it is another issuer") }
        let set = try fetch(KeySet.self, found.jwks_uri, provider)
        let methods = found.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
        return ProviderDocument(
            authorizationEndpoint: found.authorization_endpoint, tokenEndpoint: found.token_endpoint,
            takesBasic: methods.contains("client_secret_basic"),
            keys: set.keys.prefix(Self.mostKeys).compactMap(ProviderKey.init), fetchedAt: now)
    }

    private func fetch<Value: Decodable>(
        _ type: Value.Type, _ address: String, _ provider: OpenIDProvider
    ) throws -> Value {
        let request = WebRequest(url: address, headers: [("Accept", "application/json")])
        let text = try answer(request, provider)
        do {
            return try JSON.value(type, from: text)
        } catch is DecodingError {
            throw ProviderUnreachable(description: "its answer cannot be read")
        }
    }

    /// Sends a request to a provider and returns the body of its answer.
    ///
    /// - Throws: `ProviderUnreachable`, also for a status that is not 200 and for a body that is too long.
    func answer(_ request: WebRequest, _ provider: OpenIDProvider) throws -> String {
        let client = WebClient(
            timeoutSeconds: 5, limitBytes: Self.limitBytes, allowsLoopbackHTTP: true, caFile: provider.caFile)
        let response: WebResponse
        do throws(WebClientError) {
            response = try client.send(request)
        } catch {
            throw ProviderUnreachable(description: "\(error)")
        }
        guard response.status == 200 else { throw ProviderUnreachable(description: "status \(response.status)") }
        guard let text = String(validating: response.body, as: UTF8.self)
        else { throw ProviderUnreachable(description: "its answer is not text") }
        return text
    }
}

/// A key as a provider publishes it (RFC 7517).
private struct PublishedKey: Decodable {
    let kid: String?, kty: String?, alg: String?, use: String?
    let n: String?, e: String?
    let crv: String?, x: String?, y: String?
}

extension ProviderKey {
    /// - Returns: nil for a key that signs nothing that is checked here: of another kind, weak, or without an id.
    fileprivate init?(_ key: PublishedKey) {
        guard let id = key.kid, key.use == nil || key.use == "sig" else { return nil }
        func bytes(_ text: String?) -> [UInt8] { text.flatMap { base64URLDecoded($0) } ?? [] }
        switch key.kty {
        case "RSA" where key.alg == nil || key.alg == "RS256":
            guard let made = RSAPublicKey(modulus: bytes(key.n), exponent: bytes(key.e)) else { return nil }
            self.init(id: id, kind: .rsa(made))
        case "EC" where key.crv == "P-256" && (key.alg == nil || key.alg == "ES256"):
            let point = [4] + bytes(key.x) + bytes(key.y)
            guard P256Key.isPublicPoint(point) else { return nil }
            self.init(id: id, kind: .p256(point: point))
        default: return nil
        }
    }
}
