// Programs that a customer connects with a personal token: each token can do what its scopes name, and nothing else.
//
// - PersonalAPI.swift: JSON answers. TokenAudience.swift: how a program is let in. Problem.swift: errors as JSON.
// - Position/: the doors through which phones send where they are.
// - Messages/: bodies of requests, entity tags, and what else all resources share.
// - Resources/: `/api/v1`, a file for each resource.
//
// A request never reads a cookie: its token is the only proof, so no other site can make a browser send one.

import HTTP
import Runtime

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
