import System

/// The templates of a folder, compiled once for each language.
///
/// A page is a struct (`Page.swift`) whose fields are the names its template may use. It becomes HTML in
/// these steps, a file each:
///
/// - At the start `TemplateParser` reads a file, and `TemplateCompiler` puts frames, partials, texts of
///   the `Catalogue` and addresses of static files (`AssetAddresses`) in place. The result is a
///   `TemplateProgram`.
/// - For a page `PageReader` reads the struct's fields, and `Renderer` runs the program over them.
///
/// `Language` and `Numbers` know how a language writes numbers and plurals.
///
/// The template language is that part of mustache(5) which `TemplateNode` lists, with marks for white space
/// (`TemplateParser`); anything else is an error with its file and line.
public struct Templates: Sendable {
    public let catalogue: Catalogue
    private let programs: [Language: [String: TemplateProgram]]
    /// Those in Arabic once more, for readers of European digits.
    private let programsWithLatinDigits: [String: TemplateProgram]
    private let shapes: PageShapes

    /// - Parameters:
    ///   - directory: the folder of the `.mustache` files and of `strings/`.
    ///   - assets: the folder of the static files that templates name.
    /// - Throws: `TemplateError`, `CatalogueError`, or an error of the file system.
    public init(directory: String, assets: String) throws {
        catalogue = try Catalogue(directory: "\(directory)/strings")
        let addresses = try AssetAddresses(directory: assets)
        var sources: [String: [TemplateNode]] = [:]
        for file in try files(below: directory) where file.hasSuffix(".mustache") {
            let text = try readText("\(directory)/\(file)")
            // The last line break belongs to the file and not to the pages that it is part of.
            sources[Self.name(ofFile: file)] = try TemplateParser.parse(
                text.hasSuffix("\n") ? String(text.dropLast()) : text, file: file)
        }
        var programs: [Language: [String: TemplateProgram]] = [:]
        var names = NameTable()
        for language in Language.allCases {
            var compiler = TemplateCompiler(
                files: sources, catalogue: catalogue, assets: addresses, language: language, names: names)
            for name in sources.keys { programs[language, default: [:]][name] = try compiler.compile(name) }
            names = compiler.names
        }
        self.programs = programs
        programsWithLatinDigits = programs[.arabic, default: [:]].mapValues(\.withLatinDigits)
        shapes = PageShapes(names)
    }

    /// Renders a template.
    ///
    /// - Precondition: the template exists; a test renders every page and mail.
    ///
    /// - Parameters:
    ///   - hasLatinDigits: true writes the digits of the template's own texts as `0123456789`.
    ///   - page: a struct whose fields are the names the template may use.
    ///   - frame: further texts, those every page has.
    ///   - flags: further names that are true.
    /// - Returns: UTF-8.
    package func render(
        _ name: String, _ language: Language, hasLatinDigits: Bool = false, _ page: some Encodable,
        frame: [(name: String, text: String)] = [], flags: [String] = []
    ) -> [UInt8] {
        let programs = hasLatinDigits && language == .arabic ? programsWithLatinDigits : programs[language]
        guard let program = programs?[name] else {
            preconditionFailure("templates/\(name).mustache is missing")
        }
        return Renderer.render(program, PageReader.read(page, frame: frame, flags: flags, shapes))
    }

    /// The instructions of a template, for the test that compares it with its page.
    func program(_ name: String, _ language: Language) -> TemplateProgram? { programs[language]?[name] }

    /// The names that the numbers of instructions stand for.
    var names: [String] { shapes.names }

    /// `login/form`; a frame of `layout/` has its bare name.
    private static func name(ofFile file: String) -> String {
        let path = file.dropLast(".mustache".count)
        return String(path.hasPrefix("layout/") ? path.dropFirst("layout/".count) : path)
    }
}

public struct TemplateError: Error, CustomStringConvertible {
    public let description: String
}
