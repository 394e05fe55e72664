import Crypto
@testable import Templates
import TestSupport
import Testing

@Suite("Templates")
struct TemplateTests {
    /// A folder of templates with one text in each language.
    private func templates(_ files: [String: String], assets: [String: String] = [:]) throws -> Templates {
        let directory = try TemporaryDirectory(), assetDirectory = try TemporaryDirectory()
        try directory.makeFolders(["strings", "layout", "emails"])
        try directory.write("strings/en.strings", "greeting = Hello {{name}}\nbold = <b>{{name}}</b>")
        try directory.write("strings/ar.strings", "greeting = مرحبًا {{name}}\nbold = <b>{{name}}</b>")
        for (name, text) in files { try directory.write(name, text) }
        for (name, text) in assets { try assetDirectory.write(name, text) }
        return try Templates(directory: directory.path, assets: assetDirectory.path)
    }

    @Test("every template loads: each [[key]] and each asset exists")
    func all() throws {
        let templates = try Templates(
            directory: "\(Repository.root)/templates", assets: "\(Repository.root)/nginx/static")
        for file in try Repository.files(below: "templates") where file.hasSuffix(".mustache") {
            let name = String(file.dropFirst("templates/".count).dropLast(".mustache".count))
                .replacing("layout/", with: "")
            for language in Language.allCases { #expect(templates.program(name, language) != nil, "\(name)") }
        }
    }

    @Test("a key or an asset that does not exist is an error with the file and the key", arguments: [
        ("[[absent]]", ["page.mustache", "absent", "en.strings"]), ("[[asset:absent.css]]", ["page.mustache", "asset:absent.css"]),
    ])
    func missing(template: String, named: [String]) throws {
        #expect { try templates(["page.mustache": template]) } throws: { error in
            named.allSatisfy { "\(error)".contains($0) }
        }
    }

    @Test("a template with an open tag is an error with its file")
    func malformed() throws {
        #expect { try templates(["page.mustache": "{{#open}}"]) } throws: { "\($0)".contains("page.mustache") }
    }

    @Test("texts are filled in by language, and their tags by the page")
    func texts() throws {
        let templates = try templates(["page.mustache": "<p>[[greeting]], [[ bold ]]</p>"])
        #expect(text(templates.render("page", .english, NamePage(name: "Zaid"))) == "<p>Hello Zaid, <b>Zaid</b></p>")
        #expect(text(templates.render("page", .arabic, NamePage(name: "زيد"))) == "<p>مرحبًا زيد, <b>زيد</b></p>")
    }

    @Test("an asset's address holds the digest of what is in it")
    func assets() throws {
        // printf 'abc' | sha256sum: FIPS 180-2's own example.
        let templates = try templates(["page.mustache": "[[asset:app.css]]"], assets: ["app.css": "abc"])
        #expect(text(templates.render("page", .english, NamePage())) == "/static/app.ba7816bf8f01.css")
    }

    /// Text that a browser would read as markup, and `"` with a combining accent. The two are one other
    /// character to Swift, but a browser still sees the quotation mark.
    private static let hostile = "<script>&'\"\u{301}>"
    private static let harmless = "&lt;script&gt;&amp;&#39;&quot;\u{301}&gt;"

    @Test("everything is escaped: in text, attributes, sections, partials, frames and texts", arguments: [
        "{{name}}", "<a title=\"{{name}}\">", "{{#names}}{{.}}{{/names}}", "{{>part}}", "[[bold]]",
        "{{<frame}}{{$block}}{{name}}{{/block}}{{/frame}}", "{{#list}}{{name}}{{/list}}", "{{#list}}{{>part}}{{/list}}",
    ])
    func escaping(template: String) throws {
        let templates = try templates([
            "page.mustache": template, "part.mustache": "{{name}}", "layout/frame.mustache": "<p>{{$block}}{{/block}}</p>",
        ])
        let page = templates.render("page", .english, HostilePage())
        #expect(page.contains(Self.harmless.utf8))
        #expect(!page.contains("<script>".utf8))
        #expect(!page.contains("\"\u{301}".utf8))
    }

    private struct HostilePage: Encodable {
        var name = hostile
        var names = [hostile]
        var list = [Item()]
        struct Item: Encodable { var name = hostile }
    }

    @Test("only trusted HTML and the text part of mails are not escaped")
    func unescaped() throws {
        let templates = try templates(["page.mustache": "{{{html}}}", "emails/en.txt.mustache": "{{name}}"])
        let page = TrustedPage(html: TrustedHTML("<b>x</b>"))
        #expect(templates.render("page", .english, page) == Array("<b>x</b>".utf8))
        #expect(templates.render("emails/en.txt", .english, NamePage()) == Array("<A&B>\n".utf8))
    }

    private struct NamePage: Encodable { var name = "<A&B>" }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private struct TrustedPage: Page {
        static let template = "page"
        var html: TrustedHTML
    }
}

extension Collection where Element: Equatable {
    fileprivate func contains(_ part: some Collection<Element>) -> Bool {
        firstRange(of: Array(part)) != nil
    }
}
