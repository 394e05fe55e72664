@testable import Templates
import TestSupport
import Testing

@Suite("The template language")
struct RendererTests {
    private struct Sample: Encodable {
        var email = "", problem: String?, html = TrustedHTML("<b>"), isSo = true
        var items: [Item] = [], words: [String] = [], part = Part(), spare: Part?
    }
    private struct Item: Encodable { var name: String, note: String? = nil, days: [Day] = [] }
    private struct Day: Encodable { var date: String }
    private struct Part: Encodable { var title = "T", problem: String?, inner = Inner() }
    private struct Inner: Encodable { var kind = Kind.near }
    private enum Kind: String, Encodable { case near }

    private func templates(_ files: [String: String]) throws -> Templates {
        let directory = try TemporaryDirectory(), assets = try TemporaryDirectory()
        try directory.makeFolders(["strings", "layout"])
        for language in Language.allCases {
            try directory.write("strings/\(language.tag).strings", "hello = Hello {{email}}\nbroken = {{email")
        }
        for (name, text) in files { try directory.write(name, text) }
        return try Templates(directory: directory.path, assets: assets.path)
    }

    private func render(_ template: String, _ page: Sample = Sample(), _ files: [String: String] = [:]) throws -> String {
        let templates = try templates(files.merging(["page.mustache": template]) { $1 })
        // A type's shape is known from the second time on.
        let first = templates.render("page", .english, page, frame: [("csrf", "T&T")], flags: ["isSignedIn"])
        #expect(templates.render("page", .english, page, frame: [("csrf", "T&T")], flags: ["isSignedIn"]) == first)
        return String(decoding: first, as: UTF8.self)
    }

    @Test("texts are escaped and trusted HTML is not", arguments: [
        ("{{email}}", "a&lt;b&gt;&amp;&#39;&quot;\u{301}"), ("{{{html}}}", "<b>"), ("{{ email }}", "a&lt;b&gt;&amp;&#39;&quot;\u{301}"),
        ("{{csrf}}", "T&amp;T"), ("{{absent}}|{{problem}}", "|"), ("{{#part}}{{#inner}}{{kind}}{{/inner}}{{/part}}", "near"),
    ])
    func texts(template: String, expected: String) throws {
        #expect(try render(template, Sample(email: "a<b>&'\"\u{301}")) == expected)
    }

    @Test("a text is never shown as HTML, nor HTML or a flag as a text")
    func kinds() throws {
        #expect(try render("{{{email}}}|{{html}}|{{isSo}}|{{part}}|{{words}}", Sample(email: "<i>", words: ["w"])) == "||||")
    }

    @Test("sections show flags, optionals, lists and parts; inverted sections their absence", arguments: [
        ("{{#isSo}}a{{/isSo}}{{^isSo}}b{{/isSo}}", "a"), ("{{#isSignedIn}}a{{/isSignedIn}}", "a"),
        ("{{#problem}}a{{/problem}}{{^problem}}b{{/problem}}", "b"), ("{{#email}}a{{/email}}", "a"),
        ("{{#words}}<{{.}}>{{/words}}{{^words}}none{{/words}}", "<1><&amp;>"), ("{{#spare}}a{{/spare}}{{^spare}}b{{/spare}}", "b"),
        ("{{#items}}({{name}}{{#note}}:{{note}}{{/note}} {{csrf}}{{#days}} {{name}}{{date}}{{/days}}){{/items}}", "(x T&amp;T x1 x2)(y:n T&amp;T)"),
        ("{{#part}}{{title}}{{csrf}}{{/part}}", "TT&amp;T"), ("{{^nothing}}a{{/nothing}}{{#nothing}}b{{/nothing}}", "a"),
    ])
    func sections(template: String, expected: String) throws {
        let items = [Item(name: "x", days: [Day(date: "1"), Day(date: "2")]), Item(name: "y", note: "n")]
        #expect(try render(template, Sample(items: items, words: ["1", "&"])) == expected)
    }

    @Test("a part's field that is nil hides the page's field of the same name")
    func shadows() throws {
        #expect(try render("{{#part}}{{problem}}{{/part}}", Sample(problem: "the page's")) == "")
    }

    /// A frame with two blocks, and a part.
    private static let partFiles = [
        "layout/frame.mustache": "[{{$title}}t{{/title}}|{{$main}}{{/main}}]\n", "part.mustache": "({{email}})\n",
    ]

    @Test("frames, blocks, partials, texts and comments are put in place", arguments: [
        ("{{<frame}}{{$main}}m{{email}}{{/main}}{{/frame}}", "[t|me]"),
        ("{{<frame}}\n{{! why }}\n{{$title}}x{{/title}}\n{{$main}}\nm\n{{/main}}\n{{/frame}}", "[x|m\n]"),
        ("{{<frame}}{{$main}}{{<frame}}{{$main}}{{>part}}{{/main}}{{/frame}}{{/main}}{{/frame}}", "[t|[t|(e)]]"),
        ("a{{! remark }}b", "ab"), ("{{>part}}\nx", "(e)\nx"), ("[[hello]] [[ hello ]]", "Hello e Hello e"),
        ("{{lang}} {{dir}}", "en ltr"),
    ])
    func parts(template: String, expected: String) throws {
        #expect(try render(template, Sample(email: "e"), Self.partFiles) == expected)
    }

