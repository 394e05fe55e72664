import DAV
import HTTP
import Testing

@Suite("Headers of WebDAV requests")
struct HeaderTests {
    @Test("a depth is 0, 1 or infinity, in any case", arguments: [
        ("0", Depth.zero), ("1", .one), ("infinity", .infinity), ("Infinity", .infinity),
        (" 1 ", .one), (nil, .one),
    ] as [(String?, Depth)])
    func depth(value: String?, expected: Depth) throws {
        var headers = Headers()
        headers["Depth"] = value
        #expect(try Depth(headers, standard: .one) == expected)
    }

    @Test("another depth is a bad request", arguments: ["2", "", "1,noroot", "-1", "zero"])
    func badDepth(value: String) {
        #expect(refusal { _ = try Depth(["Depth": value], standard: .one) } == "400")
    }

    @Test("a PROPFIND of everything is refused with the element that says so", arguments: [nil, "infinity"])
    func finiteDepth(value: String?) {
        var headers = Headers()
        headers["Depth"] = value
        #expect(refusal { _ = try Depth.ofPropFind(headers) } == "{DAV:}propfind-finite-depth 403")
    }

    @Test("preferences are read from both headers, and the first of a name counts", arguments: [
        (["Prefer": "return=minimal"], true, false, false),
        (["Prefer": "return=\"representation\""], false, true, false),
        (["Prefer": "Return = Minimal; x=y, depth-noroot"], true, false, true),
        (["Brief": "t"], true, false, false),
        (["Prefer": "return=minimal, return=representation"], true, false, false),
        (["Brief": "f"], false, false, false),
        (["Prefer": "respond-async, wait=10"], false, false, false),
        (["Prefer": "return-minimal"], true, false, false),
        ([:], false, false, false),
    ])
    func preferences(headers: [String: String], isMinimal: Bool, wantsRepresentation: Bool, leavesOutRoot: Bool) {
        var fields = Headers()
        for (name, value) in headers { fields.add(name, value) }
        let preferences = Preferences(fields)
        #expect(preferences.isMinimal == isMinimal)
        #expect(preferences.wantsRepresentation == wantsRepresentation)
        #expect(preferences.leavesOutRoot == leavesOutRoot)
        #expect((preferences.applied == nil) == !(isMinimal || wantsRepresentation || leavesOutRoot))
    }

    @Test("a move names its target by a URI or a path", arguments: [
        ("https://jadwal.example/dav/c/b.ics", "/dav/c/b.ics"), ("/dav/c/b.ics", "/dav/c/b.ics"),
        ("HTTPS://Jadwal.Example:443/dav/%63/b.ics", "/dav/c/b.ics"), ("https://jadwal.example", "/"),
    ])
    func destination(value: String, path: String) throws {
        let destination = try Destination(["Destination": value])
        #expect(destination.isOverwriteAllowed)
        #expect(try destination.href(on: ["jadwal.example"]).text == path)
    }

    @Test("a target elsewhere, a malformed one and a wrong Overwrite are refused", arguments: [
        ("https://other.example/a", "T", "502"), ("https://jadwal.example:8443/a", "T", "502"),
        ("a.ics", "T", "400"),
        ("https://jadwal.example/a/../b", "T", "400"), ("/a", "yes", "400"), ("", "T", "400"),
    ])
    func badDestination(value: String, overwrite: String, status: String) {
        #expect(refusal {
            _ = try Destination(["Destination": value, "Overwrite": overwrite]).href(on: ["jadwal.example"])
        } == status)
    }

    @Test("Overwrite: F protects the target")
    func overwrite() throws {
        #expect(try Destination(["Destination": "/a", "Overwrite": "F"]).isOverwriteAllowed == false)
    }
}

@Suite("The header If")
struct IfHeaderTests {
    /// Returns true if the header holds for a resource with the tag "one" and the token urn:a. /other has "two".
    private func holds(_ header: String) throws -> Bool {
        try IfHeader(header).holds { resource in
            guard let resource else { return ("\"one\"", ["urn:a"]) }
            return resource.href.text == "/other" ? ("\"two\"", []) : (nil, [])
        }
    }

    @Test("one list must hold, with all its conditions", arguments: [
        ("([\"one\"])", true), ("([\"two\"])", false), ("(<urn:a>)", true), ("(<urn:b>)", false),
        ("(<urn:a> [\"one\"])", true), ("(<urn:a> [\"two\"])", false), ("(<urn:b>) ([\"one\"])", true),
        ("(Not <urn:b>)", true), ("(not <urn:a>)", false), ("(<urn:a> Not <DAV:no-lock>)", true),
        ("(<urn:b>)(Not [\"two\"])", true), ("([W/\"one\"])", false), ("  (  <urn:a>[\"one\"]  )  ", true),
    ])
    func untagged(header: String, expected: Bool) throws {
        #expect(try holds(header) == expected)
    }

