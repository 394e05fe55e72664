import HTTP
import Testing

@Suite("Cookies")
struct CookieTests {
    @Test("are found by name in the header of a browser", arguments: [
        // The examples of RFC 6265 §3.1, and other headers that servers get.
        ("SID=31d4d96e407aad42; lang=en-US", "SID", "31d4d96e407aad42"),
        ("SID=31d4d96e407aad42; lang=en-US", "lang", "en-US"),
        ("SID=31d4d96e407aad42; lang=en-US", "sid", nil),
        ("lang=en; lang=ar", "lang", "en"), ("a=b=c", "a", "b=c"), ("a=\"b\"", "a", "b"), ("a=\"", "a", "\""),
        ("a=", "a", ""), ("a", "a", nil), ("=a", "", nil), ("", "a", nil), (";;; a=1 ;", "a", "1"),
        ("xa=1; a=2", "a", "2"), ("a =1", "a", "1"), ("__Host-s=1", "__Host-s", "1"), ("a=%20", "a", "%20"),
    ] as [(String, String, String?)])
    func reading(header: String, name: String, value: String?) {
        #expect(Cookies(header)[name] == value)
    }

    @Test("have every safe attribute by default")
    func setting() {
        #expect(Cookie(name: "__Host-session", value: "abc").headerValue
            == "__Host-session=abc; Path=/; Secure; HttpOnly; SameSite=Lax")
        #expect(Cookie(
            name: "lang", value: "ar", maxAge: 2_592_000, httpOnly: false, secure: false,
            sameSite: .strict, path: "/settings").headerValue
            == "lang=ar; Path=/settings; Max-Age=2592000; SameSite=Strict")
    }

    @Test("a value cannot add an attribute", arguments: [
        ("a; Domain=evil", "a%3B%20Domain=evil"), ("a\r\nX: y", "a%0D%0AX:%20y"), ("a,b\"c\\d", "a%2Cb%22c%5Cd"),
        ("صلاة", "%D8%B5%D9%84%D8%A7%D8%A9"), ("\0\u{7F}", "%00%7F"),
    ])
    func hostileValues(value: String, written: String) {
        #expect(Cookie(name: "n", value: value).headerValue
            == "n=\(written); Path=/; Secure; HttpOnly; SameSite=Lax")
        #expect(!Cookie(name: value, value: "", path: "/" + value).headerValue.contains("; Domain"))
    }

    @Test("a response can have several, each on its own line")
    func several() {
        var response = Response.empty(.ok)
        response.set(Cookie(name: "a", value: "1"))
        response.set(Cookie(name: "b", value: "2"))
        #expect(response.headers.values("Set-Cookie").count == 2)
    }
}
