import Foundation
import HTTP
import Jadwal
import Mail
import Runtime
import Storage
import TestSupport
import Testing
import Web

/// An app without sockets: it calls methods by their names, and keeps its access token.
final class Phone {
    static let router = Router(routes + calendarRoutes + methodRoutes, otherwise: .machine)

    let test: TestApp
    var app: App
    var token: String?
    var headers: Headers = ["User-Agent": "Mishkat/1 CFNetwork/1410.1 Darwin/22.6.0"]

    init(_ test: TestApp) {
        self.test = test
        app = test.app
    }

    /// Makes a phone that has signed in by mail.
    static func signedIn(
        _ test: TestApp, _ email: String = "zaid@example.org", rotating: Bool = false
    ) throws -> Phone {
        let phone = Phone(test)
        try phone.signIn(email, rotating: rotating)
        return phone
    }

    /// Signs in by mail, and returns the answer.
    @discardableResult
    func signIn(_ email: String = "zaid@example.org", rotating: Bool = false) throws -> Reply {
        let mailed = try mailedToken(email)
        if rotating { headers["Jadwal-Tokens"] = "rotating" }
        let reply = try call("auth.v1.AuthService/CompleteEmail", #"{"token":"\#(mailed)"}"#)
        #expect(reply.status == 200)
        token = try reply.text("accessToken")
        return reply
    }

    /// Asks for a sign-in mail and returns the token of its link.
    func mailedToken(_ email: String = "zaid@example.org") throws -> String {
        #expect(try call("auth.v1.AuthService/InitiateEmail", #"{"email":"\#(email)"}"#).body == "{}")
        try test.work()
        return try test.mail.lastWithLink().token
    }

    /// Calls a method with JSON.
    @discardableResult
    func call(_ method: String, _ json: String = "{}", _ more: Headers = [:]) throws -> Reply {
        var all: Headers = ["Content-Type": "application/json", "Connect-Protocol-Version": "1"]
        for (name, value) in more { all[name] = value }
        return try send(.post, "/" + method, all, Array(json.utf8))
    }

    func send(
        _ method: HTTP.Method, _ target: String, _ more: Headers, _ body: [UInt8], from address: String = "203.0.113.9"
    ) throws -> Reply {
        var all = headers
        for (name, value) in more { all[name] = value }
        if let token, all["Authorization"] == nil { all["Authorization"] = "Bearer \(token)" }
        let request = try Request(
            method: method, target: target, headers: all, body: body, remoteAddress: address, id: "r-1")
        return try Reply(Self.router.answer(request, app).response)
    }
}

/// An answer of the API.
struct Reply {
    let status: Int
    let headers: Headers
    let octets: [UInt8]

    init(_ response: Response) throws {
        status = response.status.rawValue
        headers = response.headers
        octets = try response.collectBody()
    }

    struct NotThere: Error {
        let key: String, body: String
    }

    var body: String { String(decoding: octets, as: UTF8.self) }

    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(octets)) as? [String: Any]) ?? [:]
    }

    /// The code of an error; nil for an answer without one.
    var code: String? { json["code"] as? String }

    func text(_ key: String) throws -> String { try value(key) }

    /// Returns a value, which may be inside of others: `event.etag`.
    func value<Value>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
        var found: Any? = json
        for key in path.split(separator: ".") { found = (found as? [String: Any])?[String(key)] }
        guard let value = found as? Value else { throw NotThere(key: path, body: body) }
        return value
    }
}

extension TestApp {
    /// Runs all due jobs, as `jadwal work` does.
    func work() throws {
        let runner = JobRunner(jobs, app)
        while try runner.runNext() {}
    }
}
