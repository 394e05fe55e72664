package import HTTP
package import Runtime
import System

/// The addresses of the API besides its methods: definitions, keys, and the apps that open links.
package enum Published {
    /// `GET /api/proto/{package}/v1/{file}.proto`: a definition as text.
    package static func definition(_ request: Request, _ app: App) throws -> Response {
        let folder = request.parameter("package"), name = request.parameter("file")
        guard isName(folder), isName(name) else { throw Refusal.notFound }
        let path = "\(app.config.definitions)/\(folder)/v1/\(name).proto"
        guard try files(below: app.config.definitions).contains(folder),
            try files(below: "\(app.config.definitions)/\(folder)/v1").contains("\(name).proto")
        else { throw Refusal.notFound }
        var response = Response.text(String(decoding: try readBytes(path), as: UTF8.self))
        response.headers["Cache-Control"] = "public, max-age=3600"
        return response
    }

    /// `GET /.well-known/jwks.json`: the public keys of access tokens (RFC 7517).
    package static func keys(_ request: Request, _ app: App) throws -> Response {
        Response(
            headers: ["Content-Type": "application/json", "Cache-Control": "public, max-age=300"],
            body: .bytes(Array(app.shared.tokenKeys.webKeySet.utf8)))
    }

    /// `GET /.well-known/apple-app-site-association`: the apps that open the links of sign-in mails.
    package static func appLinks(_ request: Request, _ app: App) throws -> Response {
        let ids = app.config.appIDs.split(separator: " ").map(String.init)
        guard !ids.isEmpty else { throw Refusal.notFound }
        let body = Association(
            applinks: .init(details: [.init(appIDs: ids, components: [["/": "/magic-link"]])]))
        return Response(
            headers: ["Content-Type": "application/json", "Cache-Control": "public, max-age=3600"],
            body: .bytes(Array(try JSON.text(body).utf8)))
    }

    private static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
    }

    /// Apple's file about the addresses that an app opens.
    private struct Association: Encodable {
        let applinks: Links

        struct Links: Encodable {
            let details: [Detail]
        }

        struct Detail: Encodable {
            let appIDs: [String]
            let components: [[String: String]]
        }
    }
}
