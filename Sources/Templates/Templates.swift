/// The templates of a folder, each compiled when it is first shown.
///
/// A page is a struct (`Page.swift`) whose fields are the names its template may use. It becomes HTML in
/// these steps, a file each:
///
/// - At the start `TemplateLibrary` reads the files. For the first page of a template `TemplateParser` finds
///   its tags, and `TemplateCompiler` puts frames, partials, texts of the `Catalogue` and addresses of static
///   files (`AssetAddresses`) in place. The result is a `TemplateProgram`.
/// - For a page `PageReader` reads the struct's fields, and `Renderer` runs the program over them.
///
/// `Language` and `Numbers` know how a language writes numbers and plurals.
///
/// The template language is that part of mustache(5) which `TemplateNode` lists, with marks for white space
/// (`TemplateParser`); anything else is an error with its file and line.
public struct Templates: Sendable {
    public let catalogue: Catalogue
    private let library: TemplateLibrary

    /// - Parameters:
    ///   - directory: the folder of the `.mustache` files and of `strings/`.
    ///   - assets: the folder of the static files that templates name.
    /// - Throws: `CatalogueError`, or an error of the file system.
    public init(directory: String, assets: String) throws {
        catalogue = try Catalogue(directory: "\(directory)/strings")
        library = try TemplateLibrary(
            directory: directory, catalogue: catalogue, assets: AssetAddresses(directory: assets))
    }

    /// Compiles every template in every language, and forgets the results.
    ///
    /// - Throws: the first error with its file and line: a tag that is not closed, or a name of a file, text or
    ///   static file that does not exist.
    public func check() throws(TemplateError) {
        try library.check()
    }

    /// Renders a template.
    ///
    /// - Precondition: the template exists and compiles; tests check all templates and render every page and mail.
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
        let template: CompiledTemplate
        do {
            template = try library.template(name, language, hasLatinDigits: hasLatinDigits)
        } catch {
            preconditionFailure("\(error)")
        }
        return Renderer.render(template.program, PageReader.read(page, frame: frame, flags: flags, template.shapes))
    }

    /// The instructions of a template, for the test that compares it with its page.
    func program(_ name: String, _ language: Language) throws(TemplateError) -> TemplateProgram {
        try library.template(name, language, hasLatinDigits: false).program
    }
}

public struct TemplateError: Error, CustomStringConvertible {
    public let description: String
}
