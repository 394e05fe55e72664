public import CivilTime

/// The messages of a text that WhatsApp's "Export chat" wrote.
///
/// Phones write the same chat in many layouts: brackets or a dash, days before months or after, 12 or 24 hours,
/// digits of three scripts, marks of direction between them. The layout is read from the whole file, because a
/// single line such as `3/4/25` does not tell the day from the month.
public struct ChatExport: Hashable, Sendable {
    /// The messages in the order of the file.
    public let messages: [ExportedMessage]
    /// The order of day, month and year in this file's dates.
    public let dateOrder: DateOrder
    /// True if the file's own dates leave open what is the day and what the month.
    public let isDateOrderGuessed: Bool

    /// Reads the text of an export.
    ///
    /// - Parameters:
    ///   - preferred: the order of the person's own region, for files that leave it open.
    ///   - lastDay: the day of the export; a reading with later messages is taken only if all readings have some.
    /// - Throws: `noMessages` if no line begins like a message.
    public init(
        _ text: String, words: ExportWords, preferred: DateOrder? = nil, lastDay: LocalDate? = nil
    ) throws(ChatExportError) {
        var entries: [Entry] = []
        var layout: ExportLine.Layout?
        for line in Self.lines(text) {
            if let head = ExportLine(line, words: words), layout == nil || head.layout == layout {
                layout = head.layout
                entries.append(Entry(head: head, body: [head.rest]))
            } else if !entries.isEmpty {
                entries[entries.count - 1].body.append(line)
            }
        }
        guard !entries.isEmpty else { throw .noMessages }
        let decision = DateOrder.decide(
            entries.map(\.head.stamp), preferred: preferred, lastDay: lastDay)
        guard let decision else { throw .noDates }
        dateOrder = decision.order
        isDateOrderGuessed = decision.isGuessed
        messages = entries.compactMap { entry in
            guard let at = entry.head.stamp.time(decision.order) else { return nil }
            return ExportedMessage(at: at, body: entry.body, layout: entry.head.layout, words: words)
        }
    }

    /// The people who wrote, each once, in the order of their first message.
    public var senders: [String] { senders(atMost: .max) }

    /// Returns the first people who wrote. Whoever asks for three knows whether it is a group, without all its names.
    public func senders(atMost most: Int) -> [String] {
        distinct(messages.lazy.filter { $0.kind != .system }.compactMap(\.sender), atMost: most)
    }

    private struct Entry {
        let head: ExportLine
        var body: [[Unicode.Scalar]]
    }

    /// Returns the lines as scalars, without line breaks and byte order marks.
    private static func lines(_ text: String) -> [[Unicode.Scalar]] {
        var lines: [[Unicode.Scalar]] = [[]]
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": lines.append([])
            case "\r", "\u{FEFF}": continue
            default: lines[lines.count - 1].append(scalar)
            }
        }
        return lines
    }
}

/// Returns the first different values, in their order. It looks at each value once, and at none behind the last that
/// it needs.
func distinct<Value: Hashable>(_ values: some Sequence<Value>, atMost most: Int) -> [Value] {
    var found: [Value] = [], seen: Set<Value> = []
    for value in values where seen.insert(value).inserted {
        found.append(value)
        if found.count >= most { break }
    }
    return found
}

/// Says why a text is not a chat export.
public enum ChatExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No line begins with a date and a time.
    case noMessages
    /// No order of day, month and year makes dates of the numbers.
    case noDates

    public var description: String {
        switch self {
        case .noMessages: "No line begins with a date and a time, as the lines of a WhatsApp chat do."
        case .noDates: "The dates of this chat cannot be read: they fit neither day, month and year nor another order."
        }
    }
}

/// One message of an exported chat.
public struct ExportedMessage: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case message, media, deleted, system, location
    }

    /// The wall clock of the phone that wrote the file.
    public let at: LocalDateTime
    /// The name or number as the phone showed it; nil for lines of the app.
    public let sender: String?
    /// The words of the person: a message, a caption, the link of a place. Empty for all else.
    public let text: String
    public let kind: Kind
    public let isEdited: Bool
}
