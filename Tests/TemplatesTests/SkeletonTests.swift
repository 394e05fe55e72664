import Mustache
@testable import Templates
import Testing

@Suite("Pages put together from skeletons")
struct SkeletonTests {
    struct Sample: Encodable {
        var email = "", problem: String?, html = TrustedHTML("<b>"), isSo = true
        var items: [Item] = [], words: [String] = []
    }
    struct Item: Encodable { var name: String, note: String? }

    static let template = """
        {{email}}|{{#problem}}P{{problem}}{{/problem}}{{^problem}}none{{/problem}}|{{{html}}}|\
        {{#isSo}}so{{/isSo}}|{{#items}}({{name}}{{#note}}:{{note}}{{/note}} {{csrf}}){{/items}}|\
        {{#words}}<{{.}}>{{/words}}|{{email}}
        """

    func render(_ sample: Sample, _ skeletons: Skeletons, times: Int = 2) throws -> String {
        MustacheContentTypes.register(EscapedHTML(), named: "JADWAL_HTML")
        let template = try MustacheTemplate(string: "{{% CONTENT_TYPE: JADWAL_HTML}}" + Self.template)
        var bytes: [UInt8] = []
        for _ in 0..<times {
            bytes = skeletons.render("sample", .english, template) { withValues in
                PageFields(sample, frame: [("csrf", "T&T")], flags: [], withValues: withValues)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("are what the engine would have rendered, the first time and every other", arguments: [1, 2, 3])
    func sameAsTheEngine(times: Int) throws {
        let sample = Sample(
            email: "a<b@c", problem: "\"\u{301} x", items: [Item(name: "1", note: nil), Item(name: "2", note: "n'")],
            words: ["&", "w"])
        #expect(
            try render(sample, Skeletons(), times: times)
                == "a&lt;b@c|P&quot;\u{301} x|<b>|so|(1 T&amp;T)(2:n&#39; T&amp;T)|<&amp;><w>|a&lt;b@c")
    }

    @Test("differ with every field that is there or not, flag and list length")
    func shapes() throws {
        let skeletons = Skeletons()
        #expect(try render(Sample(), skeletons) == "|none|<b>|so|||")
        #expect(try render(Sample(problem: "p"), skeletons) == "|Pp|<b>|so|||")
        #expect(try render(Sample(isSo: false), skeletons) == "|none|<b>||||")
        #expect(try render(Sample(words: ["a"]), skeletons) == "|none|<b>|so||<a>|")
        #expect(try render(Sample(words: ["a", "b"]), skeletons) == "|none|<b>|so||<a><b>|")
    }

    @Test("offer a template the fields that have values, under their names")
    func names() throws {
        let fields = PageFields(Sample(words: ["w"]), frame: [("csrf", "t")], flags: ["isSignedIn"], withValues: true)
        #expect(fields.values?.names == ["email", "html", "isSo", "items", "words", "csrf", "isSignedIn"])
        #expect(fields.texts == ["t", "", "<b>", "w"])
    }

    @Test("take a text that looks like a mark for the text it is")
    func marksInTexts() throws {
        let text = Mark.text(0)
        #expect(try render(Sample(email: text), Skeletons()) == "\(text)|none|<b>|so|||\(text)")
    }
}
