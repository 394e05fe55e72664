public import Extraction
public import Runtime
import Synchronization

// Lexicons are read at their first use, once for each process and folder. Most responders never read a chat or a typed
// sentence, and reading the words takes longer than the rest of a start.
private let lexiconsRead = Mutex<[String: Lexicon]>([:])
private let chatWordsRead = Mutex<[String: ChatWords]>([:])

extension Shared {
    /// Returns the words that sentences about times are read with.
    ///
    /// - Throws: `LexiconError` with file and line, or an error of the file system.
    public func lexicon() throws -> Lexicon {
        try kept(lexiconsRead, "\(config.templates)/lexicon", Lexicon.init(directory:))
    }

    /// Returns the words that chats are read with.
    ///
    /// - Throws: as `lexicon`.
    public func chatWords() throws -> ChatWords {
        try kept(chatWordsRead, "\(config.templates)/lexicon/chats", ChatWords.init(directory:))
    }
}

/// Returns what was read from a folder, and reads it at the first call.
private func kept<Words: Sendable>(
    _ read: borrowing Mutex<[String: Words]>, _ folder: String, _ make: (String) throws -> Words
) throws -> Words {
    try read.withLock { read in
        if let words = read[folder] { return words }
        let words = try make(folder)
        read[folder] = words
        return words
    }
}
