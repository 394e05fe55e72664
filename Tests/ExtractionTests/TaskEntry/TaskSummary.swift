import CivilTime
import Extraction
import PrayerTimes
import Testing

/// The names of the saved places of the examples.
let placeNames = ["Gym", "Home", "الصيدلية الكبيرة", "النادي"]

/// Reads a line on Monday 23 November 2026 at 13:20, in a week that begins on Sunday.
func readTask(_ text: String) throws -> TaskDraft? {
    let today = try #require(LocalDate(year: 2026, month: 11, day: 23))
    let now = try #require(LocalDateTime(date: today, hour: 13, minute: 20))
    return TaskEntry.read(
        text, on: now, firstDay: .sunday, hijri: .ummAlQura, places: placeNames, lexicon: try lexicon.get())
}

/// Returns a task in one line: the title, then what else the line says, with ` | ` between.
func summary(_ draft: TaskDraft?) -> String {
    guard let draft else { return "nothing" }
    var parts = [draft.title]
    if let minutes = draft.minutes { parts.append("\(minutes) min") }
    switch draft.frequency {
    case .once?: parts.append("once")
    case .daily?: parts.append("daily")
    case .weekly(let times)?: parts.append("\(times) a week")
    case nil: break
    }
    if let rest = draft.restDays { parts.append("\(rest) apart") }
    if let piece = draft.pieceMinutes { parts.append("pieces \(piece.lowerBound)-\(piece.upperBound)") }
    if let window = draft.window { parts.append("\(text(window.from))..\(text(window.to))") }
    if !draft.weekdays.isEmpty {
        let days = draft.weekdays.sorted { $0.rawValue < $1.rawValue }
        parts.append(days.map { "\($0)".prefix(3) }.joined(separator: " "))
    }
    if draft.isOnWorkingDays { parts.append("working days") }
    if let first = draft.firstDay { parts.append("from \(text(first))") }
    if let last = draft.lastDay {
        parts.append("to \(text(last))" + (draft.lastMinute.map { " " + clock($0) } ?? ""))
    }
    switch draft.place {
    case .saved(let number)?: parts.append("@\(placeNames[number])")
    case .named(let name)?: parts.append("at \(name)")
    case nil: break
    }
    if let importance = draft.importance { parts.append(importance.rawValue) }
    return (parts + draft.notUnderstood.map { "not: \($0)" }).joined(separator: " | ")
}

private func text(_ edge: TaskEdge?) -> String {
    switch edge {
    case .clock(let minute)?: clock(minute)
    case .prayer(let prayer)?: prayer.rawValue
    case nil: ""
    }
}

private func text(_ day: LocalDate) -> String {
    day.year == 2026 ? String(day.iso8601.dropFirst(5)) : day.iso8601
}

private func clock(_ minute: Int) -> String { "\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)" }
