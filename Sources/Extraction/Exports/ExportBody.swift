import CivilTime

extension ExportedMessage {
    /// Takes a message apart: sender, text, kind.
    init?(at: LocalDateTime, body: [[Unicode.Scalar]], layout: ExportLine.Layout, words: ExportWords) {
        self.at = at
        var lines = body
        while lines.count > 1, lines[lines.count - 1].allSatisfy({ isBlank($0) || isMark($0) }) { lines.removeLast() }
        let (name, start) = Self.sender(lines[0], layout)
        guard let name,
            layout == .bracket
                || !words.isSystemLine(
                    lines[0][...],
                    name: lines[0][
                        ..<max(
                            start - 1,
                            0)])
        else {
            // A line of the app has no sender.
            (sender, text, kind, isEdited) = (nil, "", .system, false)
            return
        }
        sender = name
        lines[0] = Array(lines[0][start...])
        let isMarked = lines[0].first { !isBlank($0) } == "\u{200E}"
        var content = Array(lines.joined(separator: ["\n"])).trimmed()
        let isEdited = Self.removeEditMark(&content, words)
        if isEdited { content = content.trimmed() }
        self.isEdited = isEdited
        (kind, text) = Self.kind(content, isMarked: isMarked, layout, words)
    }

    /// Returns the name before the first colon, and where the text begins.
    private static func sender(_ line: [Unicode.Scalar], _ layout: ExportLine.Layout) -> (name: String?, start: Int) {
        var index = 0
        while index < line.count {
            if line[index] == ":", index > 0,
                index + 1 == line.count || isBlank(line[index + 1])
                    || isMark(line[index + 1])
            {
                break
            }
            index += 1
        }
        guard index < line.count else { return (nil, 0) }
        var name = line[..<index].filter { !isMark($0) }[...]
        // A name that the person gave themselves, not the address book.
        if name.first == "~" { name = name.dropFirst() }
        let trimmed = String(name.trimmed())
        guard !trimmed.isEmpty, trimmed.unicodeScalars.count <= 100 else { return (nil, 0) }
        index += 1
        if index < line.count, isBlank(line[index]) { index += 1 }
        return (trimmed, index)
    }

    /// Removes the mark of an edited message from the end.
    private static func removeEditMark(_ content: inout ArraySlice<Unicode.Scalar>, _ words: ExportWords) -> Bool {
        guard content.last == ">", let open = content.lastIndex(of: "<"), open > content.startIndex
        else { return false }
        guard words.kind(content[open...]) == .edited else { return false }
        content = content[..<open]
        return true
    }

    private static func kind(
        _ content: ArraySlice<Unicode.Scalar>, isMarked: Bool, _ layout: ExportLine.Layout, _ words: ExportWords
    ) -> (Kind, String) {
        let firstLine = content.prefix { $0 != "\n" }
        let isSingle = firstLine.count == content.count
        let caption = String(content[firstLine.endIndex...].trimmed())
        switch words.kind(firstLine) {
        case .media?: return (.media, caption)
        case .deleted? where isSingle: return (.deleted, "")
        case .system? where isSingle && (isMarked || words.isWholeSystemLine(firstLine)):
            return (.system, "")
        case .location?:
            // "location: the café" is a person's own sentence.
            guard let colon = firstLine.firstIndex(of: ":") else { return (.location, "") }
            let link = String(firstLine[firstLine.index(after: colon)...].trimmed())
            if link.hasPrefix("http") { return (.location, link) }
        default: break
        }
        if let attached = attachment(content) { return (.media, String(attached.trimmed())) }
        if isFileLine(firstLine) { return (.media, caption) }
        if String(content.filter { !isMark($0) }).hasPrefix("https://maps.google.com/") {
            return (.location, String(content.trimmed()))
        }
        // iOS writes the mark before what the app says itself.
        if isMarked, isSingle, layout == .bracket {
            return words.isMedia(ending: firstLine) ? (.media, "") : (.system, "")
        }
        return (.message, String(content.filter { $0 != "\u{200E}" || $0 != content.first }.trimmed()))
    }

    /// Returns the caption of `caption <attached: 00000012-PHOTO.jpg>`, or nil without an attachment.
    private static func attachment(_ content: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar>? {
        guard content.last == ">", let open = content.lastIndex(of: "<") else { return nil }
        let inside = content[open...].dropFirst().dropLast()
        guard let colon = inside.firstIndex(of: ":"), isFileName(inside[inside.index(after: colon)...].trimmed()) else {
            return nil
        }
        return content[..<open]
    }

    /// Returns true for `IMG-20250223-WA0003.jpg (file attached)` in any language.
    private static func isFileLine(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
        guard line.last == ")", let open = line.lastIndex(of: "("), open > line.startIndex else { return false }
        let name = line[..<open].trimmed()
        return isFileName(name)
    }

    private static func isFileName(_ name: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
        let suffix = name[name.index(after: dot)...]
        return (2...5).contains(suffix.count)
            && suffix.allSatisfy {
                $0.isASCII
                    && ($0.properties.isAlphabetic
                        || digit($0) != nil)
            }
            && !name.contains("\n")
    }
}

extension Collection where Element == Unicode.Scalar {
    /// Returns the scalars without blanks, line breaks and marks of direction at the ends.
    func trimmed() -> ArraySlice<Unicode.Scalar> {
        var slice = Array(self)[...]
        while let first = slice.first, isBlank(first) || isMark(first) || first == "\n" { slice = slice.dropFirst() }
        while let last = slice.last, isBlank(last) || isMark(last) || last == "\n" { slice = slice.dropLast() }
        return slice
    }
}

extension String {
    init(_ scalars: some Sequence<Unicode.Scalar>) {
        var view = UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}
