import Mustache
import System

/// The same templates by the package swift-mustache: the engine to compare with.
///
/// `[[key]]` becomes the catalogue's text and `[[asset:app.css]]` the address of a static file with
/// its content's digest in the name, so that neither costs anything while a page is rendered.
package struct MustacheTemplates: Sendable {
    private let skeletons = Skeletons()
    private let templates: [Language: [String: MustacheTemplate]]

    /// - Parameters:
    ///   - directory: where the `.mustache` files and `strings/` are.
    ///   - assets: the folder of the static files that templates name.
    package init(directory: String, assets: String) throws {
        MustacheContentTypes.register(EscapedHTML(), named: "JADWAL_HTML")
        let catalogue = try Catalogue(directory: "\(directory)/strings")
        var sources: [String: String] = [:]
        for file in try files(below: directory) where file.hasSuffix(".mustache") {
            sources[Self.name(ofFile: file)] = try readText("\(directory)/\(file)")
        }
        let texts = TemplateText(sources: sources)
        let addresses = try AssetAddresses(directory: assets)
        var templates: [Language: [String: MustacheTemplate]] = [:]
        for language in Language.allCases {
            templates[language] = try Dictionary(uniqueKeysWithValues: sources.keys.map { name in
                let text = try Self.fill(texts.flat(name), name, language, catalogue, addresses)
                // Ours, since the engine's own escaping goes by characters and lets a quotation
                // mark with a combining accent through.
                let type = name.hasSuffix(".txt") ? "TEXT" : "JADWAL_HTML"
                do {
                    return (name, try MustacheTemplate(string: "{{% CONTENT_TYPE: \(type)}}" + text))
                } catch {
                    throw TemplateError(description: "\(directory)/\(name).mustache: \(error)")
                }
            })
        }
        self.templates = templates
    }

    /// Renders a template.
    ///
    /// - Precondition: the template is there; a test renders every page and mail.
    ///
    /// - Parameters:
    ///   - page: its fields are the names the template may use.
    ///   - frame: further texts, those every page has.
    ///   - flags: further names that are so.
    /// - Returns: UTF-8.
    package func render(
        _ name: String, _ language: Language, _ page: some Encodable,
        frame: [(name: String, text: String)] = [], flags: [String] = []
    ) -> [UInt8] {
        guard let template = templates[language]?[name] else {
            preconditionFailure("templates/\(name).mustache is missing")
        }
        return skeletons.render(name, language, template) { withValues in
            PageFields(page, frame: frame, flags: flags, withValues: withValues)
        }
    }

    /// `login/form`; frames go by their bare names, since the engine's closing tags take no slash.
    private static func name(ofFile file: String) -> String {
        let path = file.dropLast(".mustache".count)
        return String(path.hasPrefix("layout/") ? path.dropFirst("layout/".count) : path)
    }

    /// Replaces `[[key]]` and `[[asset:name]]` in a template's text.
    static func fill(
        _ text: String, _ name: String, _ language: Language, _ catalogue: Catalogue, _ assets: AssetAddresses
    ) throws(TemplateError) -> String {
        let text = text
            .replacing("{{lang}}", with: language.tag).replacing("{{dir}}", with: language.direction)
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "[[") {
            guard let end = rest[start.upperBound...].firstRange(of: "]]") else { break }
            let key = rest[start.upperBound..<end.lowerBound].trimmingSpaces()
            result += rest[..<start.lowerBound]
            if key.hasPrefix("asset:") {
                guard let address = assets[String(key.dropFirst("asset:".count))] else {
                    throw TemplateError(description: "\(name).mustache: there is no static file \(key)")
                }
                result += address
            } else if let text = catalogue.raw(key, language) {
                result += text
            } else {
                throw TemplateError(description: "\(name).mustache: \(language.tag).strings lacks \(key)")
            }
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}
