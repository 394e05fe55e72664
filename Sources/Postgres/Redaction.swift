/// The statement or script that the server ran.
enum Source {
    case statement(SQL)
    case script(String)

    var text: String {
        switch self {
        case .statement(let sql): sql.shape.text
        case .script(let text): text
        }
    }

    var hasValues: Bool {
        switch self {
        case .statement(let sql): !sql.shape.parameters.isEmpty
        case .script: false
        }
    }

    /// True if a bound value has the byte of a quotation mark. A number can have it too.
    var hasQuotedValue: Bool {
        switch self {
        case .statement(let sql): sql.values.contains(quote)
        case .script: false
        }
    }
}

extension PostgresError {
    /// Removes text from the server's message that may come from a bound value or a row.
    ///
    /// The detail, context and hint are never read, because they usually contain values ("Key (email)=(…)
    /// already exists"). Most primary messages have fixed words and quoted names only, but some quote a
    /// value ("invalid input syntax for type integer: "…""). Therefore:
    ///
    /// - The whole message is replaced for errors of encodings (22021, 22P05), which print bytes, and for
    ///   errors that a function raises itself (class P0) if values are bound.
    /// - Everything from the first to the last quotation mark is removed for class 22, the errors in data,
    ///   and if a bound value has a quotation mark, which could look like the end of a quoted word.
    /// - Otherwise a quoted word stays if the text of the statement or a name in the error has it. From the
    ///   first word that neither has, everything up to the last quotation mark is removed.
    static func redacted(
        _ message: String, sqlState: String, names: [String], running source: Source
    ) -> String {
        if sqlState == "22021" || sqlState == "22P05" { return "text that the encoding does not have" }
        if sqlState.hasPrefix("P0"), source.hasValues { return "refused by a rule of the database" }
        let text = Array(message.utf8)
        let quotes = text.indices.filter { text[$0] == quote }
        guard let first = quotes.first, let last = quotes.last else { return message }
        let isSafe = !sqlState.hasPrefix("22") && !source.hasQuotedValue && quotes.count.isMultiple(of: 2)
        let unknown = isSafe
            ? stride(from: 0, to: quotes.count, by: 2).first { pair in
                let word = String(decoding: text[(quotes[pair] + 1)..<quotes[pair + 1]], as: UTF8.self)
                return !source.text.contains(word) && !names.contains(word)
            }.map { quotes[$0] }
            : first
        guard let unknown else { return message }
        return String(decoding: text[...unknown], as: UTF8.self) + "…"
            + String(decoding: text[last...], as: UTF8.self)
    }
}

private let quote = UInt8(ascii: "\"")
