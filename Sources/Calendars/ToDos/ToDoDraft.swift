package import CivilTime

/// A to-do as a form describes it. Texts are plain, without the escapes of calendar files.
package struct ToDoDraft: Sendable, Hashable {
    package var title: String
    /// nil if it has no day.
    package var due: ToDoDue?
    /// DESCRIPTION.
    package var note: String
    package var priority: EventPriority

    package init(title: String, due: ToDoDue? = nil, note: String = "", priority: EventPriority = .none) {
        self.title = title
        self.due = due
        self.note = note
        self.priority = priority
    }

    /// The most Unicode scalars of title and note.
    package static let mostTitle = 500, mostNote = 50_000

    /// Returns the first problem of each field.
    ///
    /// - Parameter clocks: the customer's.
    package func problems(_ clocks: TimeZoneRules) -> [ToDoProblem] {
        var problems: [ToDoProblem] = []
        if title.isEmpty {
            problems.append(.noTitle)
        } else if title.unicodeScalars.count > Self.mostTitle {
            problems.append(.titleTooLong(limit: Self.mostTitle))
        } else if title.unicodeScalars.contains(where: \.isUnfitForText) {
            problems.append(.titleCharacters)
        }
        if note.unicodeScalars.count > Self.mostNote {
            problems.append(.noteTooLong(limit: Self.mostNote))
        } else if note.unicodeScalars.contains(where: { $0.isUnfitForText && $0 != "\n" && $0 != "\t" }) {
            problems.append(.noteCharacters)
        }
        if let due, !(1583...9999).contains(due.day.year) { problems.append(.yearOutOfRange) }
        if case .time(let local)? = due, case .skipped = clocks.resolve(local) { problems.append(.skippedTime) }
        return problems
    }
}

/// The day or the time at which a to-do is due.
package enum ToDoDue: Sendable, Hashable {
    case day(LocalDate)
    /// A time on the customer's clocks.
    case time(LocalDateTime)

    package var day: LocalDate {
        switch self {
        case .day(let day): day
        case .time(let local): local.date
        }
    }

    /// The key by which to-dos are sorted: what is due on a day comes after its times.
    var order: (LocalDate, Int) {
        switch self {
        case .day(let day): (day, 1_440)
        case .time(let local): (local.date, local.minuteOfDay)
        }
    }
}

/// A value of a draft that cannot be stored.
package enum ToDoProblem: Error, Sendable, Hashable {
    case noTitle
    case titleTooLong(limit: Int)
    case titleCharacters
    case noteTooLong(limit: Int)
    case noteCharacters
    /// Before the year 1583, or after 9999.
    case yearOutOfRange
    /// The customer's clocks skip that time.
    case skippedTime
}

package struct ToDoProblems: Error, Sendable, Hashable {
    package let problems: [ToDoProblem]
}

extension Unicode.Scalar {
    /// True for controls, which programs do not store, and for marks that turn the text after them around.
    fileprivate var isUnfitForText: Bool {
        properties.generalCategory == .control || self == "\u{FFFE}" || self == "\u{FFFF}"
            || ("\u{202A}"..."\u{202E}").contains(self) || ("\u{2066}"..."\u{2069}").contains(self)
    }
}
