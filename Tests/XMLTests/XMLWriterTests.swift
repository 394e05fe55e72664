import SeededRandom
import Testing
import XML

@Suite("Writing XML")
struct XMLWriterTests {
    @Test("elements and texts are written straight into octets")
    func markup() {
        var writer = XMLWriter(prefixes: ["DAV:": "d"])
        writer.start("d:multistatus xmlns:d=\"DAV:\"")
        writer.element("d:response") { writer in
            writer.element("d:href", "/a?b&c")
            writer.empty("d:prop")
        }
        writer.empty(XMLName("DAV:", "getetag"))
        writer.element(XMLName("urn:x", "note"), "1 < 2")
        writer.end("d:multistatus")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == """
            <d:multistatus xmlns:d="DAV:"><d:response><d:href>/a?b&amp;c</d:href><d:prop/></d:response><d:getetag/>\
            <note xmlns="urn:x">1 &lt; 2</note></d:multistatus>
            """)
    }

    @Test("a reader gets the octets of a text back, line ends too", arguments: [
        "BEGIN:VCALENDAR\r\nSUMMARY:a & b <c> ]]> \"d\" 'e'\r\nEND:VCALENDAR\r\n", "\t\n\r", "",
        "日本語 \u{FFFD} \u{1F600} \u{EFFF}",
    ])
    func text(text: String) throws {
        var element = XMLElement(XMLName("", "a"), text: text)
        element.attributes = [XMLAttribute(XMLName("", "b"), text)]
        #expect(try XMLElement(reading: element.octets) == element)
    }

    @Test("characters that XML does not allow are left out")
    func controls() throws {
        let element = XMLElement(XMLName("", "a"), text: "a\u{0}b\u{B}c\u{1F}d\u{FFFE}e\u{FFFF}f\u{7F}g")
        #expect(try XMLElement(reading: element.octets).text == "abcdef\u{7F}g")
    }

    @Test("octets that are not UTF-8 become U+FFFD, wherever they are", arguments: [
        [0xC3], [0xA9], [0xC3, 0x0D, 0x0A, 0x20, 0xA9], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xFF],
    ] as [[UInt8]])
    func foreignOctets(octets: [UInt8]) throws {
        for text in [octets, Array("a".utf8) + octets + Array("<b".utf8)] {
            var writer = XMLWriter()
            writer.element("a") { $0.text(text) }
            let read = try XMLElement(reading: writer.bytes).text
            #expect(read.contains("\u{FFFD}") && read == String(decoding: text, as: UTF8.self))
        }
        var writer = XMLWriter()
        writer.element("a") { $0.text(octets) { _ in Array("mended & whole".utf8) + [0xFF] } }
        #expect(try XMLElement(reading: writer.bytes).text == "mended & whole\u{FFFD}")
    }

    @Test("an element in the namespace of XML itself has its prefix")
    func xmlNamespace() throws {
        let element = try read("<x xmlns='urn:a'><xml:note><y/></xml:note></x>")
        #expect(try XMLElement(reading: element.octets) == element)
    }

    @Test("a text that is no name of an element is known", arguments: [
        ("urn:x", "note", true), ("DAV:", "é-1.x", true), ("", "a", true), ("urn:x", "", false),
        ("urn:x", "a b", false),
        ("urn:x", "a/><b", false), ("urn:x", "a b='c'", false), ("urn:x", "x:a", false), ("urn:x", "1a", false),
        ("http://www.w3.org/2000/xmlns/", "a", false), ("urn:\u{1}", "a", false),
    ])
    func elementNames(namespace: String, local: String, isName: Bool) {
        #expect(XMLName(namespace, local).isElementName == isName)
    }

    @Test("a tree keeps its namespaces, attributes and languages", arguments: [
        "<color xmlns='http://apple.com/ns/ical/' symbolic-color='custom'>#FF2968FF</color>",
        "<x xmlns='urn:a'><y xmlns='urn:b'><z xmlns=''/><x xmlns='urn:a'/></y>text</x>",
        "<p:x xmlns:p='urn:a' xmlns:q='urn:b' q:one='1' p:two='2' q:three='3' four='4'/>",
        "<x xml:lang='en' xml:space='preserve'><y xml:lang=''><z xml:lang='ar-SA'/></y> </x>",
        "<none/>", "<x xmlns='urn:&lt;\"&amp;'/>",
    ])
    func trees(text: String) throws {
        let element = try read(text)
        #expect(try XMLElement(reading: element.octets) == element)
    }

    @Test("a language is written where it changes")
    func languages() throws {
        let written = try String(decoding: read("<x xml:lang='en'><y><z xml:lang='ar'/></y></x>").octets, as: UTF8.self)
        #expect(written == "<x xml:lang=\"en\"><y><z xml:lang=\"ar\"/></y></x>")
        let inside = XMLElement(XMLName("", "x"), [.element(XMLElement(XMLName("", "y")))], language: "en")
        #expect(String(decoding: inside.octets, as: UTF8.self) == "<x xml:lang=\"en\"><y xml:lang=\"\"/></x>")
    }

    @Test("a tree can be copied into an answer with prefixes of its own")
    func embedded() throws {
        let inner = try read("<x:note xmlns:x='urn:a' xmlns:d='DAV:'><d:href>1</d:href><plain/></x:note>")
        var writer = XMLWriter(prefixes: ["DAV:": "d"])
        writer.start("d:prop xmlns:d=\"DAV:\"")
        writer.element(inner)
        writer.raw(inner.octets)
        writer.end("d:prop")
        let answer = try XMLElement(reading: writer.bytes)
        #expect(answer.elements == [inner, inner])
    }

    @Test("any tree is read as it was written")
    func random() throws {
        var random = SeededRandom(11)
        for _ in 0..<500 {
            let element = randomElement(&random, depth: 5)
            #expect(try XMLElement(reading: element.octets) == element)
        }
    }

    @Test("a document has at most 16 MB; a writer that is full takes nothing more, and says so")
    func full() {
        var writer = XMLWriter()
        let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        for _ in 0..<15 { writer.text(megabyte) }
        writer.raw(Array(megabyte.dropLast()))
        #expect(!writer.isFull)
        writer.text("&")
        #expect(writer.isFull)
        writer.raw("y")
        writer.raw(plain: "z")
        writer.raw(megabyte)
        #expect(writer.bytes.count == XMLWriter.mostOctets - 1)
        var outer = XMLWriter()
        outer.raw(XMLWriter())
        #expect(!outer.isFull)
        outer.raw(writer)
        #expect(outer.isFull)
    }

    @Test("what did not fit can be taken back, and the writer goes on")
    func discarded() {
        var writer = XMLWriter()
        writer.raw("<a/>")
        writer.text([UInt8](repeating: UInt8(ascii: "x"), count: 17 << 20))
        #expect(writer.isFull)
        writer.discard(to: 4)
        writer.raw("<b/>")
        #expect(!writer.isFull && writer.bytes == Array("<a/><b/>".utf8))
    }
}

private func randomElement(_ random: inout SeededRandom, depth: Int) -> XMLElement {
    let namespaces = ["", "DAV:", "urn:a", "urn:b?x=1&y='2'"], texts = ["a", " ", "\r\n", "<&>\"'", "é", "]]>"]
    func name(_ random: inout SeededRandom) -> XMLName {
        let local = ["a", "b", "ü"][Int.random(in: 0..<3, using: &random)]
        return XMLName(namespaces[Int.random(in: 0..<4, using: &random)], local)
    }
    var element = XMLElement(name(&random))
    for _ in 0..<Int.random(in: 0..<3, using: &random) {
        let attribute = name(&random)
        guard !element.attributes.contains(where: { $0.name == attribute }) else { continue }
        element.attributes.append(XMLAttribute(attribute, texts[Int.random(in: 0..<6, using: &random)]))
    }
    for _ in 0..<Int.random(in: 0..<4, using: &random) where depth > 0 {
        element.children.append(.element(randomElement(&random, depth: depth - 1)))
        if Bool.random(using: &random) { element.children.append(.text(texts[Int.random(in: 0..<6, using: &random)])) }
    }
    return element
}
