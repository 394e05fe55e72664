import Accounts
import Crypto
import HTTP
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("Signing in by the API")
struct APISessionTests {
    private let profile = "profile.v1.ProfileService/GetProfile", complete = "auth.v1.AuthService/CompleteEmail"
    private let refresh = "auth.v1.AuthService/RefreshTokens"

    @Test("a mailed link signs an app in, once, with one lasting token")
    func lasting() throws {
        let test = try TestApp.patient(), phone = Phone(test)
        let token = try phone.mailedToken()
        // An app has no place for a code.
        #expect(throws: Letter.Missing.self) { try test.mail.lastWithLink().code }
        let reply = try phone.call(complete, #"{"token":"\#(token)"}"#)
        #expect(try reply.text("accessToken").hasPrefix("jda_") && reply.json["refreshToken"] == nil)
        #expect(try reply.text("email") == "zaid@example.org")
        let again = try phone.call(complete, #"{"token":"\#(token)"}"#)
        #expect(again.status == 400 && again.code == "failed_precondition")
        phone.token = try reply.text("accessToken")
        test.advance(seconds: 7 * 86_400)
        #expect(try phone.call(profile).text("email") == "zaid@example.org")
    }

    @Test("wrong links of mails", arguments: [
        ("", "invalid_argument"), ("x", "invalid_argument"),
        ("00000000-0000-4000-8000-000000000000", "failed_precondition"),
    ])
    func wrongLinks(token: String, code: String) throws {
        #expect(try Phone(.patient()).call(complete, #"{"token":"\#(token)"}"#).code == code)
    }

    @Test("an expired link is refused")
    func expired() throws {
        let test = try TestApp.patient(), phone = Phone(test), token = try phone.mailedToken()
        try test.run("UPDATE magic_link SET expires_at = now() - interval '1 second'")
        #expect(try phone.call(complete, #"{"token":"\#(token)"}"#).code == "failed_precondition")
    }

    @Test("a second mail within the pause is not sent, and the answer is the same")
    func resend() throws {
        let test = try TestApp.patient(["JADWAL_RESEND_SECONDS": "30"]), phone = Phone(test)
        _ = try phone.mailedToken()
        for _ in 1...3 {
            #expect(
                try phone.call("auth.v1.AuthService/InitiateEmail", #"{"email":"zaid@example.org"}"#).body == "{}")
        }
        try test.work()
        #expect(test.mail.messages.count == 1)
    }

    @Test("tokens that prove nothing are all refused alike", arguments: [
        "", "x", "Basic abc", "Bearer", "Bearer x", "Bearer jda_x",
        "Bearer \(String(repeating: "a", count: 9_000))",
        "Bearer jda_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "Bearer eyJhbGciOiJub25lIn0.e30.",
    ])
    func refused(header: String) throws {
        let phone = Phone(try .patient())
        let reply = try phone.call(profile, "{}", ["Authorization": header])
        #expect(reply.status == 401 && reply.code == "unauthenticated")
        #expect(try reply.text("message") == "Sign in again.")
    }

    @Test("the scheme may be written in any case; a cookie and a token without a scheme prove nothing")
    func schemes() throws {
        let phone = try Phone.signedIn(.patient()), token = try #require(phone.token)
        #expect(try phone.call(profile, "{}", ["Authorization": "bEARER \(token)"]).status == 200)
        phone.token = nil
        #expect(try phone.call(profile, "{}", ["Authorization": token]).status == 401)
        #expect(try phone.call(profile, "{}", ["Cookie": "__Host-session=\(token)"]).status == 401)
        // Nor does a token of an app open a page.
        let page = try phone.send(.get, "/settings", ["Cookie": "__Host-session=\(token.dropFirst(4))"], [])
        #expect(page.status == 303)
    }

    @Test("rotating tokens: an access token of five minutes, and a refresh token that works once")
    func rotating() throws {
        let test = try TestApp.patient(), phone = Phone(test)
        let first = try phone.signIn(rotating: true).text("refreshToken")
        #expect(try phone.call(profile).status == 200)
        test.advance(seconds: 331)
        #expect(try phone.call(profile).code == "unauthenticated")
        phone.token = nil
        let second = try phone.call(refresh, #"{"refreshToken":"\#(first)"}"#)
        phone.token = try second.text("accessToken")
        #expect(try phone.call(profile).status == 200)
        let third = try phone.call(refresh, #"{"refreshToken":"\#(second.text("refreshToken"))"}"#)
        #expect(third.status == 200)
    }

    @Test("an answer that was lost can be asked for again for half a minute, and brings the same successor")
    func lostAnswer() throws {
        let test = try TestApp.patient(), phone = Phone(test)
        let first = try phone.signIn(rotating: true).text("refreshToken")
        let body = #"{"refreshToken":"\#(first)"}"#
        let one = try phone.call(refresh, body).text("refreshToken")
        #expect(try phone.call(refresh, body).text("refreshToken") == one)
        #expect(try phone.call(refresh, #"{"refreshToken":"\#(one)"}"#).status == 200)
        // The successor was used, so the first one is a copy in foreign hands.
        #expect(try phone.call(refresh, body).code == "unauthenticated")
        #expect(try phone.call(profile).code == "unauthenticated")
    }

    @Test("a refresh token that is used again after half a minute ends its session alone, and the customer is mailed")
    func reuse() throws {
        let test = try TestApp.patient(), phone = Phone(test)
        let first = try phone.signIn(rotating: true).text("refreshToken")
        let other = try Phone.signedIn(test)
        let body = #"{"refreshToken":"\#(first)"}"#, next = try phone.call(refresh, body).text("refreshToken")
        try test.run("UPDATE session SET refreshed_at = now() - interval '31 seconds' WHERE kind = 'rotating'")
        test.mail.clear()
        #expect(try phone.call(refresh, body).code == "unauthenticated")
        #expect(try phone.call(refresh, #"{"refreshToken":"\#(next)"}"#).code == "unauthenticated")
        #expect(try other.call(profile).status == 200)
        #expect(try test.count("notification WHERE kind = 'sign-in.reused'") == 1)
        #expect(test.log.lines.contains { $0.contains("refresh token reused") })
    }

    @Test("a token of a session that was ended changes nothing")
    func endedSession() throws {
        let test = try TestApp.patient(), phone = Phone(test)
        let first = try phone.signIn(rotating: true).text("refreshToken")
        #expect(try phone.call("jadwal.v1.SessionsService/SignOut").status == 200)
        #expect(try phone.call(profile).code == "unauthenticated")
        #expect(try phone.call(refresh, #"{"refreshToken":"\#(first)"}"#).code == "unauthenticated")
        #expect(try test.count("notification WHERE kind = 'sign-in.reused'") == 0)
    }

    @Test("a lasting token is renewed by itself, and only by itself")
    func renewLasting() throws {
        let phone = try Phone.signedIn(.patient()), token = try #require(phone.token)
        #expect(try phone.call(refresh).text("accessToken") == token)
        phone.token = nil
        #expect(try phone.call(refresh).code == "unauthenticated")
        let rotating = try Phone.signedIn(.patient(), rotating: true)
        #expect(try rotating.call(refresh).code == "unauthenticated")
    }

    @Test("refresh tokens that were not made here are refused", arguments: [
        "x", "jdr_", "jdr_AAAA", "jdr_\(base64URL([UInt8](repeating: 0, count: 44)))",
        "jdr_\(base64URL([UInt8](repeating: 255, count: 44)))",
        "jda_\(base64URL([UInt8](repeating: 0, count: 44)))",
    ])
    func forgedRefresh(token: String) throws {
        #expect(try Phone(.patient()).call(refresh, #"{"refreshToken":"\#(token)"}"#).code == "unauthenticated")
    }

    @Test("access tokens with another header, key, signature, audience or session are refused")
    func forgedAccess() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test, rotating: true)
        let token = try #require(phone.token), parts = token.split(separator: ".").map(String.init)
        let claims = String(decoding: try #require(base64URLDecoded(parts[1])), as: UTF8.self)
        let entry = test.app.shared.tokenKeys.current
        func refused(_ token: String, _ comment: Comment) throws {
            phone.token = token
            #expect(try phone.call(profile).code == "unauthenticated", comment)
        }
        func signed(_ claims: String) -> String { jsonWebToken(header: entry.header, claims: claims, key: entry.key) }
        phone.token = signed(claims)
        #expect(try phone.call(profile).status == 200)
        for header in [
            #"{"alg":"none","kid":"\#(entry.id)","typ":"at+jwt"}"#,
            #"{"alg":"HS256","kid":"\#(entry.id)","typ":"at+jwt"}"#,
            #"{"alg":"ES256","kid":"x","typ":"at+jwt"}"#, #"{"alg":"ES256","kid":"\#(entry.id)","typ":"JWT"}"#,
            #"{"alg":"ES256","typ":"at+jwt"}"#,
        ] {
            try refused(jsonWebToken(header: header, claims: claims, key: entry.key), "\(header)")
        }
        try refused(jsonWebToken(header: entry.header, claims: claims, key: .random()), "another key")
        try refused(parts[0] + "." + parts[1] + ".", "no signature")
        try refused(parts[0] + "." + parts[1] + "." + String(parts[2].dropLast(2)), "a short signature")
        try refused(signed(claims.replacing("/api\"", with: "\"")), "another audience")
        try refused(
            signed(claims.replacing("\"iss\":\"https://jadwal", with: "\"iss\":\"https://other")), "another issuer")
        try refused(signed(claims.replacing(/"sid":"\d+"/, with: #""sid":"999999""#)), "no session")
        try refused(
            signed(claims.replacing(/"sub":"[0-9a-f-]+"/, with: #""sub":"00000000-0000-4000-8000-000000000000""#)),
            "another customer")
    }

    @Test("the keys of access tokens are published, and the earlier one after a rotation")
    func keys() throws {
        let phone = Phone(try .patient())
        let reply = try phone.send(.get, "/.well-known/jwks.json", [:], [])
        let keys = try reply.value("keys", as: [[String: String]].self)
        #expect(keys.count == 1 && keys[0]["kid"] == phone.app.shared.tokenKeys.current.id)
        #expect(keys[0]["kty"] == "EC" && keys[0]["alg"] == "ES256" && keys[0]["d"] == nil)
    }

    @Test("sessions of apps are in the list, and each can be ended")
    func list() throws {
        let test = try TestApp.patient()
        let phone = try Phone.signedIn(test), other = try Phone.signedIn(test, rotating: true)
        let reply = try phone.call("jadwal.v1.SessionsService/ListSessions")
        let sessions = try reply.value("sessions", as: [[String: Any]].self)
        #expect(sessions.count == 2 && sessions.allSatisfy { $0["isApp"] as? Bool == true })
        let own = sessions.first { $0["isThisOne"] as? Bool == true }
        let foreign = try #require(sessions.first { $0["isThisOne"] == nil }?["id"] as? String)
        #expect(own != nil)
        #expect(try phone.call("jadwal.v1.SessionsService/EndSession", #"{"id":"\#(foreign)"}"#).status == 200)
        #expect(try other.call(profile).code == "unauthenticated")
        #expect(try phone.call(profile).status == 200)
    }

    @Test("one customer cannot end the session of another")
    func foreignSession() throws {
        let test = try TestApp.patient(), phone = try Phone.signedIn(test)
        let other = try Phone.signedIn(test, "sara@example.org")
        let sessions = try other.call("jadwal.v1.SessionsService/ListSessions")
            .value("sessions", as: [[String: Any]].self)
        let id = try #require(sessions.first?["id"] as? String)
        #expect(try phone.call("jadwal.v1.SessionsService/EndSession", #"{"id":"\#(id)"}"#).status == 200)
        #expect(try other.call(profile).status == 200)
    }

    @Test("the database holds no token")
    func stored() throws {
        let test = try TestApp.patient(), phone = Phone(test)
        let reply = try phone.signIn(rotating: true), refresh = try reply.text("refreshToken")
        let digest = sha256(Array(refresh.utf8))
        #expect(try test.count("session WHERE token_sha256 = \(digest)") == 1)
        #expect(!test.log.lines.contains { $0.contains(refresh) || $0.contains(phone.token ?? "?") })
    }
}
