/// A part of a template file.
indirect enum TemplateNode: Sendable {
    /// Text without tags.
    case literal([UInt8])
    /// `[[key]]`: a text of the catalogue, or `[[asset:app.css]]`: the address of a static file.
    case key(String, line: Int)
    /// `{{name}}`: a text, escaped.
    case text(String)
    /// `{{{name}}}`: trusted HTML as it is.
    case html(String)
    /// `{{#name}}…{{/name}}`, or `{{^name}}…{{/name}}`, which is shown if the other is not.
    case section(String, isInverted: Bool, [TemplateNode])
    /// `{{>icons/mail}}`: another file.
    case partial(String, line: Int)
    /// `{{<page}}{{$main}}…{{/main}}{{/page}}`: another file with its blocks replaced.
    case frame(String, blocks: [String: [TemplateNode]], line: Int)
    /// `{{$main}}…{{/main}}` in a frame's own file: the text if no block replaces it.
    case block(String, [TemplateNode])
}

/// Reads a template file.
///
/// These tags are the whole language, besides the comment `{{! … }}`.
///
/// White space around a tag is shown, with two exceptions, which are dealt with here and cost a page nothing:
/// - A tag alone on its line takes the line with it, unless it shows something or has a mark.
/// - The mark `~` inside the brackets, as in `{{~#name}}`, `{{name~}}` or `[[~key~]]`, removes the spaces and
///   line breaks between the tag and the text on that side. `{{~}}` is a comment that removes them on both
///   sides, so that two lines become one; `{{!~}}` keeps a space before it.
struct TemplateParser {
    /// The nodes of a file.
    ///
    /// - Parameter file: its name in errors.
    static func parse(_ source: String, file: String) throws(TemplateError) -> [TemplateNode] {
        var parser = TemplateParser(source: Array(source.utf8), file: file)
        try parser.readTokens()
        parser.trimLines()
        parser.trimMarked()
        return try parser.nodes(in: nil)
    }

    private struct Token {
        /// The character after the braces; `a` for a name without one, `[` for a key, `{` for HTML,
        /// nil for text between tags.
        var sign: Character?
        /// Of the text or the name.
        var bytes: Range<Int>
        let line: Int
        /// True for `~` inside the brackets.
        var isMarkedBefore = false, isMarkedAfter = false

        /// True for a tag that shows nothing itself.
        var isSilent: Bool { sign.map { "#^/!<$".contains($0) } ?? false }
    }

    private let source: [UInt8]
    private let file: String
    private var tokens: [Token] = []
    private var next = 0

    private init(source: [UInt8], file: String) {
        self.source = source
        self.file = file
    }

    private func text(_ token: Token) -> String {
        String(decoding: source[token.bytes], as: UTF8.self)
    }

    private func error(_ line: Int, _ message: String) -> TemplateError {
        TemplateError(description: "\(file):\(line): \(message)")
    }

    // MARK: Tokens

    private static let brackets: [(open: [UInt8], close: [UInt8])] = [("{{{", "}}}"), ("{{", "}}"), ("[[", "]]")]
        .map { (Array($0.0.utf8), Array($0.1.utf8)) }

    private mutating func readTokens() throws(TemplateError) {
        var index = 0, start = 0, line = 1
        while index < source.count {
            if source[index] == UInt8(ascii: "\n") { line += 1 }
            if source[index...].starts(with: Self.brackets[1].close) { throw error(line, "}} closes no tag") }
            guard source[index] == UInt8(ascii: "{") || source[index] == UInt8(ascii: "["),
                let (open, close) = Self.brackets.first(where: { source[index...].starts(with: $0.open) })
            else {
                index += 1
                continue
            }
            if start < index { tokens.append(Token(bytes: start..<index, line: line)) }
            guard let end = source[(index + open.count)...].firstRange(of: close)?.lowerBound else {
                throw error(line, "\(String(decoding: open, as: UTF8.self)) is not closed")
            }
            let sign: Character? = open.count == 3 ? "{" : open[0] == UInt8(ascii: "[") ? "[" : nil
            tokens.append(try markedTag(in: index + open.count..<end, sign: sign, line))
            line += source[index..<end].count { $0 == UInt8(ascii: "\n") }
            index = end + close.count
            start = index
        }
        if start < index { tokens.append(Token(bytes: start..<index, line: line)) }
    }

    /// Reads a tag between its brackets: marks and what they enclose.
    ///
    /// - Parameter sign: nil if the tag's first character decides.
    private func markedTag(in bytes: Range<Int>, sign: Character?, _ line: Int) throws(TemplateError) -> Token {
        let mark = UInt8(ascii: "~")
        var inner = source[bytes]
        let isMarkedBefore = inner.first == mark, isMarkedAfter = inner.last == mark
        if isMarkedBefore { inner = inner.dropFirst() }
        if isMarkedAfter { inner = inner.dropLast() }
        let isJoint = isMarkedBefore && inner.isEmpty && sign == nil
        var token = isJoint
            ? Token(sign: "!", bytes: inner.indices, line: line) : try tag(in: inner.indices, sign: sign, line)
        token.isMarkedBefore = isMarkedBefore
        token.isMarkedAfter = isMarkedAfter
        return token
    }

