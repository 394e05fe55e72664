@testable import Templates

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

    private mutating func walk(_ start: Int, _ end: Int, _ scopes: [Scope]) {
        var index = start
        while index < end {
            switch program.instructions[index] {
            case .literal: break
            case .text(let name), .plain(let name): show(name, as: .text, scopes)
            case .html(let name): show(name, as: .html, scopes)
            case .section(let name, let end):
                let name = names[name], found = look(name, scopes)
                switch found?.field {
                case .list(let item), .fields(let item): walk(index + 1, end, scopes + [("\(found?.path ?? "").", item)])
                default: walk(index + 1, end, scopes)
                }
                index = end
                continue
            case .inverted(let name, let end):
                _ = look(names[name], scopes)
                walk(index + 1, end, scopes)
                index = end
                continue
            }
            index += 1
        }
    }

    private mutating func show(_ number: Int, as kind: Field, _ scopes: [Scope]) {
        let name = names[number]
        guard let found = look(name, scopes) else { return }
        switch (found.field, kind) {
        case (.text, .text), (.html, .html): break
        default: misused.insert(name)
        }
    }

    private mutating func look(_ name: String, _ scopes: [Scope]) -> (path: String, field: Field)? {
        for scope in scopes.reversed() {
            guard let field = scope.fields[name] else { continue }
            used.insert(scope.path + name)
            return (scope.path + name, field)
        }
        unknown.insert(name)
        return nil
    }
}

/// The kind of a page's field.
enum Field: Sendable {
    case text, flag, html
    /// A list, and the fields of each item; `.` for an item that is a text.
    case list([String: Field])
    /// A part of the page, and its fields.
    case fields([String: Field])
}

/// The fields of a page, found by reflection: the product's own reader is under test.
///
/// - Parameter page: with every optional filled and every list begun.
func offeredFields(_ page: Any) -> [String: Field] {
    var fields: [String: Field] = [:]
    for child in Mirror(reflecting: page).children {
        guard let name = child.label, let value = unwrapped(child.value) else { continue }
        fields[name] = field(value)
    }
    return fields
}

/// - Returns: nil for an empty list.
private func field(_ value: Any) -> Field? {
    switch value {
    case is String: return .text
    case is Bool: return .flag
    case is TrustedHTML: return .html
    default: break
    }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .collection else { return .fields(offeredFields(value)) }
    return mirror.children.first.map { .list($0.value is String ? [".": .text] : offeredFields($0.value)) }
}

/// Every name, as `TemplateNames` writes them.
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
