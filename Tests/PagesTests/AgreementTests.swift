@testable import Pages
@testable import Places
@testable import PrayerFeeds
@testable import Runtime
@testable import Templates
import TestSupport
import Testing
@testable import Web

/// Pages and templates know each other by names only; here both sides are held against each other.
@Suite("Pages and their templates")
struct AgreementTests {
    let templates: Templates

    init() throws {
        templates = try TestApp.shared([:], CapturedLog()).templates
    }

    /// The fields of every page besides its own. A page with a form has `csrf`, too.
    private static let frame: [String: Field] = [
        "isArabic": .flag, "isEnglish": .flag, "isSignedIn": .flag, "otherLanguageURL": .text, "headerToken": .text,
        "thisURL": .text, "sourceURL": .text, "clockURL": .text, "signInURL": .text,
        "homeURL": .text, "waiting": .text, "clockHours": .text, "digitStyle": .text,
    ]

    private func read(_ template: String, _ language: Language, _ offered: [String: Field]) throws -> TemplateNames {
        let program = try #require(templates.program(template, language), "there is no template \(template)")
        return TemplateNames(of: program, templates.names, offered: offered)
    }

    private func read(_ page: any Page, _ language: Language) throws -> TemplateNames {
        let offered = offeredFields(page).merging(Self.frame) { $1 }.merging(["csrf": .text]) { $1 }
        return try read(type(of: page).template, language, offered)
    }

    @Test("a template asks for nothing that its page lacks, and the page has nothing that it does not ask for",
        arguments: samplePages.indices, Language.allCases)
    func pages(index: Int, language: Language) throws {
        let page = samplePages[index], type = Swift.type(of: page), fields = offeredFields(page)
        #expect(fields.count == Mirror(reflecting: page).children.count, "the sample fills every field")
        let asked = try read(page, language)
        #expect(asked.unknown == [], "\(type) lacks these")
        #expect(asked.misused == [], "\(type) has these as another kind")
        #expect(names(of: fields).subtracting(asked.used) == [], "no one asks \(type) for these")
        #expect(names(of: fields).isDisjoint(with: Self.frame.keys), "the page's own would hide the frame's")
        #expect(asked.used.contains("csrf") == type.hasForm, "\(type).hasForm says whether there is a form")
    }

    @Test("mails too, in both languages, as text and as HTML", arguments: sampleMailPages.indices, Language.allCases)
    func mails(index: Int, language: Language) throws {
        let mail = sampleMailPages[index], type = Swift.type(of: mail), fields = offeredFields(mail)
        for form in ["txt", "html"] {
            let asked = try read("emails/\(type.name)/\(language.tag).\(form)", language, fields)
            #expect(asked.unknown == [], "\(type) lacks these")
            #expect(asked.misused == [], "\(type) has these as another kind")
            #expect(names(of: fields).subtracting(asked.used) == [], "no one asks \(type) for these")
        }
        #expect(templates.catalogue.raw("mail.\(type.name).subject", language) != nil)
    }

    @Test("the frame offers nothing that no template asks for")
    func frame() throws {
        let used = try samplePages.reduce(into: Set<String>()) { used, page in
            used.formUnion(try read(page, .english).used)
        }
        #expect(Set(Self.frame.keys).subtracting(used) == [])
    }

    @Test("every page and every mail of the sources is among the samples")
    func allPages() throws {
        let declared = try Repository.files(below: "Sources").filter { $0.hasSuffix(".swift") }.flatMap { file in
            try Repository.text(file).matches(of: /struct (\w+): (?:Mail)?Page\b/).map { String($0.1) }
        }
        let sampled = samplePages.map { "\(type(of: $0))" } + sampleMailPages.map { "\(type(of: $0))" }
        #expect(Set(declared) == Set(sampled))
        #expect(declared.count > 20)
    }

    @Test("every template is some page's, some mail's, or a part of one")
    func noTemplateIsLeftOver() throws {
        let all = try Repository.files(below: "templates").filter { $0.hasSuffix(".mustache") }
        // Without the marks for white space.
        let texts = try all.map(Repository.text).joined().replacing("{{~", with: "{{").replacing("~}}", with: "}}")
        let pages = Set(samplePages.map { type(of: $0).template })
        let mails = Set(sampleMailPages.flatMap { mail in
            ["en.txt", "en.html", "ar.txt", "ar.html"].map { "emails/\(type(of: mail).name)/\($0)" }
        })
        for file in all {
            let name = String(file.dropFirst("templates/".count).dropLast(".mustache".count)).replacing("layout/", with: "")
            let isPart = texts.contains("{{>\(name)}}") || texts.contains("{{<\(name)}}")
            #expect(pages.contains(name) || mails.contains(name) || isPart, "\(file)")
        }
    }

    private func html(_ template: String, _ language: Language, _ page: some Encodable) -> String {
        let bytes = templates.render(
            template, language, page, frame: [("otherLanguageURL", "/?lang=ar"), ("csrf", "x"), ("headerToken", "x"),
                ("thisURL", "/"), ("sourceURL", "https://source.example/"),
                ("clockURL", "/clock"), ("clockHours", "24"), ("digitStyle", "latin")],
            flags: ["isSignedIn", language == .arabic ? "isArabic" : "isEnglish"])
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("a rendered page holds no tag, no key and no inline script or style", arguments: samplePages.indices, Language.allCases)
    func rendered(index: Int, language: Language) throws {
        let page = samplePages[index]
        let html = html(type(of: page).template, language, page)
        #expect(html.contains("<html lang=\"\(language.tag)\" dir=\"\(language.direction)\" data-clock=\"24\""))
        #expect(!html.contains("{{") && !html.contains("}}") && !html.contains("[["))
        #expect(!html.contains(/<script(?![^>]*\ssrc=)/))
        #expect(!html.contains("<style") && !html.contains(/\sstyle=/) && !html.contains(/\son\w+=/))
        #expect(!html.contains(/<(?:script|img|link(?! rel="(?:canonical|alternate)")|form|iframe)[^>]*\s(?:src|href|action)="(?:https?:)?\/\//), "nothing from elsewhere")
    }

    @Test("a rendered mail loads nothing and tracks nobody", arguments: sampleMailPages.indices, Language.allCases)
    func renderedMails(index: Int, language: Language) throws {
        let mail = sampleMailPages[index], folder = "emails/\(type(of: mail).name)/\(language.tag)"
        let rich = html("\(folder).html", language, mail), plain = html("\(folder).txt", language, mail)
        for part in [rich, plain] { #expect(!part.contains("{{") && !part.contains("[[")) }
        #expect(!rich.contains("<img") && !rich.contains("<script") && !rich.contains("<link") && !rich.contains("url("))
        #expect(rich.contains("lang=\"\(language.tag)\" dir=\"\(language.direction)\""))
        #expect(!plain.contains("<") && !plain.contains("&amp;"), "the text part is no HTML")
    }
}
