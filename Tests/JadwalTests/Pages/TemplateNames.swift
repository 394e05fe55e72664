/// A mustache template, read just far enough to see which names it asks for.
indirect enum TemplatePart {
    case name(String)
    /// `{{#name}}` and `{{^name}}`.
    case section(String, [TemplatePart], isInverted: Bool)
    /// `{{>name}}`
    case partial(String)
    /// `{{<name}}`, with the blocks it fills.
    case frame(String, [TemplatePart])
    /// `{{$name}}`
    case block(String, [TemplatePart])
}

struct TemplateSyntaxError: Error {
    let tag: String
}

/// Reads a template (mustache(5) with the inheritance of the specification's optional module).
func templateParts(_ text: String) throws -> [TemplatePart] {
    var rest = text[...]
    return try parts(&rest, until: nil)
}

private func parts(_ rest: inout Substring, until end: String?) throws -> [TemplatePart] {
    var found: [TemplatePart] = []
    while let start = rest.firstRange(of: "{{") {
        rest = rest[start.upperBound...]
        let isTriple = rest.hasPrefix("{")
        guard let close = rest.firstRange(of: isTriple ? "}}}" : "}}") else { throw TemplateSyntaxError(tag: String(rest.prefix(20))) }
        let tag = rest[..<close.lowerBound]
        rest = rest[close.upperBound...]
        let name = String(tag.drop { "{#^/>&!$<%".contains($0) }).trimmed
        switch tag.first {
        case "!", "%": continue
        case "#", "^": found.append(.section(name, try parts(&rest, until: name), isInverted: tag.first == "^"))
        case ">": found.append(.partial(name))
        case "<": found.append(.frame(name, try parts(&rest, until: name)))
        case "$": found.append(.block(name, try parts(&rest, until: name)))
        case "/":
            guard name == end else { throw TemplateSyntaxError(tag: name) }
            return found
        default: found.append(.name(name))
        }
    }
    guard end == nil else { throw TemplateSyntaxError(tag: end ?? "") }
    return found
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

/// Follows a template through its frames, partials and lists, and notes every name on the way.
struct TemplateReader {
    /// The text of a template by name.
    let source: (String) throws -> String
    /// Names that were asked for and are offered: `email`, and `sessions.device` inside a list.
    private(set) var used: Set<String> = []
    /// Names that nobody offers.
    private(set) var unknown: Set<String> = []

    init(source: @escaping (String) throws -> String) {
        self.source = source
    }

    mutating func read(_ template: String, offered: [String: Any]) throws {
        try walk(templateParts(source(template)), [(path: "", values: offered)], blocks: [:])
    }

    private mutating func walk(
        _ parts: [TemplatePart], _ scopes: [(path: String, values: [String: Any])], blocks: [String: [TemplatePart]]
    ) throws {
        for part in parts {
            switch part {
            case .name(let name):
                _ = look(name, scopes)
            case .section(let name, let inner, let isInverted):
                let value = look(name, scopes)
                var scopes = scopes
                if !isInverted, let list = value as? [[String: Any]] {
                    scopes.append((path: "\(name).", values: list.first ?? [:]))
                }
                try walk(inner, scopes, blocks: blocks)
            case .partial(let name):
                try walk(templateParts(source(name)), scopes, blocks: [:])
            case .frame(let name, let inner):
                var filled = blocks
                for case .block(let name, let content) in inner where filled[name] == nil { filled[name] = content }
                try walk(templateParts(source(name)), scopes, blocks: filled)
            case .block(let name, let content):
                try walk(blocks[name] ?? content, scopes, blocks: blocks)
            }
        }
    }

    private mutating func look(_ name: String, _ scopes: [(path: String, values: [String: Any])]) -> Any? {
        // The item of the list we are in.
        if name == "." { return nil }
        for scope in scopes.reversed() {
            guard let value = scope.values[name] else { continue }
            used.insert(scope.path + name)
            return value
        }
        unknown.insert(name)
        return nil
    }
}

/// Every name that values offer, as `TemplateReader` writes them.
func offeredNames(_ values: [String: Any]) -> Set<String> {
    Set(values.flatMap { name, value in
        [name] + ((value as? [[String: Any]])?.first ?? [:]).keys.map { "\(name).\($0)" }
    })
}
