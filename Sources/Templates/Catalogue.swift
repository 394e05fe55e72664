import System

/// The texts of pages and mails, one file for each language: `templates/strings/en.strings`.
///
/// A line is `key = text`; a line that begins with `#` is a comment. A text may hold tags such as
/// `{{n}}`. A caller of `text` gives their values. In a template the page gives them.
public struct Catalogue: Sendable {
    private let texts: [Language: [String: String]]

    public init(_ texts: [Language: [String: String]]) {
        self.texts = texts
    }

    /// Reads the catalogues of a template folder.
    public init(directory: String) throws {
        var texts: [Language: [String: String]] = [:]
        for language in Language.allCases {
            let path = "\(directory)/\(language.tag).strings"
            texts[language] = try Self.parse(readText(path), file: path)
        }
        self.texts = texts
    }

    /// Every key of a language.
    public func keys(_ language: Language) -> Set<String> {
        Set(texts[language, default: [:]].keys)
    }

    /// The text of a key with its tags; nil if the catalogue lacks the key.
    public func raw(_ key: String, _ language: Language) -> String? {
        texts[language]?[key]
    }

    /// The text of a key with values in place of its tags. It is not escaped; templates do that.
    ///
    /// - Precondition: the catalogue has the key; a test looks up every key that the sources use.
    public func text(_ key: String, _ language: Language, _ values: [String: String] = [:]) -> String {
        guard var text = raw(key, language) else {
            preconditionFailure("templates/strings/\(language.tag).strings lacks \(key)")
        }
        for (name, value) in values { text = filled(text, name, value) }
        return text
    }

    /// A text with a number, in the plural form of its language: `{{n}}` becomes the number.
    public func text(_ key: String, _ language: Language, counting n: Int) -> String {
        text("\(key).\(language.pluralCategory(n))", language, ["n": language.number(n)])
    }

    /// Replaces each `{{name}}` in a text. It works on bytes for speed, since every page has such texts.
    private func filled(_ text: String, _ name: String, _ value: String) -> String {
        let tag = Array("{{\(name)}}".utf8)
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + value.utf8.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == tag[0], bytes[index...].starts(with: tag) {
                result.append(contentsOf: value.utf8)
                index += tag.count
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    static func parse(_ content: String, file: String) throws(CatalogueError) -> [String: String] {
        try keyValueLines(
            content,
            malformed: { CatalogueError(description: "\(file):\($0): a line is `key = text`") },
            repeated: { CatalogueError(description: "\(file):\($0): \($1) is there twice") })
    }
}

public struct CatalogueError: Error, CustomStringConvertible {
    public let description: String
}
