/// What one template shows: a struct whose fields are the names it may use, already worded.
///
/// Fields are `String`, `Bool`, an optional of these, or an array of structs of these.
public protocol Page: Sendable {
    /// As in `login/form`, for `templates/login/form.mustache`.
    static var template: String { get }
    /// Whether the page has a form: someone signed out then gets the cookie its token is bound to.
    static var hasForm: Bool { get }
}

extension Page {
    public static var hasForm: Bool { false }
}

/// HTML of our own making that a template shows as it is, through `{{{name}}}`.
public struct TrustedHTML: Sendable, CustomStringConvertible {
    public let description: String

    public init(_ html: String) {
        description = html
    }
}

/// A struct's fields as a dictionary, absent optionals left out.
///
/// Made once a page: the template engine would otherwise reflect on the struct at every tag.
package func templateValues(_ value: Any) -> [String: Any] {
    var values: [String: Any] = [:]
    for child in Mirror(reflecting: value).children {
        guard let label = child.label, let value = templateValue(child.value) else { continue }
        values[label] = value
    }
    return values
}

private func templateValue(_ value: Any) -> Any? {
    switch value {
    case let text as String: return text
    case let flag as Bool: return flag
    case let html as TrustedHTML: return html.description
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { templateValue($0.value) }
    case .collection: return mirror.children.compactMap { templateValue($0.value) }
    case .struct: return templateValues(value)
    default: preconditionFailure("a page holds \(type(of: value)), which no template can show")
    }
}
