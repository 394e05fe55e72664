/// The names that a template asks for, and those that a page offers it.
///
/// Frames and partials are already inserted, so templates contain only names and sections.
struct TemplateNames {
    /// Names that were asked for and are offered: `email`, and `sessions.device` inside a list.
    private(set) var used: Set<String> = []
    /// Names that the page does not offer.
    private(set) var unknown: Set<String> = []

/// The names that a template asks for, held against those that its page offers.
struct TemplateNames {
    /// Names that the template asks for and the page offers: `email`, and `sessions.device` inside a list.
    private(set) var used: Set<String> = []
    /// Names that the page does not offer.
    private(set) var unknown: Set<String> = []
    /// Names of another kind than the tag shows: a flag as a text, or a text as HTML.
    private(set) var misused: Set<String> = []

    private let program: TemplateProgram
    private let names: [String]
    private typealias Scope = (path: String, fields: [String: Field])

    init(of program: TemplateProgram, _ names: [String], offered: [String: Field]) {
        self.program = program
        self.names = names
        walk(0, program.instructions.count, [("", offered)])
    }

    private mutating func look(
        _ name: String, _ scopes: [(name: String, path: String, fields: [String: Field])]
    ) -> Field? {
        // The current item of the list.
        if name == "." { return nil }
        for scope in scopes.reversed() {
            guard let field = scope.fields[name] else { continue }
            used.insert(scope.path + name)
            return (scope.path + name, field)
        }
        unknown.insert(name)
        return nil
    }
}

/// The value that a page offers under a name.
enum Field {
    case value
    /// A list, with the names that each of its items offers.
    case list([String: Field])
    /// A part of the page, and its fields.
    case fields([String: Field])
}

/// Finds the fields of a page by reflection, because the way that Jadwal reads them is under test.
///
/// - Parameter page: has a value for every optional and an item in every list.
func offeredFields(_ page: Any) -> [String: Field] {
    var fields: [String: Field] = [:]
    for child in Mirror(reflecting: page).children {
        guard let name = child.label, let value = unwrapped(child.value) else { continue }
        fields[name] = field(value)
    }
    return fields
}

/// Every name, in the notation of `TemplateNames`.
func names(of fields: [String: Field]) -> Set<String> {
    Set(fields.flatMap { name, field -> [String] in
        switch field {
        case .text, .flag, .html: [name]
        case .list(let inner), .fields(let inner): [name] + names(of: inner).map { "\(name).\($0)" }
        }
    })
}

private func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
}
