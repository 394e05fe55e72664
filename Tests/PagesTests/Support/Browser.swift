import HTTP
import Jadwal
import Pages
import Places
import Runtime
import Templates
import TestSupport
import Testing
import Web

/// A browser without a screen: it keeps cookies, and sends forms with the token of the page it last
/// saw. It follows no redirects by itself.
final class Browser {
    static let router = Router(routes + developmentRoutes, otherwise: .anyone)

    let test: TestApp
    /// The address of the browser, as nginx gives it.
    var address: String
    var userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"
    var acceptLanguage = "en-GB,en;q=0.9"
    var cookies: [String: String] = [:]
    /// The token of the form last shown.
    var csrf = ""

    init(_ test: TestApp, address: String = "203.0.113.7") {
        self.test = test
        self.address = address
    }

    @discardableResult
    func get(_ target: String, method: Method = .get, _ headers: Headers = [:]) throws -> Answer {
        let answer = try send(method, target, headers, body: [])
        if let token = answer.csrf { csrf = token }
        return answer
    }

    /// Sends a form. The token is added unless the fields have one.
    @discardableResult
    func post(_ path: String, _ fields: KeyValuePairs<String, String> = [:], _ headers: Headers = [:]) throws -> Answer {
        try post(path, fields: fields.map { ($0.key, $0.value) }, headers)
    }

    /// Sends the fields of a form that was read from a page. The token is added unless the fields have one.
    @discardableResult
    func post(_ path: String, fields: [(String, String)], _ headers: Headers = [:]) throws -> Answer {
        var pairs = fields
        if !pairs.contains(where: { $0.0 == "csrf" }) { pairs.append(("csrf", csrf)) }
        let body = pairs.map { "\(percentEncoded($0.0))=\(percentEncoded($0.1))" }.joined(separator: "&")
        var headers = headers
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        if !headers.contains("Sec-Fetch-Site") { headers["Sec-Fetch-Site"] = "same-origin" }
        let answer = try send(.post, path, headers, body: Array(body.utf8))
        if let token = answer.csrf { csrf = token }
        return answer
    }

    /// Sends a form with a file, as browsers do (RFC 7578). The token is added.
    @discardableResult
    func upload(
        _ path: String, _ fields: KeyValuePairs<String, String>, file: [UInt8], named name: String
    ) throws -> Answer {
        var body = ""
        for (key, value) in fields.map({ ($0.key, $0.value) }) + [("csrf", csrf)] {
            body += "--limit\r\nContent-Disposition: form-data; name=\"\(key)\"\r\n\r\n\(value)\r\n"
        }
        body += "--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n"
            + "Content-Type: text/calendar\r\n\r\n"
        let answer = try send(
            .post, path, ["Content-Type": "multipart/form-data; boundary=limit", "Sec-Fetch-Site": "same-origin"],
            body: Array(body.utf8) + file + Array("\r\n--limit--\r\n".utf8))
        if let token = answer.csrf { csrf = token }
        return answer
    }

    private func send(_ method: Method, _ target: String, _ headers: Headers, body: [UInt8]) throws -> Answer {
        var headers = headers
        headers["User-Agent"] = userAgent
        headers["Accept-Language"] = acceptLanguage
        if !cookies.isEmpty {
            headers["Cookie"] = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        }
        let request = try Request(
            method: method, target: target, headers: headers, body: body, remoteAddress: address, id: "r-1")
        let (response, route) = Self.router.answer(request, test.app)
        for line in response.headers.values("Set-Cookie") { keep(line) }
        return Answer(response: response, route: route, bytes: try response.collectBody())
    }

    private func keep(_ line: String) {
        let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2 else { return }
        let isTakenAway = line.contains("Max-Age=0;")
        cookies[String(pair[0])] = isTakenAway ? nil : String(pair[1])
    }

    var session: String? { cookies["__Host-session"] }
}

/// The answer to a request; its description is a short summary.
struct Answer: CustomStringConvertible {
    let response: Response
    let route: String
    let bytes: [UInt8]

    var status: Int { response.status.rawValue }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var location: String? { response.headers["Location"] }

    func header(_ name: String) -> String? { response.headers[name] }

    /// The token of the page's forms.
    var csrf: String? {
        text.firstMatch(of: /name="csrf" value="([^"]*)"/).map { String($0.1) }
    }

    func contains(_ part: String) -> Bool { text.contains(part) }

    var description: String { "\(response.status) \(location ?? "") \(text.prefix(2_000))" }

    /// Returns true if the page shows a text of the catalogue.
    func shows(_ key: String, _ test: TestApp, _ language: Language = .english) -> Bool {
        contains(htmlEscaped(test.app.text(key, language)))
    }
}
