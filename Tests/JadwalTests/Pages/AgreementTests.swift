@testable import FeatureKit
@testable import Jadwal
import Testing
import TestSupport

/// Pages and templates know each other by names only; here both sides are held against each other.
@Suite("Pages and their templates")
struct AgreementTests {
    let templates: Templates

    init() throws {
        templates = try TestApp.shared([:], CapturedLog()).templates
    }

    /// What every page is offered besides its own fields; `csrf` where it has a form.
    private static var frame: [String: Any] {
        ["lang": "en", "dir": "ltr", "isArabic": true, "isEnglish": true, "otherLanguageURL": "/", "isSignedIn": true]
    }

    private func read(_ template: String, _ language: Language, _ offered: [String: Any]) throws -> TemplateReader {
        let templates = templates
        var reader = TemplateReader { name in
            try #require(templates.source(name, language), "there is no template \(name)")
        }
        try reader.read(template, offered: offered)
        return reader
    }

    @Test("a template asks for nothing that its page lacks, and the page has nothing that it does not ask for",
        arguments: samplePages.indices, Language.allCases)
    func pages(index: Int, language: Language) throws {
        let page = samplePages[index], type = Swift.type(of: page), values = templateValues(page)
        #expect(values.count == Mirror(reflecting: page).children.count, "the sample fills every field")
        let offered = values.merging(Self.frame) { $1 }.merging(["csrf": "x"]) { $1 }
        let reader = try read(type.template, language, offered)
        #expect(reader.unknown == [], "\(type) lacks these")
        #expect(offeredNames(values).subtracting(reader.used) == [], "no one asks \(type) for these")
        #expect(reader.used.contains("csrf") == type.hasForm, "\(type).hasForm says whether there is a form")
    }

    @Test("mails too, in both languages, as text and as HTML", arguments: sampleMailPages.indices, Language.allCases)
    func mails(index: Int, language: Language) throws {
        let mail = sampleMailPages[index], type = Swift.type(of: mail), values = templateValues(mail)
        for form in ["txt", "html"] {
            let reader = try read("emails/\(type.name)/\(language.tag).\(form)", language, values)
            #expect(reader.unknown == [], "\(type) lacks these")
            #expect(offeredNames(values).subtracting(reader.used) == [], "no one asks \(type) for these")
        }
        #expect(templates.catalogue.raw("mail.\(type.name).subject", language) != nil)
    }

    @Test("the frame offers nothing that no template asks for")
    func frame() throws {
        let used = try samplePages.reduce(into: Set<String>()) { used, page in
            let offered = templateValues(page).merging(Self.frame) { $1 }.merging(["csrf": "x"]) { $1 }
            used.formUnion(try read(type(of: page).template, .english, offered).used)
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
        let texts = try all.map(Repository.text).joined()
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

    @Test("a rendered page holds no tag, no key and no inline script or style", arguments: samplePages.indices, Language.allCases)
    func rendered(index: Int, language: Language) throws {
        let page = samplePages[index]
        let values = templateValues(page).merging(Self.frame) { $1 }.merging(["csrf": "x", "lang": language.tag]) { $1 }
        let html = templates.render(type(of: page).template, language, values)
        #expect(!html.contains("{{") && !html.contains("}}") && !html.contains("[["))
        #expect(!html.contains(/<script(?![^>]*\ssrc=)/))
        #expect(!html.contains("<style") && !html.contains(/\sstyle=/) && !html.contains(/\son\w+=/))
        #expect(!html.contains(/<(?:script|img|link|form|iframe)[^>]*\s(?:src|href|action)="(?:https?:)?\/\//), "nothing from elsewhere")
    }

    @Test("a rendered mail loads nothing and tracks nobody", arguments: sampleMailPages.indices, Language.allCases)
    func renderedMails(index: Int, language: Language) throws {
        let mail = sampleMailPages[index], name = type(of: mail).name
        let html = templates.render("emails/\(name)/\(language.tag).html", language, templateValues(mail))
        let text = templates.render("emails/\(name)/\(language.tag).txt", language, templateValues(mail))
        for part in [html, text] { #expect(!part.contains("{{") && !part.contains("[[")) }
        #expect(!html.contains("<img") && !html.contains("<script") && !html.contains("<link") && !html.contains("url("))
        #expect(html.contains("lang=\"\(language.tag)\" dir=\"\(language.direction)\""))
        #expect(!text.contains("<") && !text.contains("&amp;"), "the text part is no HTML")
    }
}
