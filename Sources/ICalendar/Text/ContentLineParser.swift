/// Splits one unfolded content line into its parts (RFC 5545 §3.1):
/// `name *(";" param-name "=" param-value *("," param-value)) ":" value`.
struct ContentLineParser {
    private let line: [UInt8]
    private let number: Int
    private var position = 0
    private var name = ""
    /// True once an octet was not UTF-8.
    private var hasForeignOctets = false

    init(_ line: [UInt8], number: Int) {
        self.line = line
        self.number = number
    }

    /// Reads one line.
    ///
    /// - Returns: nil if it is not a content line; the caller knows whether it continues a text.
    static func property(_ line: [UInt8], number: Int, _ log: inout ProblemLog) throws(Problem) -> Property? {
        var parser = ContentLineParser(line, number: number)
        return try parser.readProperty(&log)
    }

    private mutating func readProperty(_ log: inout ProblemLog) throws(Problem) -> Property? {
        guard let name = try readName(endingAt: colon, &log), !name.isEmpty else { return nil }
        self.name = name
        var parameters: [Parameter] = []
        while position < line.count, line[position] == semicolon {
            position += 1
            if let parameter = try readParameter(&log) { parameters.append(parameter) }
        }
        guard position < line.count, line[position] == colon else { return nil }
        let value = text(position + 1..<line.count)
        if hasForeignOctets { try log.note(.notUTF8, line: number, name: name) }
        return Property(name, parameters: parameters, value: value, line: number)
    }

    /// Reads a name and stops at the delimiter behind it: `end`, a semicolon, or a colon.
    ///
    /// - Returns: nil if no name can be read here.
    private mutating func readName(endingAt end: UInt8, _ log: inout ProblemLog) throws(Problem) -> String? {
        let start = position
        while position < line.count, isNameOctet(line[position]) { position += 1 }
        if position < line.count, isNameEnd(line[position], end) { return name(start..<position) }

        // Lenient reading: white space around a name and foreign characters in it are accepted. White space
        // inside is not, because a line of prose must not be read as a name.
        while position < line.count, !isNameEnd(line[position], end) { position += 1 }
        guard position < line.count else { return nil }
        let name = trimmed(start..<position)
        if line[name].contains(where: endsName) { return nil }
        if name.count < position - start { try log.note(.spaceAroundName, line: number) }
        if !line[name].allSatisfy(isNameOctet) { try log.note(.invalidName, line: number) }
        return upperCased(line[name])
    }

    private func isNameEnd(_ octet: UInt8, _ end: UInt8) -> Bool {
        octet == end || octet == semicolon || octet == colon
    }

    private mutating func readParameter(_ log: inout ProblemLog) throws(Problem) -> Parameter? {
        let start = position
        guard let parameter = try readName(endingAt: equalsSign, &log),
              !parameter.isEmpty || line[position] != equalsSign
        else {
            try log.note(.invalidParameter, line: number, name: name)
            position = line[start...].firstIndex { $0 == semicolon || $0 == colon } ?? line.count
            return nil
        }
        guard line[position] == equalsSign else {
            try log.note(.parameterWithoutValue, line: number, name: name)
            return parameter.isEmpty ? nil : Parameter(parameter, "")
        }
        // `; VALUE = DATE`: a blank before the sign means that one may follow it.
        let isSpaced = isSpace(line[position - 1])
        var values: [String] = []
        repeat {
            position += 1
            if isSpaced { skipSpace() }
            values.append(try readParameterValue(of: parameter, &log))
        } while position < line.count && line[position] == comma
        return Parameter(parameter, values)
    }

