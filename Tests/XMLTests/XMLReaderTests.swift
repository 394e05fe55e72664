import Testing
@testable import XML

@Suite("Reading XML")
struct XMLReaderTests {
    @Test("prefixes are resolved to namespaces, and the order of elements and texts is kept")
    func namespaces() throws {
        let element = try XMLElement(reading: Array("""
            <?xml version="1.0" encoding="utf-8"?>
            <D:update xmlns:D="DAV:" xmlns="urn:example:notes" D:kind="x" plain="y">\
            a<note>b</note><none xmlns=""/>c</D:update>
            """.utf8))
        #expect(element == XMLElement(
            XMLName("DAV:", "update"),
            attributes: [XMLAttribute(XMLName("DAV:", "kind"), "x"), XMLAttribute(XMLName("", "plain"), "y")],
            [
                .text("a"), .element(XMLElement(XMLName("urn:example:notes", "note"), text: "b")),
                .element(XMLElement(XMLName("", "none"))), .text("c"),
            ]))
        #expect(element.text == "ac")
        #expect(element.attribute("plain") == "y")
        #expect(element.attribute("kind") == nil)
    }

    @Test("text is one piece, whatever it is written with")
    func text() throws {
        let element = try read("<a>one\r\ntwo &amp; <![CDATA[<three>]]><!-- left out --> &#x65E5;&#10;end</a>")
        #expect(element.children == [.text("one\ntwo & <three> 日\nend")])
    }

    @Test("xml:lang holds for everything inside, until it is undone")
    func language() throws {
        let element = try read("<a xml:lang='en'><b/><c xml:lang='ar'><d/></c><e xml:lang=''/></a>")
        #expect(element.language == "en")
        #expect(element.elements.map(\.language) == ["en", "ar", ""])
        #expect(element.elements[1].elements.map(\.language) == ["ar"])
        #expect(element.attributes.isEmpty)
    }

    @Test("UTF-16 and ISO-8859-1 are read as well")
    func encodings() throws {
        let wide = "<a>ü</a>".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try XMLElement(reading: [0xFE, 0xFF] + wide).text == "ü")
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xFC] + Array("</a>".utf8)
        #expect(try XMLElement(reading: latin).text == "ü")
    }

    @Test("document types are refused, and with them every entity", arguments: [
        "<!DOCTYPE a><a/>",
        "<!DOCTYPE a SYSTEM 'http://example.com/a.dtd'><a/>",
        "<!DOCTYPE a [<!ENTITY secret SYSTEM 'file:///etc/passwd'>]><a>&secret;</a>",
        "<!DOCTYPE a [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;'>]><a>&c;</a>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM 'http://example.com/p'>%p;]><a/>",
    ])
    func documentTypes(text: String) {
        #expect(throws: XMLError(reason: .documentType, line: 1)) { try read(text) }
    }

    @Test("texts that are not well-formed are refused, with the line", arguments: [
        ("", 1), ("  ", 1), ("<a>\n<b>\n</a>", 3), ("<a>\n&unknown;</a>", 2), ("<a/><b/>", 1),
        ("<a b='1' b='2'/>", 1),
        ("<p:a/>", 1), ("<a\nx:y='1'/>", 1), ("<a>\u{1}</a>", 1), ("plain text", 1), ("<a", 1), ("<a>text", 1),
        ("<a xmlns:p='u' xmlns:q='u' p:x='1' q:x='2'/>", 1), ("{\"json\": 1}", 1),
    ])
    func malformed(text: String, line: Int) throws {
        let error = try #require(throws: XMLError.self) { try read(text) }
        guard case .malformed = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(error.line == line)
    }

    @Test("octets that are not in the document's encoding are refused", arguments: [
        Array("<a>".utf8) + [0xC3, 0x28] + Array("</a>".utf8),
        Array("<a b='".utf8) + [0xED, 0xA0, 0x80] + Array("'/>".utf8),
        Array("<a>".utf8) + [0xC0, 0x80] + Array("</a>".utf8),
        Array("<?xml version='1.0' encoding='UTF-7'?><a/>".utf8),
    ])
    func encoding(octets: [UInt8]) {
        #expect(throws: XMLError(reason: .encoding, line: 1)) { try XMLElement(reading: octets) }
    }

    @Test("64 elements inside each other are read, one more is refused")
    func depth() throws {
        func nested(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        _ = try read(nested(64))
        #expect(throws: XMLError(reason: .tooDeep, line: 1)) { try read(nested(65)) }
        #expect(throws: XMLError(reason: .tooDeep, line: 1)) { try read(String(repeating: "<a>", count: 1_000_000)) }
        #expect(throws: XMLError(reason: .tooDeep, line: 1)) {
            try XMLElement(reading: Array(nested(3).utf8), limits: XMLLimits(depth: 2))
        }
    }

    @Test("elements, attributes and declarations are counted together")
    func parts() throws {
        let limits = XMLLimits(parts: 4)
        _ = try XMLElement(reading: Array("<a x='1'><b/><c/></a>".utf8), limits: limits)
        for text in ["<a x='1' y='2'><b/><c/></a>", "<a><b/><b/><b/><b/></a>", "<a xmlns='u' x='1'><b/><c/></a>"] {
            #expect(throws: XMLError(reason: .tooManyParts, line: 1)) {
                try XMLElement(reading: Array(text.utf8), limits: limits)
            }
        }
        let many = "<a>" + String(repeating: "<b/>", count: 200_000) + "</a>"
        #expect(throws: XMLError(reason: .tooManyParts, line: 1)) { try read(many) }
    }

    @Test("long texts, tags and namespaces are refused, a long content is not")
    func lengths() throws {
        let long = String(repeating: "x", count: 100_000)
        #expect(try read("<a>\(long)</a>").text.utf8.count == 100_000)
        #expect(throws: XMLError(reason: .tooLong, line: 1)) { try read("<a b='\(long)'/>") }
        #expect(throws: XMLError(reason: .tooLong, line: 1)) { try read("<a xmlns='u:\(long.prefix(2_000))'/>") }
        #expect(throws: XMLError(reason: .tooLong, line: 1)) {
            try XMLElement(reading: Array("<a>12</a>".utf8), limits: XMLLimits(octets: 8))
        }
    }

    @Test(
        "a hostile text of megabytes is refused or read in moderate time", .timeLimit(.minutes(1)),
        arguments: HostileText.all)
    func hostile(hostile: HostileText) {
        do throws(XMLError) {
            #expect(try read(hostile.text).text.utf8.count <= 5_000_000)
        } catch {
            #expect(error.line >= 1)
        }
    }
}

/// A text that costs a reader without limits much time or memory.
struct HostileText: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    init(_ testDescription: String, _ text: String) {
        self.testDescription = testDescription
        self.text = text
    }

    static let all = [
        HostileText("a long namespace, which each attribute repeats",
            "<a xmlns:p='u:\(repeated("x", 500_000))' " + (0..<200_000).map { "p:a\($0)='' " }.joined() + "/>"),
        HostileText("attributes", "<a " + (0..<300_000).map { "a\($0)='' " }.joined() + "/>"),
        HostileText("lines", "<a>" + repeated("\n", 5_000_000) + "</a>"),
        HostileText("a comment", "<a><!--" + repeated("-x", 2_000_000) + "--></a>"),
        HostileText("references", "<a>" + repeated("&#38;", 1_000_000) + "</a>"),
        HostileText("brackets", "<a>" + repeated("]]", 2_000_000)),
    ]
}

private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

func read(_ text: String) throws(XMLError) -> XMLElement {
    try XMLElement(reading: Array(text.utf8))
}
