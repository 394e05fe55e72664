public import Extraction
import System

extension Lexicon {
    /// Reads the files of a folder of words, `templates/lexicon`.
    ///
    /// - Throws: `LexiconError` with file and line, or an error of the file system.
    public convenience init(directory: String) throws {
        let names = try files(below: directory).filter { $0.hasSuffix(".tsv") && !$0.contains("/") }
        try self.init(files: names.sorted().map { LexiconFile(name: $0, text: try readText("\(directory)/\($0)")) })
    }
}
