import Crypto
import HTTP
import Mustache

/// The templates of a folder, made ready once for each language.
///
/// `[[key]]` becomes the catalogue's text and `[[asset:app.css]]` the address of a static file with
/// its content's digest in the name, so that neither costs anything while a page is rendered.
public struct Templates: Sendable {
    public let catalogue: Catalogue
    private let libraries: [Language: MustacheLibrary]

    /// - Parameters:
    ///   - directory: where the `.mustache` files and `strings/` are.
    ///   - assets: the folder of the static files that templates name.
    public init(directory: String, assets: String) throws {
        MustacheContentTypes.register(EscapedHTML(), named: "JADWAL_HTML")
        let catalogue = try Catalogue(directory: "\(directory)/strings")
        let names = try files(below: directory).filter { $0.hasSuffix(".mustache") }
        let addresses = try AssetAddresses(directory: assets)
        var libraries: [Language: MustacheLibrary] = [:]
        for language in Language.allCases {
            var library = MustacheLibrary()
            for file in names {
                // Closing tags take no slash, so the frames go by their bare names: `{{<page}}`.
                let path = file.dropLast(".mustache".count)
                let name = String(path.hasPrefix("layout/") ? path.dropFirst("layout/".count) : path)
                let text = try Self.fill(
                    readText("\(directory)/\(file)"), file: file, language, catalogue, addresses)
                // The library's own escaping goes by characters and lets a quotation mark with a
                // combining accent through. A partial starts with it again, so each says its own.
                let type = name.hasSuffix(".txt") ? "TEXT" : "JADWAL_HTML"
                do {
                    try library.register("{{% CONTENT_TYPE: \(type)}}" + text, named: name)
                } catch {
                    throw TemplateError(description: "\(directory)/\(file): \(error)")
                }
            }
            libraries[language] = library
        }
        self.catalogue = catalogue
        self.libraries = libraries
    }

    /// Renders a template.
    ///
    /// - Precondition: the template is there; a test renders every page and mail.
    public func render(_ name: String, _ language: Language, _ values: [String: Any]) -> String {
        guard let text = libraries[language]?.render(values, withTemplate: name) else {
            preconditionFailure("templates/\(name).mustache is missing")
        }
        return text
    }

    /// The text of a template after filling, for the test that compares it with its page.
    package func source(_ name: String, _ language: Language) -> String? {
        libraries[language]?.getTemplate(named: name)?.description
    }

    /// Replaces `[[key]]` and `[[asset:name]]` in a template's text.
    static func fill(
        _ text: String, file: String, _ language: Language, _ catalogue: Catalogue, _ assets: AssetAddresses
    ) throws(TemplateError) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "[[") {
            guard let end = rest[start.upperBound...].firstRange(of: "]]") else { break }
            let key = rest[start.upperBound..<end.lowerBound].trimmingSpaces()
            result += rest[..<start.lowerBound]
            if key.hasPrefix("asset:") {
                guard let address = assets[String(key.dropFirst("asset:".count))] else {
                    throw TemplateError(description: "\(file): there is no static file \(key)")
                }
                result += address
            } else if let text = catalogue.raw(key, language) {
                result += text
            } else {
                throw TemplateError(description: "\(file): \(language.tag).strings lacks \(key)")
            }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}

/// Where nginx serves each static file: `/static/app.3f2a91bc04de.css`, for a year.
public struct AssetAddresses: Sendable {
    private let addresses: [String: String]

    public init(directory: String) throws {
        var addresses: [String: String] = [:]
        for file in try files(below: directory) where !file.contains("/") {
            guard let dot = file.lastIndex(of: ".") else { continue }
            let digest = sha256Hex(try readBytes("\(directory)/\(file)")).prefix(12)
            addresses[file] = "/static/\(file[..<dot]).\(digest)\(file[dot...])"
        }
        self.addresses = addresses
    }

    public subscript(file: String) -> String? { addresses[file] }
}

struct EscapedHTML: MustacheContentType {
    func escapeText(_ text: String) -> String { htmlEscaped(text) }
}

public struct TemplateError: Error, CustomStringConvertible {
    public let description: String
}
