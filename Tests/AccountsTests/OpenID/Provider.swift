import CivilTime
import Crypto
import Foundation
import LocalServer
import Synchronization
import TestSupport
import Testing

/// A provider of OpenID Connect on this machine. It answers as a real one, or with what a test puts in its place.
final class Provider {
    /// The answers of the provider; a test changes them before it is asked.
    struct Script: Sendable {
        var key = P256Key.random()
        var keyID = "key-1"
        /// The body of a key set in place of the right one.
        var keySet: String?
        var issuer: String?
        /// The ID token that the token endpoint answers with.
        var idToken = ""
        var tokenStatus = 200
        var isSilent = false
        /// The bodies of requests to the token endpoint, and the number of requests for keys.
        var bodies: [String] = []
        var keyRequests = 0
    }

    private let box: Box
    private let server: ScriptedServer

    private final class Box: Sendable {
        let script = Mutex(Script())
        let port = Mutex(0)
    }

    init(connections: Int = 40) throws {
        let box = Box()
        self.box = box
        server = try ScriptedServer(connections: connections) { peer in
            guard let head = peer.hear(until: "\r\n\r\n") else { return }
            let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) } ?? 0
            let body = length > 0 ? peer.hear(count: length) ?? "" : ""
            if box.script.withLock(\.isSilent) { return peer.staySilent() }
            let (status, answer) = Self.answer(head, body, box)
            peer.say(
                    "HTTP/1.1 \(status) X\r\nContent-Length: \(answer.utf8.count)\r\n"
                        + "Connection: close\r\n\r\n\(answer)")
        }
        box.port.withLock { $0 = server.port }
    }

    var issuer: String { "http://127.0.0.1:\(server.port)" }

    func set(_ change: @Sendable (inout Script) -> Void) { box.script.withLock { change(&$0) } }
    var script: Script { box.script.withLock { $0 } }

    private static func answer(_ head: String, _ body: String, _ box: Box) -> (Int, String) {
        let issuer = "http://127.0.0.1:\(box.port.withLock { $0 })"
        return box.script.withLock { script in
            if head.hasPrefix("GET /.well-known/openid-configuration ") {
                return (200, """
                    {"issuer":"\(script.issuer ?? issuer)","authorization_endpoint":"\(issuer)/authorize",
                     "token_endpoint":"\(issuer)/token","jwks_uri":"\(issuer)/keys"}
                    """)
            }
            if head.hasPrefix("GET /keys ") {
                script.keyRequests += 1
                return (200, script.keySet ?? keySet(script.key, script.keyID))
            }
            if head.hasPrefix("POST /token ") {
                script.bodies.append(body)
                return (
                    script.tokenStatus, #"{"id_token":"\#(script.idToken)","access_token":"x","token_type":"Bearer"}"#)
            }
            return (404, "")
        }
    }

    static func keySet(_ key: P256Key, _ id: String) -> String {
        let x = base64URL(Array(key.publicPoint[1...32])), y = base64URL(Array(key.publicPoint[33...]))
        return #"{"keys":[{"kty":"EC","crv":"P-256","kid":"\#(id)","use":"sig","alg":"ES256","#
            + #""x":"\#(x)","y":"\#(y)"}]}"#
    }

    /// Makes an ID token.
    ///
    /// - Parameters:
    ///   - claims: the claims beside the usual ones; a value of nil takes one away.
    ///   - header: the header in place of the right one.
    func token(
        _ claims: [String: Any?] = [:], at now: Int64 = TestApp.moment.secondsSince1970, header: String? = nil,
        key: P256Key? = nil
    ) throws -> String {
        let script = script
        var all: [String: Any] = [
            "iss": issuer, "sub": "subject-1", "aud": "client-1", "iat": now - 5, "exp": now + 300,
            "email": "zaid@example.org", "email_verified": true,
        ]
        for (name, value) in claims { all[name] = value }
        let body = try JSONSerialization.data(withJSONObject: all)
        return jsonWebToken(
            header: header ?? #"{"alg":"ES256","kid":"\#(script.keyID)","typ":"JWT"}"#,
            claims: String(decoding: body, as: UTF8.self), key: key ?? script.key)
    }

    /// The settings of a Jadwal that uses it.
    var settings: [String: String] {
        [
            "JADWAL_OPENID_ISSUER": issuer, "JADWAL_OPENID_CLIENT_ID": "client-1",
            "JADWAL_OPENID_CLIENT_SECRET": "s3cret &+", "JADWAL_OPENID_APP_CLIENT_IDS": "app-1 app-2",
        ]
    }
}
