import HTTP
import Pages
import Runtime
import Templates
import TestSupport
import Testing
import Web

@Suite("Opening a link")
struct ConfirmTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
    }

    @Test("opening it any number of times, with any program, does not use it up and changes no row")
    func nothingSpent() throws {
        let letter = try browser.askForMail()
        let before = try test.database.dump()
        let scanner = Browser(test, address: "198.51.100.9")
        scanner.userAgent = "curl/8.5.0"
        for method in [Method.head, .get, .get, .head, .get] {
            for visitor in [scanner, browser, Browser(test)] {
                for headers: Headers in [[:], ["Sec-Purpose": "prefetch"], ["Purpose": "preview"]] {
                    let answer = try visitor.get(letter.path, method: method, headers)
                    #expect(answer.status == 200)
                    #expect(visitor.session == nil)
                }
            }
        }
        #expect(try test.database.dump() == before)
        #expect(try browser.open(letter).location == "/first")
    }

    @Test("the page has one button, is neither cached nor indexed, and sends its address to nobody")
    func page() throws {
        let letter = try browser.askForMail()
        let page = try browser.get(letter.path)
        #expect(try page.contains("name=\"token\" value=\"\(letter.token)\""))
        #expect(page.text.matches(of: /<button/).count == 1)
        #expect(page.text.matches(of: /<script[^>]*>/).map { String($0.0) }.allSatisfy { $0.contains("/static/page.") },
            "no script presses it")
        #expect(page.header("Cache-Control") == "no-store")
        #expect(page.header("Referrer-Policy") == "no-referrer")
        #expect(page.header("X-Robots-Tag") == "noindex")
    }

    @Test("only the browser that asked sees whom the link is for, and no more than a hint of it")
    func hint() throws {
        let letter = try browser.askForMail()
        let own = try browser.get(letter.path)
        #expect(own.contains("z•••d@example.org"))
        #expect(!own.contains("zaid@example.org"))
        #expect(!own.shows("confirm.other-browser", test))
        let other = try Browser(test).get(letter.path)
        #expect(!other.contains("example.org"))
        #expect(other.shows("confirm.other-browser", test))
    }

    @Test("a used link opened again where it was used speaks of no other browser")
    func again() throws {
        let letter = try browser.askForMail()
        try browser.open(letter)
        let page = try browser.get(letter.path)
        #expect(page.contains("zaid@example.org") && !page.shows("confirm.other-browser", test))
    }

    @Test("a text that is no token shows a friendly page that offers a new link", arguments: [
        "", "x", "../../etc/passwd", "' OR 1=1 --", "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a9", "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a9g",
        "0b0ee1e4 0a6b 4c0e 8f57 4a1f5d0c7a91", "０b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91",
    ])
    func malformed(token: String) throws {
        let page = try browser.get("/magic-link?token=\(percentEncoded(token))")
        #expect(page.status == 404)
        #expect(page.shows("link.unknown", test))
        #expect(page.contains("action=\"/login\""))
    }

    @Test("a guessed token looks like any other until its button is pressed")
    func guessed() throws {
        let token = "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91"
        #expect(try browser.get("/magic-link?token=\(token)").status == 200)
        #expect(try browser.post("/magic-link", ["token": token]).status == 404)
    }
}
