/// What the server was given to run.
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

    /// Whether a quotation mark is among the bytes bound; a number's may look like one too.
    var hasQuotedValue: Bool {
        switch self {
        case .statement(let sql): sql.values.contains(quote)
        case .script: false
        }
    }
}

extension PostgresError {
    /// The server's message without what may come from a bound value or a row.
    ///
    /// Its detail, context and hint are never read: they hold values as a matter of course
    /// ("Key (email)=(…) already exists"). The primary message is mostly fixed words and quoted
    /// names, yet some quote a value ("invalid input syntax for type integer: "…""). Hence:
    ///
    /// - encodings (22021, 22P05), which print bytes, and what a function raises for itself
    ///   (class P0) while values are bound: the message goes whole;
    /// - class 22, where data itself is at fault, and wherever a bound value has a quote in it and
    ///   so could seem to end early: everything from the first quote to the last goes;
    /// - everything else: a quoted word stays if the statement's text or a name field of the error
    ///   has it; if one does not, everything from it to the last quote goes.
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
