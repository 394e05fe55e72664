
/// Makes templates flat before the engine sees them.
///
/// Frames (`{{<page}}{{$main}}…{{/main}}{{/page}}`) and partials (`{{>icons/mail}}`) are put in place
/// as text, once, at the start: every tag left over costs the engine microseconds in every page.
/// What they mean stays as mustache has it; blocks do not nest.
struct TemplateText {
    /// The text of every template by its name, as `login/form`.
    let sources: [String: String]

    /// A template with its frame and partials in place.
    func flat(_ name: String) throws(TemplateError) -> String {
        try flat(name, within: [])
    }

    private func flat(_ name: String, within open: [String]) throws(TemplateError) -> String {
        guard let text = sources[name] else {
            throw TemplateError(description: "\(open.last ?? name).mustache names \(name).mustache, which is not there")
        }
        guard !open.contains(name) else {
            throw TemplateError(description: "\(name).mustache holds itself")
        }
        let open = open + [name]
        return try withPartials(framed(withoutRemarks(text), name, within: open), within: open)
    }

    /// Drops each `{{! … }}`, with its line where it stands alone on one.
    private func withoutRemarks(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "{{!"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            result += rest[..<start.lowerBound]
            rest = rest[end.upperBound...]
            if result.isEmpty || result.hasSuffix("\n"), rest.hasPrefix("\n") { rest.removeFirst() }
        }
        return result + rest
    }

    /// Replaces each `{{>name}}`.
    private func withPartials(_ text: String, within open: [String]) throws(TemplateError) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "{{>"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            result += rest[..<start.lowerBound]
            result += try flat(rest[start.upperBound..<end.lowerBound].trimmingSpaces(), within: open).droppingLastNewline()
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// Puts a template's blocks into the frames it names. A frame inside another's block is the last
    /// that opens, so the last is always whole.
    private func framed(_ text: String, _ name: String, within open: [String]) throws(TemplateError) -> String {
        var text = text
        while let start = text.ranges(of: "{{<").last, let end = text[start.upperBound...].firstRange(of: "}}") {
            let frameName = text[start.upperBound..<end.lowerBound].trimmingSpaces()
            guard let close = text[end.upperBound...].firstRange(of: "{{/\(frameName)}}") else {
                throw TemplateError(description: "\(name).mustache: {{<\(frameName)}} is not closed")
            }
            var frame = try flat(frameName, within: open)
            var blocks = text[end.upperBound..<close.lowerBound]
            while let block = try nextBlock(blocks, in: name) {
                guard try fill(&frame, block.name, with: block.content, of: frameName) else {
                    throw TemplateError(description: "\(name).mustache: \(frameName) has no block \(block.name)")
                }
                blocks = block.rest
            }
            // Blocks that were not given keep what the frame holds.
            while let standing = try nextBlock(frame[...], in: frameName) {
                _ = try fill(&frame, standing.name, with: standing.content, of: frameName)
            }
            text.replaceSubrange(start.lowerBound..<close.upperBound, with: frame.droppingLastNewline())
        }
        return text
    }

    private func nextBlock(
        _ text: Substring, in file: String
    ) throws(TemplateError) -> (name: String, content: String, rest: Substring)? {
        guard let start = text.firstRange(of: "{{$"), let end = text[start.upperBound...].firstRange(of: "}}") else {
            return nil
        }
        let name = text[start.upperBound..<end.lowerBound].trimmingSpaces()
        guard let close = text[end.upperBound...].firstRange(of: "{{/\(name)}}") else {
            throw TemplateError(description: "\(file).mustache: {{$\(name)}} is not closed")
        }
        return (name, String(text[end.upperBound..<close.lowerBound]).trimmingNewlines(), text[close.upperBound...])
    }

    /// Replaces a block of a frame, wherever it stands.
    ///
    /// - Returns: false when the frame has no such block.
    private func fill(
        _ frame: inout String, _ name: String, with content: String, of file: String
    ) throws(TemplateError) -> Bool {
        var isThere = false
        while let start = frame.firstRange(of: "{{$\(name)}}") {
            guard let close = frame[start.upperBound...].firstRange(of: "{{/\(name)}}") else {
                throw TemplateError(description: "\(file).mustache: {{$\(name)}} is not closed")
            }
            frame.replaceSubrange(start.lowerBound..<close.upperBound, with: content)
            isThere = true
        }
        return isThere
    }
}

extension String {
    fileprivate func droppingLastNewline() -> String {
        hasSuffix("\n") ? String(dropLast()) : self
    }

    fileprivate func trimmingNewlines() -> String {
        var text = self[...]
        while text.first == "\n" { text.removeFirst() }
        while text.last == "\n" { text.removeLast() }
        return String(text)
    }
}
