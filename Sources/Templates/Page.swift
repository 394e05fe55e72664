/// The content of one template: a struct whose fields are the names the template may use, already worded.
///
/// A field is a `String`, a `Bool`, `TrustedHTML`, a part (another such struct), an optional of these, or
/// an array of parts or texts. The compiler writes the code that reads them (`Encodable`). A mirror would
/// look up each field by its name at run time.
public protocol Page: Encodable, Sendable {
    /// The name of the file: `login/form` for `templates/login/form.mustache`.
    static var template: String { get }
    /// True if the page has a form. A visitor who is signed out then gets the cookie that the form's token
    /// belongs to.
    static var hasForm: Bool { get }
}

extension Page {
    public static var hasForm: Bool { false }
}

/// HTML from Jadwal's own code. A template shows it without escaping, through `{{{name}}}`.
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
