import System

/// The texts of the pages and mails, one file a language: `templates/strings/en.strings`.
///
/// A line is `key = text`; lines that begin with `#` are remarks. A text may hold mustache tags:
/// `{{n}}` is filled from the values given here, or by the page when a template names the key.
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

    /// The text of a key as it stands; nil when the catalogue lacks it.
    public func raw(_ key: String, _ language: Language) -> String? {
        texts[language]?[key]
    }

    /// The text of a key with its tags filled in; not escaped, a template does that.
    ///
    /// - Precondition: the catalogue has the key; a test reads every use of it in the sources.
    public func text(_ key: String, _ language: Language, _ values: [String: String] = [:]) -> String {
        guard var text = raw(key, language) else {
            preconditionFailure("templates/strings/\(language.tag).strings lacks \(key)")
        }
        for (name, value) in values { text = filled(text, name, value) }
        return text
    }

    /// A text that counts, in the plural form its language wants: `{{n}}` becomes the number.
    public func text(_ key: String, _ language: Language, counting n: Int) -> String {
        text("\(key).\(language.pluralCategory(n))", language, ["n": language.number(n)])
    }

    /// A text with each `{{name}}` replaced; on bytes, since every page has some.
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
            repeated: { CatalogueError(description: "\(file):\($0): \($1) stands here twice") })
    }
}

public struct CatalogueError: Error, CustomStringConvertible {
    public let description: String
}
