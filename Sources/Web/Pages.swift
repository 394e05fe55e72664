import Crypto
public import HTTP
import Places
public import Runtime
import Storage
public import Templates

extension App {
    /// Renders a page for a visit.
    public func page<P: Page>(_ page: P, _ visit: Visit, status: Status = .ok) -> Response {
        let language = visit.language, conventions = conventions(chosenConventions(visit), visit)
        var frame = [
            (name: "otherLanguageURL", text: visit.otherLanguageURL), (name: "clockURL", text: visit.clockURL),
            // For scripts that write times.
            (name: "clockHours", text: String(conventions.clock.rawValue)),
            (name: "digitStyle", text: conventions.digits.rawValue),
        ]
        if visit.signedIn == nil { frame += [("signInURL", visit.signInURL), ("homeURL", visit.homeURL)] }
        var flags = [language == .arabic ? "isArabic" : "isEnglish"]
        if !config.sourceURL.isEmpty { frame.append(("sourceURL", config.sourceURL)) }
        if P.hasForm || visit.signedIn != nil {
            let token = FormToken(cookie: visit.cookie, keys: secrets.forms).masked()
            if P.hasForm { frame.append(("csrf", token)) }
            if visit.signedIn != nil {
                flags.append("isSignedIn")
                if let waiting = visit.waiting {
                    frame.append(("waiting", formatter(language, conventions).number(waiting)))
                }
                // The header's own form, which changes the account's language.
                frame += [("headerToken", token), ("thisURL", visit.thisURL)]
            }
        }
        var response = Response.html(
            shared.templates.render(
                P.template, language, hasLatinDigits: conventions.digits == .latin, page, frame: frame, flags: flags),
            status: status)
        response.headers = Headers.ofPage(isPersonal: P.hasForm || visit.signedIn != nil, language)
        if P.hasForm, visit.isNewBrowser {
            response.set(.ours(Visit.browserCookie, visit.cookie.text, maxAge: 86_400))
        }
        if visit.choseLanguage { response.rememberLanguage(language) }
        return response
    }

    /// Sends the browser to another page of Jadwal, with GET (RFC 9110 §15.4.4).
    public func redirect(_ path: String) -> Response {
        var response = Response.redirect(to: path)
        response.headers["Cache-Control"] = "no-store"
        return response
    }

    /// Returns the redirect to the first page after signing out. Its address holds the language.
    public func signedOutRedirect(_ visit: Visit) -> Response {
        var response = redirect("/?lang=\(visit.language.tag)")
        response.forgetEverything()
        return response
    }
}

extension Response {
    /// The same response, marked so that search engines do not list it: for pages that hold a token.
    public var unindexed: Response {
        var response = self
        response.headers["X-Robots-Tag"] = "noindex"
        return response
    }

    /// Gives a signed-in browser its session cookie, or prolongs the one it has.
    public mutating func keepSession(_ visit: Visit) {
        keepSession(visit.cookie.text)
    }

    public mutating func keepSession(_ token: String) {
        set(.ours(Visit.sessionCookie, token, maxAge: 30 * 86_400))
    }

    /// Makes the browser's next requests read the database instead of what a responder remembers.
    public mutating func readFromDatabase() {
        set(.ours(Visit.changedCookie, "1", maxAge: 10))
    }

    /// True if the response sets or deletes a session cookie.
    public var setsSession: Bool {
        headers.values("Set-Cookie").contains { $0.hasPrefix(Visit.sessionCookie + "=") }
    }

    /// Makes the browser delete Jadwal's cookies and stored data.
    public mutating func forgetEverything() {
        set(.ours(Visit.sessionCookie, "", maxAge: 0))
        forgetBrowser()
        headers["Clear-Site-Data"] = "\"cookies\", \"storage\""
    }

    /// Deletes the signed-out browser's cookie, after it has signed in.
    public mutating func forgetBrowser() {
        set(.ours(Visit.browserCookie, "", maxAge: 0))
    }

    public mutating func rememberLanguage(_ language: Language) {
        set(.ours(Visit.languageCookie, language.tag, maxAge: 31_536_000))
    }
}

extension Headers {
    /// Returns the headers of every page; they are made once. nginx adds HSTS, nosniff and the referrer policy,
    /// to its own answers too.
    static func ofPage(isPersonal: Bool, _ language: Language) -> Headers {
        switch (isPersonal, language) {
        case (true, .english): personalEnglish
        case (true, .arabic): personalArabic
        case (false, .english): publicEnglish
        case (false, .arabic): publicArabic
        }
    }

    private static let personalEnglish = pageHeaders("no-store", .english)
    private static let personalArabic = pageHeaders("no-store", .arabic)
    private static let publicEnglish = pageHeaders("private, no-cache", .english)
    private static let publicArabic = pageHeaders("private, no-cache", .arabic)

    private static func pageHeaders(_ cacheControl: String, _ language: Language) -> Headers {
        [
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy": """
                default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; \
                connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
                frame-ancestors 'none'
                """,
            "Referrer-Policy": "no-referrer",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Embedder-Policy": "require-corp",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Cache-Control": cacheControl,
            "Content-Language": language.tag,
            "Vary": "Accept-Language, Cookie",
        ]
    }
}

extension App {
    /// Returns the formatter of a visit's pages.
    package func formatter(_ visit: Visit) -> Formatter {
        formatter(visit.language, conventions(chosenConventions(visit), visit))
    }

    /// Returns the clock and the digits that a visitor chose.
    package func chosenConventions(_ visit: Visit) -> ChosenConventions {
        visit.signedIn.map { ChosenConventions($0.customer) }
            ?? ChosenConventions(text: visit.request.cookies[Visit.conventionsCookie] ?? "")
    }

    /// Returns the conventions of a choice. Where nothing is chosen, the visitor's language and country decide: that of
    /// the account's time zone, or the browser's.
    package func conventions(_ choice: ChosenConventions, _ visit: Visit) -> Conventions {
        let country = visit.signedIn.map { shared.timeZones.country(of: $0.customer.timeZone) }
            ?? visit.request.acceptedCountry
        return Conventions(choice, visit.language, country: country)
    }
}
