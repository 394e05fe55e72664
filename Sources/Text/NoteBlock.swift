/// A part of a note as a page shows it: some lines, a thin line between them, or what a meeting's program wrote.
public struct NoteBlock: Sendable, Encodable {
    /// True for the line that divides the parts before and after it.
    public var isRule = false
    /// True for what a program wrote about its meeting. Pages fold it, since they have a button to join.
    public var isFolded = false
    public var lines: [LinkedText] = []

    public init(isRule: Bool = false, isFolded: Bool = false, lines: [LinkedText] = []) {
        (self.isRule, self.isFolded, self.lines) = (isRule, isFolded, lines)
    }

    /// Returns the parts of a note without empty lines. Rows of underscores and the like become one thin line, and none
    /// at the ends or beside what is folded.
    public static func blocks(of note: String) -> [NoteBlock] {
        var parts = NoteParts()
        for line in note.split(whereSeparator: \.isNewline).map({ String($0) }) where !line.trimmed().isEmpty {
            if isRow(String(line.trimmed())) { parts.divide() } else { parts.lines[parts.lines.count - 1].append(line) }
        }
        var blocks: [NoteBlock] = []
        for lines in parts.lines where !lines.isEmpty {
            let (own, program) = cut(lines, isAfterFolded: blocks.last?.isFolded == true)
            if !own.isEmpty {
                if let last = blocks.last, !last.isFolded { blocks.append(NoteBlock(isRule: true)) }
                blocks.append(NoteBlock(lines: own.map(LinkedText.init)))
            }
            guard !program.isEmpty else { continue }
            if blocks.last?.isFolded != true { blocks.append(NoteBlock(isFolded: true)) }
            blocks[blocks.count - 1].lines += program.map(LinkedText.init)
        }
        return blocks
    }

    /// Cuts the lines between two rows into those of people, and those of a program from where its invitation begins.
    private static func cut(_ lines: [String], isAfterFolded: Bool) -> (own: [String], program: [String]) {
        let plain = lines.map { String($0.trimmed()).lowercased() }
        if isAfterFolded, endings.contains(where: { plain[0].hasPrefix($0) }) { return ([], lines) }
        guard let first = plain.firstIndex(where: { line in beginnings.contains { line.hasPrefix($0) } }),
              MeetingLink.first(in: lines[first...].joined(separator: "\n")) != nil
        else { return (lines, []) }
        return (Array(lines[..<first]), Array(lines[first...]))
    }

    /// The first words of the part that a program adds to an invitation.
    private static let beginnings = [
        "microsoft teams meeting", "microsoft teams need help", "اجتماع microsoft teams", "join microsoft teams",
        "join with google meet", "الانضمام باستخدام google meet", "join zoom meeting",
        "join webex meeting",
        "join by webex", "to join the meeting on jitsi",
    ]

    /// The first words of what follows it behind another row.
    private static let endings = ["need help?", "for organizers:", "learn more", "please do not edit this section"]

    /// Returns true for a row of ten or more signs that divides a note, such as `____________` and `-::~:~::~:~`.
    private static func isRow(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard scalars.count >= 10, let sign = scalars.first else { return false }
        return "_-=*~".unicodeScalars.contains(sign) && scalars.allSatisfy { $0 == sign }
            || scalars.allSatisfy { "-:~".unicodeScalars.contains($0) }
    }
}

/// The lines of a note between its rows. Rows behind each other count as one.
private struct NoteParts {
    var lines: [[String]] = [[]]

    mutating func divide() {
        if lines.last?.isEmpty == false { lines.append([]) }
    }
}
