import System

/// The texts of pages and mails, one file for each language: `templates/strings/en.strings`.
///
/// A line is `key = text`; a line that begins with `#` is a comment. A text may hold tags such as
/// `{{n}}`. A caller of `text` gives their values. In a template the page gives them.
public struct Catalogue: Sendable {
    private let texts: [Language: [String: CatalogueText]]
    /// Those in Arabic once more, for readers of European digits.
    private let textsWithLatinDigits: [String: CatalogueText]

    public init(_ texts: [Language: [String: String]]) {
        self.texts = texts.mapValues { $0.mapValues { CatalogueText($0) } }
        textsWithLatinDigits = texts[.arabic, default: [:]].mapValues { CatalogueText(Language.latinDigits($0)) }
    }

    /// Reads the catalogues of a template folder.
    public init(directory: String) throws {
        var texts: [Language: [String: String]] = [:]
        for language in Language.allCases {
            let path = "\(directory)/\(language.tag).strings"
            texts[language] = try Self.parse(readText(path), file: path)
        }
        self.init(texts)
    }

    /// Every key of a language.
    public func keys(_ language: Language) -> Set<String> {
        Set(texts[language, default: [:]].keys)
    }

    /// The text of a key with its tags; nil if the catalogue lacks the key.
    public func raw(_ key: String, _ language: Language) -> String? {
        texts[language]?[key]?.raw
    }

    /// The text of a key with values in place of its tags. It is not escaped; templates do that.
    ///
    /// - Precondition: the catalogue has the key; a test looks up every key that the sources use.
    public func text(_ key: String, _ language: Language, _ values: [String: String] = [:]) -> String {
        text(key, language, hasLatinDigits: false, values)
    }

    /// The same, with the digits of the text itself as `0123456789` if the reader wants them so.
    package func text(
        _ key: String, _ language: Language, hasLatinDigits: Bool, _ values: [String: String]
    ) -> String {
        let texts = hasLatinDigits && language == .arabic ? textsWithLatinDigits : texts[language]
        guard let text = texts?[key] else {
            preconditionFailure("templates/strings/\(language.tag).strings lacks \(key)")
        }
        return text.filled(values)
    }

    /// A text with a number, in the plural form of its language: `{{n}}` becomes the number.
    public func text(_ key: String, _ language: Language, counting n: Int) -> String {
        text("\(key).\(language.pluralCategory(n))", language, ["n": language.number(n)])
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

/// A text of the catalogue, cut at its tags once, since every page fills such texts.
private struct CatalogueText: Sendable {
    let raw: String
    /// The texts before, between and after the tags: one more than `tags`.
    private var literals: [String] = []
    private var tags: [String] = []

    init(_ raw: String) {
        self.raw = raw
        var rest = raw[...]
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            literals.append(String(rest[..<start.lowerBound]))
            tags.append(String(rest[start.upperBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        literals.append(String(rest))
    }

    /// Returns the text with values in place of its tags. A tag without a value stays.
    func filled(_ values: [String: String]) -> String {
        if tags.isEmpty || values.isEmpty { return raw }
        var text = literals[0]
        for (index, tag) in tags.enumerated() {
            let value = values[tag] ?? "{{\(tag)}}"
            // Before a number, a letter such as «بـ» ends in a tatweel. A word follows the letter without one: «بساعة».
            if text.unicodeScalars.last == "\u{640}", let first = value.unicodeScalars.first,
               ("\u{621}"..."\u{64A}").contains(first) {
                text.unicodeScalars.removeLast()
            }
            text += value
            text += literals[index + 1]
        }
        return text
    }
}
