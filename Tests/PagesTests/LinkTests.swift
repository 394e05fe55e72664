import HTTP
import Jadwal
import TestSupport
import Testing
import Web

/// Every address in a template, a text or a line of code leads to a route or a static file.
@Suite("Links")
struct LinkTests {
    /// An address as it is written, `x` in place of each value, and its file and line.
    struct Link: CustomStringConvertible {
        let path: String
        let place: String
        let method: Method

        var description: String { "\(place): \(method) \(path)" }
    }

    @Test("no link of a template, a mail or a text dangles")
    func templates() throws {
        let links = try Repository.files(below: "templates").filter { $0.contains(".") }
            .flatMap { try Self.links(in: Repository.text($0), file: $0) }
        #expect(links.count > 80)
        #expect(try Self.dangling(links) == [])
    }

    /// Files whose texts are not addresses of pages: the tables that all others are compared with, the
    /// names of static files, a measurement, and addresses of other services.
    private static let others = [
        "Sources/Jadwal/Routes.swift", "Sources/Jadwal/Methods.swift", "Sources/Templates/AssetAddresses.swift",
        "Sources/TemplateBench/",
        "Sources/AMQP/", "Sources/Agreements/Bridge/", "Sources/Agreements/Model/", "Sources/Agreements/Analysis/ChatModel.swift",
        "Sources/JadwalCommand/Model/", "Sources/Runtime/ChatWords.swift", "Sources/Calendars/Views/MeetingLink.swift",
        "Sources/Routing/",
    ]

    @Test("no address in the sources dangles")
    func sources() throws {
        let files = try Repository.files(below: "Sources").filter { file in
            file.hasSuffix(".swift") && !Self.others.contains { file.hasPrefix($0) }
        }
        let links = try files.flatMap { try Self.links(inCode: Repository.text($0), file: $0) }
        #expect(links.count > 40)
        #expect(try Self.dangling(links) == [])
    }

    @Test("a link that dangles is found, with its file and line", arguments: [
        ("\n<a href=\"/absent\">", "x.mustache:2: GET /absent"), ("<form method=\"post\" action=\"/privacy\">", "x.mustache:1: POST /privacy"),
        ("<script src=\"/static/absent.js\">", "x.mustache:1: GET /static/absent.js"), ("<a href=\"/dev/mailbox/{{id}}/x\">", "x.mustache:1: GET /dev/mailbox/x/x"),
        ("<a href=\"/logout\">", "x.mustache:1: GET /logout"), ("<a href=\"/settings?saved=yes#top\">", nil),
        ("<form class=\"x\" method=\"post\" action=\"/logout\">", nil), ("<a href=\"https://example.org/x\">", nil),
    ] as [(String, String?)])
    func dangling(text: String, found: String?) throws {
        #expect(try Self.dangling(Self.links(in: text, file: "x.mustache")) == (found.map { [$0] } ?? []))
    }

    @Test("an address that dangles in code is found too", arguments: [
        ("return app.redirect(\"/absent?x=\\(y)\")", "X.swift:1: GET /absent"), ("app.url(\"/login\")", nil),
        ("\n\"/dev/mailbox/\\(mail.id(of: x))/htm\"", "X.swift:2: GET /dev/mailbox/x/htm"), ("// see \"/absent\"", nil),
        ("directory + \"/mail\"", nil), ("\"/usr/share/zoneinfo\"", nil),
    ] as [(String, String?)])
    func danglingInCode(text: String, found: String?) throws {
        #expect(try Self.dangling(Self.links(inCode: text, file: "X.swift")) == (found.map { [$0] } ?? []))
    }

    // MARK: Finding links

    /// The addresses in attributes, those for scripts among them.
    private static func links(in text: String, file: String) -> [Link] {
        lines(of: text).flatMap { number, line in
            line.matches(of: /\b(?:href|action|src|data-[a-z-]+)="(\/[^"]*)"/).map { match in
                let isPost = line[..<match.range.lowerBound].contains(/<form[^>]*method="post"[^>]*$/)
                return Link(
                    path: path(match.1.replacing(/\{\{[^}]*\}\}/, with: "x")), place: "\(file):\(number)",
                    method: isPost ? .post : .get)
            }
        }
    }

    /// Texts that begin with a slash. Names of files are not addresses, nor is the end of a path that
    /// begins elsewhere.
    private static func links(inCode text: String, file: String) -> [Link] {
        lines(of: text).flatMap { number, line -> [Link] in
            if line.contains(/^\s*\/\//) { return [] }
            return line.matches(of: /(\+ )?"(\/(?!usr\/|proc\/|etc\/)[a-z\\][^"]*)"/).filter { $0.1 == nil }.map { match in
                let path = path(match.2.replacing(/\\\((?:[^()]|\([^()]*\))*\)/, with: "x"))
                let isAction = line[..<match.range.lowerBound].contains(/\baction: [^,"]*$/)
                return Link(path: path, place: "\(file):\(number)", method: isAction ? .post : .get)
            }
        }
    }

    private static func lines(of text: String) -> [(number: Int, text: Substring)] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
    }

    /// An address without query and fragment.
    private static func path(_ address: Substring) -> String {
        String(address.prefix { $0 != "?" && $0 != "#" })
    }

    // MARK: Following them

    /// The links that lead nowhere.
    private static func dangling(_ links: [Link]) throws -> [String] {
        let files = try Set(Repository.files(below: "nginx/static").map { "/static/" + $0.dropFirst("nginx/static/".count) })
        let all = routes + calendarRoutes + developmentRoutes
        return Set(links.filter { link in
            !files.contains(link.path) && !all.contains { $0.method == link.method && $0.pattern.match(link.path) != nil }
        }.map(\.description)).sorted()
    }
}
