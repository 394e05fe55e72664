import CPostgres

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

/// Making a `PostgresError` of a result in which the server reports one.
extension PostgresError {
    /// - Parameters:
    ///   - result: one whose status is `PGRES_FATAL_ERROR`.
    ///   - source: what was run.
    init(_ result: OpaquePointer, running source: Source) {
        let state = Self.field(result, .sqlState)
        let severity = Self.field(result, .severity)
        let names = [ReportField.schema, .table, .column, .dataType, .constraint].compactMap { Self.field(result, $0) }
        // FATAL and PANIC end the server's process for this connection.
        let isFatal = severity == "FATAL" || severity == "PANIC"
        self.init(isFatal ? .connection : state == SQLState.queryCanceled ? .timeout : .server, "")
        message = Self.withholdingValues(
            Self.field(result, .message) ?? "the server gave no reason", sqlState: state ?? "",
            names: names, running: source)
        sqlState = state
        constraint = Self.field(result, .constraint)
        table = Self.field(result, .table)
        column = Self.field(result, .column)
        if case .statement(let sql) = source { statement = sql.shape.text }
        position = Self.field(result, .position).flatMap { Int($0) }
        isConnectionLost = isFatal
        // "cached plan must not change result type" has the state of everything unsupported, so
        // the function that raises it is what tells; 26000 is a prepared statement that is gone.
        isStalePlan = state == SQLState.noSuchStatement
            || (state == "0A000" && Self.field(result, .sourceFunction) == "RevalidateCachedQuery")
    }

    /// The fields of a report by their letters (PostgreSQL manual, 55.8 "Error and Notice Message
    /// Fields"); `postgres_ext.h` has them as character macros, which Swift does not import.
    private enum ReportField: UnicodeScalar {
        case severity = "V", sqlState = "C", message = "M", position = "P", sourceFunction = "R"
        case schema = "s", table = "t", column = "c", dataType = "d", constraint = "n"
    }

    private static func field(_ result: OpaquePointer, _ field: ReportField) -> String? {
        PQresultErrorField(result, Int32(field.rawValue.value)).map { String(cString: $0) }
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
    static func withholdingValues(
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
