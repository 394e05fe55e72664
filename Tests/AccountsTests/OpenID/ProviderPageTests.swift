import Accounts
import Crypto
import Foundation
import HTTP
import Jadwal
import Postgres
import Runtime
import Storage
import TestSupport
import Testing
import Web

@Suite("Signing a browser in at a provider")
struct ProviderPageTests {
    private static let router = Router(routes, otherwise: .machine)

    private let provider: Provider
    private let test: TestApp

    init() throws {
        provider = try Provider()
        test = try TestApp.patient(provider.settings)
    }

    /// A browser that keeps its cookies.
    private final class Browser {
        let test: TestApp
        var cookies: [String: String] = [:]

        init(_ test: TestApp) { self.test = test }

        func get(_ target: String) throws -> Response {
            let header = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
            let request = try Request(
                method: .get, target: target, headers: header.isEmpty ? [:] : ["Cookie": header],
                remoteAddress: "203.0.113.5", id: "r-1")
            let response = ProviderPageTests.router.answer(request, test.app).response
            for line in response.headers.values("Set-Cookie") {
                let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
                cookies[pair[0]] = pair.count == 2 && !line.contains("Max-Age=0") ? pair[1] : nil
            }
            return response
        }
    }

    /// Goes to the provider and returns the parameters with which the browser arrives there.
    private func leave(_ browser: Browser, _ path: String = "/login/openid?next=%2Fsettings") throws -> Form {
        let response = try browser.get(path)
        #expect(response.status.rawValue == 303)
        let address = try #require(response.headers["Location"])
        #expect(address.hasPrefix("\(provider.issuer)/authorize?"))
        return try Form(query: String(address.drop { $0 != "?" }.dropFirst()))
    }

    /// Signs in at the provider, and returns the answer to the way back.
    private func come(
        _ browser: Browser, _ sent: Form, claims: [String: Any?] = [:], code: String = "abc"
    ) throws -> Response {
        let token = try provider.token(["nonce": sent["nonce"]].merging(claims) { $1 })
        provider.set { $0.idToken = token }
        return try browser.get("/login/openid/callback?state=\(sent["state"])&code=\(code)")
    }

    @Test("there and back: the browser is signed in, and goes on to the page that was asked for")
    func whole() throws {
        let browser = Browser(test), sent = try leave(browser)
        #expect(sent["response_type"] == "code" && sent["client_id"] == "client-1" && sent["scope"] == "openid email")
        #expect(sent["redirect_uri"] == "https://jadwal.example.org/login/openid/callback")
        #expect(sent["code_challenge_method"] == "S256" && sent["nonce"].count == 43 && sent["state"].count == 43)
        let response = try come(browser, sent)
        #expect(response.status.rawValue == 303, "\(response)")
        #expect(response.headers["Location"]?.hasPrefix("/first") == true)
        #expect(browser.cookies["__Host-session"] != nil)
        let body = try Form(query: try #require(provider.script.bodies.first))
        #expect(body["grant_type"] == "authorization_code" && body["code"] == "abc")
        #expect(base64URL(sha256(Array(body["code_verifier"].utf8))) == sent["code_challenge"])
        #expect(try browser.get("/settings").status == .ok)
    }

    @Test("the way back works once, in the browser that began it, and not for long")
    func once() throws {
        let browser = Browser(test), sent = try leave(browser)
        #expect(try come(Browser(test), sent).status == .forbidden, "another browser")
        #expect(try come(browser, sent).status.rawValue == 303)
        browser.cookies["__Host-session"] = nil
        #expect(try come(browser, sent).status == .forbidden, "a second time")
        let late = Browser(test), lateSent = try leave(late)
        try test.run("UPDATE openid_flow SET expires_at = now()")
        #expect(try come(late, lateSent).status == .forbidden, "too late")
        #expect(try late.get("/login/openid/callback").status == .forbidden)
        #expect(try test.count("session") == 1)
    }

    @Test("a token with another nonce, or for another client, signs nobody in", arguments: [
        "nonce", "aud", "iss", "azp",
    ])
    func lies(claim: String) throws {
        let browser = Browser(test), sent = try leave(browser)
        #expect(try come(browser, sent, claims: [claim: "another"]).status == .forbidden)
        #expect(try test.count("session") == 0)
    }

    @Test("a person who cancels reads so, and can go on by mail")
    func cancelled() throws {
        let browser = Browser(test), sent = try leave(browser)
        let response = try browser.get("/login/openid/callback?state=\(sent["state"])&error=access_denied")
        #expect(response.status == .forbidden)
        let page = String(decoding: try response.collectBody(), as: UTF8.self)
        #expect(page.contains("You cancelled the sign-in with Google.") && page.contains("name=\"email\""))
    }

    @Test("a provider that refuses the code is unreachable")
    func refusedCode() throws {
        let browser = Browser(test), sent = try leave(browser)
        provider.set { $0.tokenStatus = 400 }
        #expect(try come(browser, sent).status == .serviceUnavailable)
    }

    @Test("a customer links a login, sees it, and unlinks it")
    func links() throws {
        let person = try test.account(), browser = Browser(test)
        browser.cookies["__Host-session"] = person.cookie.text
        let sent = try leave(browser, "/settings/sessions/link")
        let response = try come(browser, sent, claims: ["email": "work@example.org"])
        #expect(response.headers["Location"] == "/settings/sessions?done=linked")
        let page = String(decoding: try browser.get("/settings/sessions").collectBody(), as: UTF8.self)
        #expect(page.contains("work@example.org"))
        #expect(try test.app.unlinkLogin(issuer: provider.issuer, of: person.customer().id))
        #expect(try test.count("linked_login") == 0)
    }

    @Test("without a provider there is no button and no address")
    func none() throws {
        let browser = Browser(try TestApp.patient())
        let page = String(decoding: try browser.get("/login").collectBody(), as: UTF8.self)
        #expect(!page.contains("/login/openid"))
        #expect(try browser.get("/login/openid").status == .notFound)
        #expect(try browser.get("/login/openid/callback").status == .notFound)
        let offered = String(decoding: try Browser(test).get("/login").collectBody(), as: UTF8.self)
        #expect(offered.contains("Continue with Google"))
    }

    @Test("one network cannot begin without end")
    func limit() throws {
        let browser = Browser(test)
        var statuses: [Int] = []
        for _ in 1...61 { statuses.append(try browser.get("/login/openid").status.rawValue) }
        #expect(statuses.dropLast().allSatisfy { $0 == 303 } && statuses.last == 429)
    }
}
