import Crypto
import HTTP
import Runtime

/// Returns the entity tag of a representation: the same for the same JSON.
func entityTag(of value: some Encodable) throws -> String {
    "\"\(sha256Hex(Array(try JSON.text(value).utf8)).prefix(32))\""
}

extension Request {
    /// Checks `If-Match`, which each change of something that exists needs.
    ///
    /// - Parameter tag: the entity tag of what is stored.
    /// - Throws: `Problem` with 428 without the header, and with 412 if it has another tag.
    func requireMatch(_ tag: String) throws {
        guard let header = headers["If-Match"] else {
            throw Problem(
                .preconditionRequired, code: "if-match",
                "Send the ETag of what you read in If-Match, so that no change of somebody else is lost.")
        }
        guard EntityTags(header, .strong).contain(tag) else { throw Problem.stale }
    }

    /// Returns true if the client has the representation with this tag already.
    func hasCurrent(_ tag: String) -> Bool {
        headers["If-None-Match"].map { EntityTags($0).contain(tag) } ?? false
    }
}

extension ProgramVisit {
    /// Returns a representation with its entity tag: 304 if the client has it.
    ///
    /// - Parameter tag: nil for that of the JSON.
    func answer(
        _ value: some Encodable, tag: String? = nil, status: Status = .ok, location: String? = nil
    ) throws -> Response {
        let tag = try tag ?? entityTag(of: value)
        var response = if status == .ok, request.method == .get, request.hasCurrent(tag) {
            Response(status: .notModified)
        } else {
            try Response.json(value, status: status)
        }
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["ETag"] = tag
        if let location { response.headers["Location"] = location }
        return response
    }
}
