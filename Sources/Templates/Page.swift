/// What one template shows: a struct whose fields are the names it may use, already worded.
///
/// Fields are `String`, `Bool`, `TrustedHTML`, an optional of these, or an array of such structs or
/// texts. `Encodable` is how they are read: code the compiler writes, where a mirror would look each
/// field up by name at run time.
public protocol Page: Encodable, Sendable {
    /// As in `login/form`, for `templates/login/form.mustache`.
    static var template: String { get }
    /// Whether the page has a form: someone signed out then gets the cookie its token is bound to.
    static var hasForm: Bool { get }
}

extension Page {
    public static var hasForm: Bool { false }
}

/// HTML of our own making that a template shows as it is, through `{{{name}}}`.
public struct TrustedHTML: Encodable, Sendable {
    package let html: String

    public init(_ html: String) {
        self.html = html
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(html)
    }
}

