// Programs that a customer connects with a personal token: each token can do what its scopes name, and nothing else.
//
// - PersonalAPI.swift: problems as JSON. TokenAudience.swift: how a program is let in.
// - Position/: the doors through which phones send where they are.
//
// A request never reads a cookie: its token is the only proof, so no other site can make a browser send one.

import HTTP
import Runtime

/// An error as JSON (RFC 9457).
struct Problem: Encodable {
    var type = "about:blank"
    let title: String
    let status: Int
    /// A sentence for the person who set the program up.
    let detail: String
    /// The name of the reason, for programs.
    let code: String

    init(_ status: Status, code: String, _ detail: String) {
        title = status.reason
        self.status = status.rawValue
        self.code = code
        self.detail = detail
    }

    /// The response with this problem.
    func response() throws -> Response {
        try .json(self, status: Status(rawValue: status), type: "application/problem+json")
    }
}

extension Response {
    /// Makes a response that is stored by nobody.
    static func json(
        _ value: some Encodable, status: Status = .ok, type: String = "application/json"
    ) throws -> Response {
        let text = try JSON.text(value) + "\n"
        return Response(
            status: status, headers: ["Content-Type": type, "Cache-Control": "no-store"],
            body: .bytes(Array(text.utf8)))
    }
}