    @Test("a tag alone on its line takes the line with it")
    func lines() throws {
        #expect(try render("<p>\n  {{#isSo}}\n  a\n  {{/isSo}}\n\n  {{#isSo}}b{{/isSo}}\n</p>\n") == "<p>\n  a\n\n  b\n</p>")
    }

    @Test("a mark removes the white space on its side of a tag, whatever the tag is", arguments: [
        ("a \n {{~email}} b", "ae b"), ("a {{email~}}\n\t b", "a eb"), ("a {{~ email ~}} b", "aeb"),
        ("a {{{~html~}}} b", "a<b>b"), ("a {{{html~}}} b", "a <b>b"),
        ("a [[~hello~]] b", "aHello eb"), ("a [[hello ~]] b", "a Hello eb"),
        ("<ul>\n  {{~#isSo~}}\n  <li>\n  {{~/isSo~}}\n</ul>", "<ul><li></ul>"), ("a {{^isSo}}b{{/isSo~}} c", "a c"),
        ("a {{~^problem}} b {{/problem}}", "a b "), ("a {{~>part~}} b", "a(e)b"),
        ("a {{~! why ~}} b", "ab"), ("a {{! why ~}} b", "a b"), ("a {{~! why }} b", "a b"),
        ("<p>{{~}}\n  <b>", "<p><b>"), ("a {{!~}}\n  b", "a b"),
        ("a {{~<frame}}{{$main~}} m {{~/main}}{{/frame~}} b", "a[t|m]b"),
        ("{{<frame}}\n{{$title}} x\n{{~/title}}\n{{$main}}\nm\n{{/main}}\n{{/frame}}", "[ x|m\n]"),
    ])
    func marks(template: String, expected: String) throws {
        #expect(try render(template, Sample(email: "e"), Self.partFiles) == expected)
    }

    @Test("a mark removes neither what a tag shows, nor white space behind a further tag, nor a line", arguments: [
        ("{{email~}}\n{{email}} {{~email}}", " x  x  x "), ("a {{~#isSo}} {{~email~}} {{/isSo~}} b", "a x b"),
        ("a {{problem}}{{~problem}}", "a "), ("a\n{{~#isSo}}\nb\n{{/isSo~}}\nc", "a\nb\nc"),
        ("a~ {{email}} ~b", "a~  x  ~b"),
    ])
    func limitsOfMarks(template: String, expected: String) throws {
        #expect(try render(template, Sample(email: " x ")) == expected)
    }

    @Test("anything else is an error with its file and line", arguments: [
        ("a\n{{#open}}", "page.mustache:2: {{#open}} is not closed"), ("a\n\n{{/x}}", "page.mustache:3: {{/x}} closes what is not open"),
        ("{{#a}}\n{{/b}}", "page.mustache:2: {{/b}} closes"), ("x\n{{name", "page.mustache:2: {{ is not closed"),
        ("{{{name}}", "page.mustache:1: {{{ is not closed"), ("\n[[key", "page.mustache:2: [[ is not closed"),
        ("a\n}}", "page.mustache:2: }} closes no tag"), ("{{&name}}", "page.mustache:1: \"&name\" is not"),
        ("{{=<% %>=}}", "page.mustache:1:"), ("{{% PRAGMA: x}}", "page.mustache:1:"), ("{{a.b}}", "page.mustache:1: \"a.b\" is not"),
        ("{{}}", "page.mustache:1:"), ("[[~]]", "page.mustache:1:"), ("{{# ~x}}", "page.mustache:1:"),
        ("{{#}}{{/}}", "page.mustache:1:"), ("{{>absent}}", "page.mustache:1: there is no template absent"),
        ("\n{{<absent}}{{/absent}}", "page.mustache:2: there is no template absent"),
        ("{{>page}}", "page.mustache:1: page holds itself"), ("{{>loop}}", "loop.mustache:1: page holds itself"),
        ("{{<frame}}{{$side}}{{/side}}{{/frame}}", "page.mustache:1: frame has no block side"),
        ("{{<frame}}text{{/frame}}", "page.mustache:1: a frame holds blocks and nothing else"),
        ("{{<frame}}{{$main}}{{/main}}{{$main}}{{/main}}{{/frame}}", "page.mustache:1: block main is there twice"),
        ("a\n[[absent]]", "page.mustache:2: en.strings lacks absent"), ("[[broken]]", "en.strings, broken:1: {{ is not closed"),
        ("[[asset:absent.css]]", "page.mustache:1: there is no static file asset:absent.css"),
    ])
    func errors(template: String, message: String) throws {
        let files = ["page.mustache": template, "layout/frame.mustache": "{{$main}}{{/main}}", "loop.mustache": template == "{{>loop}}" ? "{{>page}}" : ""]
        #expect { try templates(files) } throws: {
            // The order of files is not given, and the two of a loop are equally at fault.
            "\($0)".contains(message) || message.hasPrefix("loop") && "\($0)".contains("holds itself")
        }
    }
}
