public import Extraction
import System

/// The words that chats are read with, from `templates/lexicon/chats`.
public struct ChatWords: Sendable {
    /// The words by which people make plans.
    public let conversation: ConversationLexicon
    /// The words of WhatsApp in the texts that it exports.
    public let exports: ExportWords

    /// Reads the files of a folder.
    ///
    /// - Throws: `LexiconError` with file and line, or an error of the file system.
    public init(directory: String) throws {
        conversation = try ConversationLexicon(
            files: ConversationLexicon.fileNames.map { name in
                LexiconFile(name: name, text: try readText("\(directory)/\(name)"))
            })
        exports = try ExportWords(LexiconFile(name: "exports.tsv", text: try readText("\(directory)/exports.tsv")))
    }
}