    @Test("a tagged list is about the resource in front of it", arguments: [
        ("</other> ([\"two\"])", true), ("</other> ([\"one\"])", false),
        ("<https://jadwal.example/other> ([\"two\"])", true),
        ("</missing> (Not [\"one\"])", true), ("</missing> (<urn:a>)", false),
        ("</other> ([\"one\"]) ([\"two\"])", true), ("</missing> ([\"x\"]) </other> ([\"two\"])", true),
    ])
    func tagged(header: String, expected: Bool) throws {
        #expect(try holds(header) == expected)
    }

    @Test("entity tags may hold brackets and commas")
    func brackets() throws {
        #expect(try IfHeader("([\"a]b,<c>\"])").lists.first?.conditions.first?.state == .entityTag("\"a]b,<c>\""))
    }

    @Test("a header that breaks the grammar is a bad request", arguments: [
        "", "  ", "()", "(", "(<urn:a>", "(<urn:a", "<urn:a>", "[\"one\"]", "(\"one\")", "([one])", "([\"one\")",
        "([\"one\"]",
        "(Not)", "(Not Not <urn:a>)", "(<>)", "(<urn:a>) x", "(<urn:a>) </other> ([\"two\"])", "</other> <urn:a>",
        "(<a b>)", "</other>", "(<urn:a>),(<urn:b>)", "<ftp://x/> (<urn:a>)", "([W/])",
    ])
    func malformed(header: String) {
        #expect(refusal { _ = try IfHeader(header) } == "400")
    }
}

@Suite("Conditions of a write")
struct WriteConditionTests {
    private func check(_ headers: Headers, _ state: WriteConditions.State) throws {
        try WriteConditions(headers).check(state) { _ in WriteConditions.State(entityTag: nil) }
    }

    @Test("a write goes on only if the stored object is the one that the client knows", arguments: [
        ("If-Match", "\"a\"", "\"a\"", true), ("If-Match", "\"a\", \"b\"", "\"b\"", true),
        ("If-Match", "\"a\"", "\"b\"", false),
        ("If-Match", "*", "\"a\"", true), ("If-Match", "*", nil, false), ("If-Match", "\"a\"", nil, false),
        ("If-Match", "W/\"a\"", "\"a\"", false), ("If-Match", "a", "\"a\"", false),
        ("If-None-Match", "*", nil, true), ("If-None-Match", "*", "\"a\"", false),
        ("If-None-Match", "\"b\"", "\"a\"", true),
        ("If-None-Match", "W/\"a\"", "\"a\"", false),
        ("If", "([\"a\"])", "\"a\"", true), ("If", "([\"b\"])", "\"a\"", false), ("If", "(Not [\"b\"])", nil, true),
    ])
    func conditions(name: String, value: String, stored: String?, holds: Bool) {
        let refusal = refusal { try check([name: value], WriteConditions.State(entityTag: stored)) }
        #expect(refusal == (holds ? nil : "412"))
    }

    @Test("a Schedule-Tag is compared as it is")
    func scheduleTag() {
        let state = WriteConditions.State(entityTag: "\"a\"", scheduleTag: "\"s1\"")
        #expect(refusal { try check(["If-Schedule-Tag-Match": "\"s1\""], state) } == nil)
        #expect(refusal { try check(["If-Schedule-Tag-Match": "\"s2\""], state) } == "412")
        #expect(refusal { try check(["If-Schedule-Tag-Match": "s1"], state) } == "400")
        #expect(refusal { try check(["If-Schedule-Tag-Match": "\""], state) } == "400")
        let nothing = WriteConditions.State(entityTag: nil)
        #expect(refusal { try check(["If-Schedule-Tag-Match": "\"s1\""], nothing) } == "412")
    }

    @Test("the sync token of a collection is a state that If may name (RFC 6578 §5)")
    func syncToken() {
        let token = SyncToken(epoch: 7, counter: 3).text
        let headers: Headers = ["If": "</c/> (<\(token)>)"]
        func check(_ tokens: Set<String>) -> String? {
            refusal {
                try WriteConditions(headers).check(WriteConditions.State(entityTag: nil)) { resource in
                    #expect(resource.href.text == "/c/")
                    return WriteConditions.State(entityTag: nil, tokens: tokens)
                }
            }
        }
        #expect(check([token]) == nil)
        #expect(check([SyncToken(epoch: 7, counter: 4).text]) == "412")
    }
}