    /// - Parameter sign: nil if the tag's first character decides.
    private func tag(in bytes: Range<Int>, sign: Character?, _ line: Int) throws(TemplateError) -> Token {
        func isBlank(_ index: Int) -> Bool { source[index] == UInt8(ascii: " ") || source[index] == UInt8(ascii: "\n") }
        var name = bytes
        var sign = sign
        if sign == nil {
            let first = bytes.first.map { Character(Unicode.Scalar(source[$0])) } ?? "}"
            sign = "#^/><$!".contains(first) ? first : "a"
            if sign != "a" { name = name.lowerBound + 1..<name.upperBound }
        }
        if sign == "!" { return Token(sign: sign, bytes: name, line: line) }
        while let first = name.first, isBlank(first) { name = first + 1..<name.upperBound }
        while let last = name.last, isBlank(last) { name = name.lowerBound..<last }
        // Files have paths, and blocks and fields names; the catalogue knows its keys itself.
        let isFile = sign == ">" || sign == "<" || sign == "/" || sign == "["
        let isNameLike = source[name].allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"): isFile
            default: false
            }
        }
        let isItem = sign == "a" && source[name].elementsEqual(".".utf8)
        guard !name.isEmpty, isNameLike || isItem else {
            throw error(line, "\"\(String(decoding: source[bytes], as: UTF8.self))\" is not a name or a tag")
        }
        return Token(sign: sign, bytes: name, line: line)
    }

    /// Removes the rest of a line on which one silent tag is alone.
    private mutating func trimLines() {
        let newline = UInt8(ascii: "\n")
        func isBlank(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { $0 == UInt8(ascii: " ") } }
        let untrimmed = tokens
        var frames: [Range<Int>] = []
        for (index, token) in untrimmed.enumerated() where token.isSilent {
            if token.sign == "<" { frames.append(token.bytes) }
            // The text after a frame begins a new line, like the text after a partial.
            if token.sign == "/", let frame = frames.last, source[frame].elementsEqual(source[token.bytes]) {
                frames.removeLast()
                continue
            }
            if token.isMarkedBefore || token.isMarkedAfter { continue }
            let before = index > 0 ? untrimmed[index - 1] : nil
            let after = index + 1 < untrimmed.count ? untrimmed[index + 1] : nil
            guard before.map({ $0.sign == nil }) ?? true, after.map({ $0.sign == nil }) ?? true else { continue }
            let head = before.map { source[$0.bytes] } ?? [], tail = after.map { source[$0.bytes] } ?? []
            let lineStart = head.lastIndex(of: newline).map { $0 + 1 } ?? (index <= 1 ? head.startIndex : nil)
            let lineEnd = tail.firstIndex(of: newline).map { $0 + 1 } ?? (index + 2 >= untrimmed.count ? tail.endIndex : nil)
            guard let lineStart, let lineEnd, isBlank(head[lineStart...]),
                isBlank(tail[..<lineEnd].filter { $0 != newline })
            else { continue }
            if before != nil {
                let start = tokens[index - 1].bytes.lowerBound
                tokens[index - 1].bytes = start..<max(lineStart, start)
            }
            if after != nil { tokens[index + 1].bytes = lineEnd..<tokens[index + 1].bytes.upperBound }
        }
    }

    /// Removes the white space that marks name.
    private mutating func trimMarked() {
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
        for (index, token) in tokens.enumerated() {
            if token.isMarkedBefore, index > 0, tokens[index - 1].sign == nil {
                let text = tokens[index - 1].bytes
                let end = source[text].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? text.lowerBound
                tokens[index - 1].bytes = text.lowerBound..<end
            }
            if token.isMarkedAfter, index + 1 < tokens.count, tokens[index + 1].sign == nil {
                let text = tokens[index + 1].bytes
                let start = source[text].firstIndex { !isSpace($0) } ?? text.upperBound
                tokens[index + 1].bytes = start..<text.upperBound
            }
        }
    }

    // MARK: Nodes

    /// Reads up to the tag that closes `open`; to the end of the file if it is nil.
    private mutating func nodes(in open: Token?) throws(TemplateError) -> [TemplateNode] {
        var nodes: [TemplateNode] = []
        while next < tokens.count {
            let token = tokens[next], name = text(token)
            next += 1
            switch token.sign {
            case nil: if !token.bytes.isEmpty { nodes.append(.literal(Array(source[token.bytes]))) }
            case "[": nodes.append(.key(name, line: token.line))
            case "{": nodes.append(.html(name))
            case "#", "^": nodes.append(.section(name, isInverted: token.sign == "^", try self.nodes(in: token)))
            case ">": nodes.append(.partial(name, line: token.line))
            case "<": nodes.append(try frame(token))
            case "$": nodes.append(.block(name, try self.nodes(in: token)))
            case "/":
                guard let open, text(open) == name else { throw error(token.line, "{{/\(name)}} closes what is not open") }
                return nodes
            case "!": break
            default: nodes.append(.text(name))
            }
        }
        if let open { throw error(open.line, "{{\(open.sign ?? " ")\(text(open))}} is not closed") }
        return nodes
    }

    private mutating func frame(_ open: Token) throws(TemplateError) -> TemplateNode {
        var blocks: [String: [TemplateNode]] = [:]
        for node in try nodes(in: open) {
            switch node {
            case .literal(let bytes) where bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }): break
            case .block(let name, let content):
                guard blocks.updateValue(content, forKey: name) == nil else {
                    throw error(open.line, "block \(name) is there twice")
                }
            default: throw error(open.line, "a frame holds blocks and nothing else")
            }
        }
        return .frame(text(open), blocks: blocks, line: open.line)
    }
}
