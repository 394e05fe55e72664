import Synchronization
import System

/// The template files of a folder, and what was compiled from them.
///
/// All files are read at the start, so that no page mixes two releases. A template is compiled for its first page in
/// a language: a process shows few of them, and compiling all took most of its start and of its memory.
final class TemplateLibrary: Sendable {
    private struct Key: Hashable {
        let name: String, language: Language, hasLatinDigits: Bool
    }

    private let sources: [String: [UInt8]]
    private let catalogue: Catalogue
    private let assets: AssetAddresses
    private let compiled = Mutex<[Key: CompiledTemplate]>([:])

    init(directory: String, catalogue: Catalogue, assets: AssetAddresses) throws(FileError) {
        self.catalogue = catalogue
        self.assets = assets
        var sources: [String: [UInt8]] = [:]
        for file in try files(below: directory) where file.hasSuffix(".mustache") {
            var text = Array(try readText("\(directory)/\(file)").utf8)
            // The last line break belongs to the file and not to the pages that it is part of.
            if text.last == UInt8(ascii: "\n") { text.removeLast() }
            sources[Self.name(ofFile: file)] = text
        }
        self.sources = sources
    }

    /// Returns a template, compiled unless it was before.
    ///
    /// - Parameter hasLatinDigits: true writes the digits of an Arabic template's own texts as `0123456789`.
    func template(
        _ name: String, _ language: Language, hasLatinDigits: Bool
    ) throws(TemplateError) -> CompiledTemplate {
        let key = Key(name: name, language: language, hasLatinDigits: hasLatinDigits && language == .arabic)
        if let known = compiled.withLock({ $0[key] }) { return known }
        let program = try compile(name, language)
        let template = CompiledTemplate(key.hasLatinDigits ? program.withLatinDigits : program)
        // Another thread may have been quicker.
        return compiled.withLock { all in
            if let first = all[key] { return first }
            all[key] = template
            return template
        }
    }

    /// Compiles every template in every language, and forgets the results.
    func check() throws(TemplateError) {
        for language in Language.allCases {
            for name in sources.keys.sorted() { _ = try compile(name, language) }
        }
    }

    private func compile(_ name: String, _ language: Language) throws(TemplateError) -> TemplateProgram {
        var compiler = TemplateCompiler(files: sources, catalogue: catalogue, assets: assets, language: language)
        return try compiler.compile(name)
    }

    /// `login/form`; a frame of `layout/` has its bare name.
    private static func name(ofFile file: String) -> String {
        let path = file.dropLast(".mustache".count)
        return String(path.hasPrefix("layout/") ? path.dropFirst("layout/".count) : path)
    }
}

/// A template's program, and the shapes of the pages that it shows.
struct CompiledTemplate: Sendable {
    let program: TemplateProgram
    let shapes: PageShapes

    init(_ program: TemplateProgram) {
        self.program = program
        shapes = PageShapes(program.names)
    }
}
