public import Crypto
public import HTTP
import Places
public import Storage
public import Templates

/// A request by a person: their language, and who they are if they are signed in.
public struct Visit: Sendable {
    public let request: Request
    public let language: Language
    public let signedIn: SignedIn?
    /// The number that the header shows beside the inbox; nil for none.
    public let waiting: Int?
    /// The session's token, or the one that ties a signed-out browser to its forms and its sign-in.
    public let cookie: Token
    /// Returns the route of a GET for a path; nil if there is none.
    public let page: @Sendable (_ path: String) -> Route?
    /// True if `cookie` was made for this visit, because the browser brought none.
    public let isNewBrowser: Bool

    /// The names of our cookies. The prefix binds them to this host over TLS (RFC 6265bis §4.1.3).
    public static let sessionCookie = "__Host-session"
    public static let browserCookie = "__Host-browser"
    public static let languageCookie = "__Host-language"
    /// The clock and the digits that somebody without an account chose, as `ChosenConventions.text`.
    public static let conventionsCookie = "__Host-clock"
    /// Set when a customer changed something. The browser deletes it after 10 seconds of its own clock. Until then
    /// pages read the database, since another responder may not have heard of the change yet.
    public static let changedCookie = "__Host-changed"

    /// - Parameters:
    ///   - page: finds the route of a GET.
    ///   - waiting: returns the number beside the inbox of somebody signed in; nil for none.
    ///   - find: finds the session of a token among the cookies of the request. It is called only if the request has a
    ///     session cookie.
    public init(
        _ request: Request, page: @escaping @Sendable (_ path: String) -> Route? = { _ in nil },
        waiting: (SignedIn) -> Int? = { _ in nil }, signedIn find: (Token, Cookies) throws -> SignedIn?
    ) rethrows {
        self.request = request
        self.page = page
        let cookies = request.cookies
        var token = cookies[Self.sessionCookie].flatMap { Token(text: $0) }
        signedIn = try token.flatMap { try find($0, cookies) }
        self.waiting = signedIn.flatMap(waiting)
        if signedIn == nil { token = cookies[Self.browserCookie].flatMap { Token(text: $0) } }
        isNewBrowser = token == nil
        cookie = token ?? Token.random()
        // The first that exists of: the address's parameter, the account's setting, the browser's cookie,
        // and the browser's Accept-Language.
        language = Language(rawValue: request.query["lang"])
            ?? signedIn.flatMap { Language(rawValue: $0.customer.language) }
            ?? cookies[Self.languageCookie].flatMap { Language(rawValue: $0) }
            ?? request.headers["Accept-Language"].flatMap { Language(acceptLanguage: $0) }
            ?? .english
    }

    /// The same visit without a customer, after the account was deleted.
    public var signedOut: Visit {
        Visit(request: request, language: language)
    }

    /// Makes the visit of a request that could not be read, for its error page. nil only if `/` cannot be read.
    static func unreadable(id: String) -> Visit? {
        do {
            let request = try Request(
                method: .get, target: "/", headers: [:], body: [], remoteAddress: "", id: id)
            return Visit(request: request, language: .english)
        } catch {
            return nil
        }
    }

    private init(request: Request, language: Language) {
        self.request = request
        self.language = language
        page = { _ in nil }
        signedIn = nil
        waiting = nil
        cookie = Token.random()
        isNewBrowser = true
    }

    public var device: Device { Device(userAgent: request.headers["User-Agent"] ?? "") }

    /// True if this browser must remember the language of a link. A customer's language is in the account,
    /// and no link changes it.
    var choseLanguage: Bool { signedIn == nil && Language(rawValue: request.query["lang"]) == language }

    /// This page in the other language, for somebody signed out.
    var otherLanguageURL: String { address(["lang=\(language.other.tag)"]) }

    /// The choice of clock and digits, and back to this page. The answer to a form is no place to come back to, and
    /// neither is an address with long texts.
    var clockURL: String {
        let here = thisURL
        return request.method == .get && request.path != "/clock" && here.utf8.count <= 300
            ? "/clock?next=\(percentEncoded(here))" : "/clock"
    }

    /// The page that signing in leads back to: this one, or the one that brought the visitor here; nil for none.
    public var beginning: String? {
        if page(request.path)?.isBeginning == true { return thisURL.utf8.count <= 1_000 ? thisURL : nil }
        guard let named = Request.ownPage(request.query["next"]), page(named.path)?.isBeginning == true
        else { return nil }
        return Request.address(named.path, named.query)
    }

    /// The page to sign in, which carries the city looked at.
    var signInURL: String { carrying("/login") }

    /// The home page of a visitor, which carries the city looked at to its own links.
    var homeURL: String { carrying("/") }

    private func carrying(_ path: String) -> String {
        beginning.map { "\(path)?next=\(percentEncoded($0))" } ?? path
    }

    /// This page without a language, to come back to after the account's language changed.
    var thisURL: String { address([]) }

    /// Returns this page's address with these parameters first. A form is posted to the address that GET shows,
    /// so a POST has this address too, without the query. A query that is too long to come back to is left out.
    private func address(_ first: [String]) -> String {
        let kept = request.method == .get || request.method == .head ? request.query : Form()
        let pairs = kept.fields.filter { $0.name != "lang" }.map {
            "\(percentEncoded($0.name))=\(percentEncoded($0.value))"
        }
        func address(_ pairs: [String]) -> String {
            request.path + (pairs.isEmpty ? "" : "?\(pairs.joined(separator: "&"))")
        }
        let whole = address(first + pairs)
        return whole.utf8.count <= Request.longestOwnPage ? whole : address(first)
    }
}

extension Cookie {
    /// Makes a cookie of Jadwal: for this host only, over TLS only, not for scripts, not with posts of other sites.
    public static func ours(_ name: String, _ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, httpOnly: true, secure: true, sameSite: .lax)
    }
}
