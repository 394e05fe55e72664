import Templates

/// A line of a table with its cells.
struct TableRow: Sendable, Equatable {
    /// The line on which it begins, counted from 1.
    let line: Int
    /// The cells, without white space around them.
    let cells: [String]

    var isEmpty: Bool { cells.allSatisfy(\.isEmpty) }
}

/// Decodes an uploaded file: UTF-8 with or without a mark, or UTF-16 with one, as Excel writes them.
func tableText(_ bytes: [UInt8]) throws(TableProblems) -> String {
    if bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
        throw TableProblems(.spreadsheet)
    }
    if bytes.starts(with: Array("%PDF".utf8)) { throw TableProblems(.pdf) }
    let text: String?
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
        let isLittle = bytes[0] == 0xFF
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        text = String(validating: units, as: UTF16.self)
    } else {
        text = String(validating: bytes, as: UTF8.self)
    }
    guard let text else { throw TableProblems(bytes.contains(0) ? .notText : .encoding) }
    if text.unicodeScalars.contains("\0") { throw TableProblems(.notText) }
    return text
}

/// Returns a text with ASCII digits and plain spaces, colons and hyphens, without marks of direction.
func plainTable(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\u{61C}", "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}", "\u{FEFF}": continue
        case "\u{A0}", "\u{2007}", "\u{2009}", "\u{202F}", "\u{3000}": plain.append(" ")
        case "：", "∶": plain.append(":")
        case "‐", "‑", "‒", "–", "—", "−": plain.append("-")
        case "؛": plain.append(";")
        default:
            let properties = scalar.properties
            if !scalar.isASCII, properties.generalCategory == .decimalNumber, let value = properties.numericValue {
                plain.append(Unicode.Scalar(UInt8(ascii: "0") + UInt8(value)))
            } else {
                plain.append(scalar)
            }
        }
    }
    return String(plain).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
}

/// Splits a plain text into rows at tabs, semicolons, bars or commas, whichever gives the most columns, otherwise at
/// white space. A cell in quotes may have the separator and line breaks in it.
func tableRows(_ text: String) -> [TableRow] {
    let first = text.split(separator: "\n", maxSplits: 10).prefix(10)
    let separators: [Character] = ["\t", ";", "|", ","]
    func columns(_ separator: Character) -> Int {
        first.map { line in line.count { $0 == separator } }.max() ?? 0
    }
    guard let best = separators.max(by: { columns($0) < columns($1) }), columns(best) > 0 else {
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
            TableRow(line: number + 1, cells: spacedCells(line))
        }
    }
    return separatedRows(text, best).filter { row in
        // The line below the header of a table in Markdown.
        row.isEmpty || !row.cells.allSatisfy { $0.allSatisfy { "-: ".contains($0) } } || best != "|"
    }
}

private func separatedRows(_ text: String, _ separator: Character) -> [TableRow] {
    var rows: [TableRow] = [], cells: [String] = [], cell = ""
    var line = 1, start = 1, isQuoted = false, wasQuote = false
    func finished(_ cells: [String]) -> TableRow {
        var cells = cells.map(\.trimmed)
        // Bars are also at both ends.
        if separator == "|" {
            if cells.first == "" { cells.removeFirst() }
            if cells.last == "" { cells.removeLast() }
        }
        return TableRow(line: start, cells: cells)
    }
    for character in text {
        if isQuoted, !wasQuote, character != "\"" {
            cell.append(character == "\n" ? " " : character)
        } else if character == "\"" {
            if isQuoted, wasQuote {
                // Two quotes stand for one.
                cell.append("\"")
                wasQuote = false
            } else if isQuoted {
                wasQuote = true
            } else if cell.trimmed.isEmpty {
                (isQuoted, wasQuote, cell) = (true, false, "")
            } else {
                cell.append(character)
            }
        } else if character == separator || character == "\n" {
            cells.append(cell)
            (cell, isQuoted, wasQuote) = ("", false, false)
            if character == "\n" {
                rows.append(finished(cells))
                cells = []
                start = line + 1
            }
        } else {
            (isQuoted, wasQuote) = (false, false)
            cell.append(character)
        }
        if character == "\n" { line += 1 }
    }
    if !cells.isEmpty || !cell.isEmpty { rows.append(finished(cells + [cell])) }
    return rows
}

/// Splits a line at white space. A half of the day belongs to the time before it.
private func spacedCells(_ line: Substring) -> [String] {
    var cells: [String] = []
    for word in line.split(whereSeparator: \.isWhitespace).map(String.init) {
        if let last = cells.last, HalfOfDay(word) != nil, last.last?.isNumber == true {
            cells[cells.count - 1] = "\(last) \(word)"
        } else {
            cells.append(word)
        }
    }
    return cells.isEmpty ? [""] : cells
}
