/// The limits of texts in messages.
enum MessageText {
    /// The most bytes of a message's words; longer ones are cut.
    static let mostBytes = 16 << 10

    /// Returns words as they are kept: at most 16 KiB, cut between characters, without controls that turn the
    /// direction of text or cannot be stored.
    static func body(_ text: String) -> String {
        String(cut(clean(text), mostBytes).trimmingBlanks)
    }

    /// Returns a name of at most 100 characters; nil for an empty one.
    static func name(_ text: String) -> String? {
        let name = String(String(clean(text).map { $0.isNewline ? " " : $0 }).trimmingBlanks.prefix(100))
        return name.isEmpty ? nil : cut(name, 400)
    }

    /// The marks of direction, and NUL, which Postgres does not store.
    private static func clean(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { scalar in
            switch scalar.value {
            case 0x00, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: false
            case 0x01...0x08, 0x0B...0x1F, 0x7F...0x9F: scalar.value == 0x0D
            default: true
            }
        }))
    }

    private static func cut(_ text: String, _ most: Int) -> String {
        guard text.utf8.count > most else { return text }
        var end = text.startIndex, bytes = 0
        for index in text.indices {
            let count = text[index].utf8.count
            if bytes + count > most { break }
            bytes += count
            end = text.index(after: index)
        }
        return String(text[..<end])
    }
}

extension String {
    fileprivate var trimmingBlanks: Substring {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return rest
    }
}
