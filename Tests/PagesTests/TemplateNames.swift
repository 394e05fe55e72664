/// The names that a template asks for, and those that a page offers it.
///
/// Frames and partials are already inserted, so templates contain only names and sections.
struct TemplateNames {
    /// Names that were asked for and are offered: `email`, and `sessions.device` inside a list.
    private(set) var used: Set<String> = []
    /// Names that the page does not offer.
    private(set) var unknown: Set<String> = []

    /// Reads a template (mustache(5)) against what its page offers.
    init(of template: String, offered: [String: Field]) throws {
        var scopes: [(name: String, path: String, fields: [String: Field])] = [("", "", offered)]
        var rest = template[...]
        while let start = rest.firstRange(of: "{{") {
            rest = rest[start.upperBound...]
            guard let close = rest.firstRange(of: rest.hasPrefix("{") ? "}}}" : "}}") else { throw SyntaxError(tag: "{{") }
            let tag = rest[..<close.lowerBound]
            rest = rest[close.upperBound...]
            let name = String(tag.drop { "{#^/".contains($0) })
            switch tag.first {
            case "!", "%": continue
            case "/":
                guard scopes.count > 1, scopes.removeLast().name == name else { throw SyntaxError(tag: name) }
            case "#", "^":
                let field = look(name, scopes)
                if tag.hasPrefix("#"), case .list(let item) = field {
                    scopes.append((name, "\(name).", item))
                } else {
                    scopes.append((name, "", [:]))
                }
            case ">", "<", "$": throw SyntaxError(tag: String(tag))
            default: _ = look(name, scopes)
            }
        }
        guard scopes.count == 1 else { throw SyntaxError(tag: scopes.last?.name ?? "") }
    }

    private mutating func look(
        _ name: String, _ scopes: [(name: String, path: String, fields: [String: Field])]
    ) -> Field? {
        // The current item of the list.
        if name == "." { return nil }
        for scope in scopes.reversed() {
            guard let field = scope.fields[name] else { continue }
            used.insert(scope.path + name)
            return field
        }
        unknown.insert(name)
        return nil
    }

    struct SyntaxError: Error {
        let tag: String
    }
}

/// The value that a page offers under a name.
enum Field {
    case value
    /// A list, with the names that each of its items offers.
    case list([String: Field])
}

/// Finds the fields of a page by reflection, because the way that Jadwal reads them is under test.
///
/// - Parameter page: has a value for every optional and an item in every list.
func offeredFields(_ page: Any) -> [String: Field] {
    var fields: [String: Field] = [:]
    for child in Mirror(reflecting: page).children {
        guard let name = child.label, let value = unwrapped(child.value) else { continue }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .collection else {
            fields[name] = .value
            continue
        }
        fields[name] = mirror.children.first.map { .list($0.value is String ? [:] : offeredFields($0.value)) }
    }
    return fields
}

/// Every name, in the notation of `TemplateNames`.
func names(of fields: [String: Field]) -> Set<String> {
    Set(fields.flatMap { name, field in
        if case .list(let item) = field { [name] + item.keys.map { "\(name).\($0)" } } else { [name] }
    })
}

private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
}
