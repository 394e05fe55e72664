import HTTP
import Runtime
import Storage
import Templates
import TestSupport
import Testing
import Web

@Suite("The choice of clock and digits")
struct ClockTests {
    let test: TestApp
    let browser: Browser

    init() throws {
        test = try TestApp.patient()
        browser = Browser(test)
    }

    /// The first examples of the page: of the usual clock and the usual digits.
    private func usual(_ header: String) throws -> [String] {
        let browser = Browser(test)
        browser.acceptLanguage = header
        let page = try browser.get("/clock").text
        return page.matches(of: /<option value=""[^>]*>([^<]*)</).map { String($0.1) }
    }

    // The clocks and digits are those of CLDR 44.
    @Test("without a choice the language and the country decide", arguments: [
        ("en-US", "3:05 PM", "0123456789"), ("en-GB", "15:05", "0123456789"), ("en", "15:05", "0123456789"),
        ("ar-SA", "٣:٠٥ م", "٠١٢٣٤٥٦٧٨٩"), ("ar", "٣:٠٥ م", "٠١٢٣٤٥٦٧٨٩"), ("ar-MA", "15:05", "0123456789"),
        ("ar-AE", "3:05 م", "0123456789"),
    ])
    func usual(header: String, time: String, digits: String) throws {
        let examples = try usual(header)
        #expect(examples.count == 2)
        #expect(examples.first?.hasSuffix(": \(time)") == true, "\(examples)")
        #expect(examples.last?.hasSuffix(": \(digits)") == true, "\(examples)")
    }

    @Test("without an account a cookie keeps the choice, and no choice deletes it")
    func cookie() throws {
        #expect(try browser.get("/clock?next=/prayer/sa/riyadh").contains("name=\"next\" value=\"/prayer/sa/riyadh\""))
        let answer = try browser.post("/clock", ["clock": "12", "digits": "arabic", "next": "/prayer/sa/riyadh"])
        #expect(answer.location == "/prayer/sa/riyadh")
        #expect(browser.cookies["__Host-clock"] == "12.arabic")
        #expect(try browser.get("/clock").contains("value=\"12\" selected"))
        try browser.post("/clock", ["clock": "", "digits": ""])
        #expect(browser.cookies["__Host-clock"] == nil)
    }

    @Test("a cookie that holds something else is no choice", arguments: ["13.latin", "<script>", "..", "12", ""])
    func oddCookie(text: String) throws {
        browser.cookies["__Host-clock"] = text
        #expect(try browser.get("/clock").status == 200)
        #expect(ChosenConventions(text: "13.x") == ChosenConventions())
    }

    @Test("a customer's choice is in the account, in pages and mails")
    func account() throws {
        try browser.signIn()
        try browser.get("/clock")
        let answer = try browser.post("/clock", ["clock": "12", "digits": "arabic"])
        #expect(answer.location == "/settings?saved=yes")
        let customer = try #require(try test.store.customer(browser.customer()))
        #expect(customer.clock == 12 && customer.digits == "arabic" && browser.cookies["__Host-clock"] == nil)
        #expect(try browser.get("/settings").contains("٣:٠٥ PM"))
        #expect(test.app.formatter(customer, .english).time(minute: 13 * 60) == "١:٠٠ PM")
    }

    @Test("a form that names another host leads to no other host",
        arguments: ["https://example.org/", "//example.org", "x"])
    func otherHost(next: String) throws {
        try browser.get("/clock")
        #expect(try browser.post("/clock", ["next": next]).location?.hasPrefix("/clock") == true)
    }

    @Test("every choice is read as it was written", arguments: [nil, ClockStyle.hours12, .hours24])
    func text(clock: ClockStyle?) {
        for digits in [nil, DigitStyle.latin, .arabic] {
            let choice = ChosenConventions(clock: clock, digits: digits)
            #expect(ChosenConventions(text: choice.text) == choice)
        }
    }

    @Test("with European digits an Arabic page has no others, also in its hints", arguments: [
        "/", "/prayer", "/prayer/sa/riyadh", "/prayer/sa/riyadh/options", "/privacy", "/clock",
    ])
    func oneKindOfDigits(path: String) throws {
        let test = try TestApp.withCities(), browser = Browser(test)
        func arabicDigits() throws -> Bool {
            let text = try browser.get(path + "?lang=ar").text
            return text.unicodeScalars.contains { (0x0660...0x0669).contains($0.value) }
        }
        browser.cookies["__Host-clock"] = "24.latin"
        // The page of the choice shows both.
        #expect(try arabicDigits() == (path == "/clock"))
        browser.cookies["__Host-clock"] = "24.arabic"
        #expect(try arabicDigits())
    }
}
