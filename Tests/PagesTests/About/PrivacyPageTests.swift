import Pages
import Runtime
import Templates
import TestSupport
import Testing

@Suite("The privacy notice")
struct PrivacyPageTests {
    @Test("it says what a feed's address reveals, how it is stored and what ends it", arguments: Language.allCases)
    func feedAddress(language: Language) throws {
        let test = try TestApp.patient()
        let page = try Browser(test).get("/privacy?lang=\(language.tag)")
        for part in language == .arabic
            ? ["دلالة على دينك", "من مفتاح سري", test.app.text("own.renew", .arabic), "١٨٠ يومًا", "٤٠٠ يوم"]
            : ["tells of your faith", "secret key", test.app.text("own.renew", .english), "180 days", "400 days"]
        {
            #expect(page.contains(part), "\(part)")
        }
        #expect(!page.contains("Of its address only a digest"))
    }

    @Test("it says how many networks are remembered, and that signing out removes the cookie", arguments: Language.allCases)
    func networksAndCookie(language: Language) throws {
        let page = try Browser(TestApp.patient()).get("/privacy?lang=\(language.tag)")
        for part in language == .arabic
            ? ["آخر عشر شبكات", "أو إلى تسجيل خروجك منه"]
            : ["the last ten networks", "or until you sign out there"]
        {
            #expect(page.contains(part), "\(part)")
        }
    }

    // Each cookie that the code names is one purpose of the section.
    @Test("it says what each cookie is for", arguments: Language.allCases)
    func cookies(language: Language) throws {
        let page = try Browser(TestApp.patient()).get("/privacy?lang=\(language.tag)")
        let purposes = language == .arabic
            ? [
                "__Host-session": "لإبقاء دخولك مسجَّلًا", "__Host-asked": "لمعرفة المتصفح الذي طلب الرابط",
                "__Host-browser": "لحماية النماذج", "__Host-language": "لتذكّر لغتك",
                "__Host-clock": "الساعة والأرقام إن اخترتها",
                "__Host-changed": "لعشر ثوانٍ بعد التغيير", "__Host-known": "سُجِّل منه الدخول من قبل",
            ]
            : [
                "__Host-session": "to keep you signed in", "__Host-asked": "the browser that asked for a link",
                "__Host-browser": "to protect forms", "__Host-language": "to remember your language",
                "__Host-clock": "the clock and digits if you chose them",
                "__Host-changed": "for ten seconds after you make it", "__Host-known": "signed in before",
            ]
        for purpose in purposes.values { #expect(page.contains(purpose), "\(purpose)") }
        let named = try Repository.files(below: "Sources").filter { $0.hasSuffix(".swift") }.flatMap { file in
            try Repository.text(file).matches(of: /"(__Host-[a-z]+)"/).map { String($0.1) }
        }
        #expect(Set(named) == Set(purposes.keys))
    }

    @Test("the source is a link if the operator set its address, else a word", arguments: Language.allCases)
    func source(language: Language) throws {
        func links(_ settings: [String: String], _ path: String) throws -> Int {
            try Browser(TestApp.patient(settings)).get("\(path)?lang=\(language.tag)")
                .text.matches(of: /<a href="https:\/\/source\.example\/jadwal">/).count
        }
        #expect(try links(["JADWAL_SOURCE_URL": "https://source.example/jadwal"], "/privacy") == 2)
        #expect(try links(["JADWAL_SOURCE_URL": "https://source.example/jadwal"], "/terms") == 1)
        #expect(try links([:], "/privacy") == 0)
        #expect(try !Browser(TestApp.patient()).get("/privacy").contains("href=\"\""))
    }
}