    private mutating func readParameterValue(of parameter: String, _ log: inout ProblemLog) throws(Problem) -> String {
        let start = position
        skipSpace()
        if position < line.count, line[position] == quote {
            if position > start { try log.note(.spaceAroundName, line: number, name: name) }
            if let value = try readQuoted(&log) { return value }
            try log.note(.unterminatedQuote, line: number, name: name)
        }
        position = start
        let (end, irregularity) = endOfUnquoted(isZone: parameter == "TZID")
        if let irregularity { try log.note(irregularity, line: number, name: name) }
        var value = line[position..<end]
        position = end
        if irregularity != nil, value.contains(semicolon) { value = withoutBackslashes(value) }
        return text(withoutCircumflexEscapes(value))
    }

    /// Reads a value in quotes.
    ///
    /// - Returns: nil if the second quote is missing; the position is unchanged then.
    private mutating func readQuoted(_ log: inout ProblemLog) throws(Problem) -> String? {
        let start = position + 1
        guard let end = line[start...].firstIndex(of: quote) else { return nil }
        position = end + 1
        let behind = position
        while position < line.count, !isValueEnd(line[position]) { position += 1 }
        let rest = trimmed(behind..<position)
        if behind < position {
            try log.note(rest.isEmpty ? .spaceAroundName : .textBehindQuote, line: number, name: name)
        }
        return text(withoutCircumflexEscapes(line[start..<end] + line[rest]))
    }

    /// Finds the end of a value without quotes. A zone's name such as `(UTC+01:00) Berlin, Rome` should have
    /// been quoted; its parentheses and commas show that it continues.
    private func endOfUnquoted(isZone: Bool) -> (position: Int, irregularity: Irregularity?) {
        var end = position
        var irregularity: Irregularity?
        var isInParentheses = false
        while end < line.count {
            switch line[end] {
            case semicolon where end > position && line[end - 1] == backslash && !isParameter(at: end + 1):
                irregularity = .escapedInParameter
            case semicolon:
                return (end, irregularity)
            case colon where isZone && isInParentheses, comma where isZone:
                irregularity = .unquotedZone
            case colon, comma:
                return (end, irregularity)
            case quote:
                irregularity = .quoteInParameter
            case UInt8(ascii: "(") where end == position:
                isInParentheses = true
            case UInt8(ascii: ")"):
                isInParentheses = false
            default:
                break
            }
            end += 1
        }
        return (end, irregularity)
    }

    /// Returns true if a name and an equals sign are at this place, with or without white space.
    private func isParameter(at start: Int) -> Bool {
        var end = start
        while end < line.count, isNameOctet(line[end]) || isSpace(line[end]) { end += 1 }
        return end < line.count && line[end] == equalsSign && !trimmed(start..<end).isEmpty
    }

    /// Removes the backslash before each semicolon. Every semicolon inside a value without quotes has one.
    private func withoutBackslashes(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var plain: [UInt8] = []
        plain.reserveCapacity(value.count)
        for octet in value {
            if octet == semicolon { plain.removeLast() }
            plain.append(octet)
        }
        return plain[...]
    }

    private func isValueEnd(_ octet: UInt8) -> Bool {
        octet == semicolon || octet == colon || octet == comma
    }

    /// Returns a name of standard characters; it is nearly always in upper case already.
    private func name(_ range: Range<Int>) -> String {
        let octets = line.span.extracting(range)
        for index in octets.indices where octets[index] >= UInt8(ascii: "a") { return upperCased(line[range]) }
        return validText(octets) ?? upperCased(line[range])
    }

    private mutating func text(_ range: Range<Int>) -> String {
        if let text = validText(line.span.extracting(range)) { return text }
        hasForeignOctets = true
        return decodedText(line[range])
    }

    private mutating func text(_ octets: ArraySlice<UInt8>) -> String {
        if let text = validText(octets) { return text }
        hasForeignOctets = true
        return decodedText(octets)
    }

    private mutating func skipSpace() {
        while position < line.count, isSpace(line[position]) { position += 1 }
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, isSpace(line[start]) { start += 1 }
        while end > start, isSpace(line[end - 1]) { end -= 1 }
        return start..<end
    }
}
