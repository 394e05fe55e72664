public import HTTP
import Crypto

extension App {
    /// Renders a page for a visit.
    public func page<P: Page>(_ page: P, _ visit: Visit, status: Status = .ok) -> Response {
        var values = templateValues(page)
        let language = visit.language
        values["lang"] = language.tag
        values["dir"] = language.direction
        values[language == .arabic ? "isArabic" : "isEnglish"] = true
        values["otherLanguageURL"] = visit.otherLanguageURL
        values["isSignedIn"] = visit.signedIn != nil
        if config.environment == .development { values["isDevelopment"] = true }
        if P.hasForm || visit.signedIn != nil {
            values["csrf"] = FormToken(cookie: visit.cookie, key: secrets.forms).masked()
        }
        var response = Response.html(shared.templates.render(P.template, language, values), status: status)
        response.headers.addPageHeaders(isPersonal: P.hasForm || visit.signedIn != nil, language)
        if P.hasForm, visit.isNewBrowser {
            response.headers.add("Set-Cookie", Cookie.ours(Visit.browserCookie, visit.cookie.text, maxAge: 86_400).headerValue)
        }
        if visit.choseLanguage {
            response.headers.add("Set-Cookie", Cookie.ours(Visit.languageCookie, language.tag, maxAge: 31_536_000).headerValue)
        }
        return response
    }

    /// Sends the browser on to another page of ours, with GET (RFC 9110 §15.4.4).
    public func redirect(_ path: String) -> Response {
        var response = Response.redirect(to: path)
        response.headers["Cache-Control"] = "no-store"
        return response
    }
}

extension Response {
    /// Gives a signed-in browser its session cookie, or prolongs the one it has.
    public mutating func keepSession(_ visit: Visit) {
        keepSession(visit.cookie.text)
    }

    public mutating func keepSession(_ token: String) {
        headers.add("Set-Cookie", Cookie.ours(Visit.sessionCookie, token, maxAge: 30 * 86_400).headerValue)
    }

    /// Takes the session's and the signed-out browser's cookies away.
    public mutating func forgetCookies() {
        for name in [Visit.sessionCookie, Visit.browserCookie] {
            headers.add("Set-Cookie", Cookie.ours(name, "", maxAge: 0).headerValue)
        }
    }

    /// Takes away the cookie of a browser that has signed in.
    public mutating func forgetBrowser() {
        headers.add("Set-Cookie", Cookie.ours(Visit.browserCookie, "", maxAge: 0).headerValue)
    }

    public mutating func rememberLanguage(_ language: Language) {
        headers.add("Set-Cookie", Cookie.ours(Visit.languageCookie, language.tag, maxAge: 31_536_000).headerValue)
    }
}

extension Headers {
    /// What every page of ours carries. HSTS and nosniff come from nginx, for its own answers too.
    mutating func addPageHeaders(isPersonal: Bool, _ language: Language) {
        self["Content-Security-Policy"] = """
            default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; \
            connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
            """
        self["Referrer-Policy"] = "no-referrer"
        self["Permissions-Policy"] = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        self["Cross-Origin-Opener-Policy"] = "same-origin"
        self["Cross-Origin-Embedder-Policy"] = "require-corp"
        self["Cross-Origin-Resource-Policy"] = "same-origin"
        self["Cache-Control"] = isPersonal ? "no-store" : "private, no-cache"
        self["Content-Language"] = language.tag
        self["Vary"] = "Accept-Language, Cookie"
    }
}
