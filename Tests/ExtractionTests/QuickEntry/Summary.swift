import CivilTime
import Extraction
import PrayerTimes
import Testing

/// Reads a sentence on Monday 23 November 2026 at 13:20, in a week that begins on Sunday.
func read(_ text: String, firstDay: Weekday = .sunday, at hour: Int = 13) throws -> QuickDraft? {
    let today = try #require(LocalDate(year: 2026, month: 11, day: 23))
    let now = try #require(LocalDateTime(date: today, hour: hour, minute: 20))
    return QuickEntry.read(
        text, on: now, firstDay: firstDay, hijri: .ummAlQura, lexicon: try lexicon.get())
}

/// Returns a draft in one line: the title, then what else the sentence says, with ` | ` between.
func summary(_ draft: QuickDraft?) -> String {
    guard let draft else { return "nothing" }
    var parts = [draft.title]
    if let day = draft.day { parts.append(text(day) + (draft.lastDay.map { " to " + text($0) } ?? "")) }
    switch draft.start {
    case .clock(let hour, let minute)?: parts.append("\(hour):\(minute < 10 ? "0" : "")\(minute)")
    case .prayer(let prayer, let minutes)?: parts.append("\(prayer.rawValue)\(minutes < 0 ? "" : "+")\(minutes)")
    case nil: break
    }
    if let minutes = draft.minutes { parts.append("\(minutes) min") }
    if draft.isAllDay { parts.append("all day") }
    if let place = draft.place { parts.append("at \(place)") }
    if !draft.people.isEmpty { parts.append("with \(draft.people.joined(separator: ", "))") }
    if let repetition = draft.repetition { parts.append(text(repetition)) }
    return parts.joined(separator: " | ")
}

private func text(_ day: LocalDate) -> String {
    day.year == 2026 ? String(day.iso8601.dropFirst(5)) : day.iso8601
}

private func text(_ repetition: QuickRepetition) -> String {
    switch repetition {
    case .daily: "daily"
    case .workingDays: "working days"
    case .weekly(let interval, let days):
        "every \(interval) weeks" + days.sorted { $0.rawValue < $1.rawValue }.map { " \($0)" }.joined()
    case .monthly: "monthly"
    case .yearly: "yearly"
    case .hijriMonthly: "Hijri monthly"
    case .hijriYearly: "Hijri yearly"
    case .monthlyWeekday(let week, let weekday): "monthly \(week) \(weekday)"
    case .monthEnd: "month end"
    case .monthlyDays(let days): "monthly on" + days.sorted().map { " \($0)" }.joined()
    }
}

/// Reads a sentence on Friday 27 November 2026 at 4:10, before dawn in Riyadh.
func readOnFriday(_ text: String) throws -> QuickDraft? {
    let today = try #require(LocalDate(year: 2026, month: 11, day: 27))
    let now = try #require(LocalDateTime(date: today, hour: 4, minute: 10))
    return QuickEntry.read(text, on: now, firstDay: .sunday, hijri: .ummAlQura, lexicon: try lexicon.get())
}

/// Returns a draft in one line: the summary, then the likely day, the end of the series and what was not understood.
func wholeSummary(_ draft: QuickDraft?) -> String {
    guard let draft else { return "nothing" }
    var parts = [summary(draft), "first " + text(draft.likelyDay)]
    switch draft.end {
    case .until(let day)?: parts.append("until " + text(day))
    case .count(let count)?: parts.append("\(count) times" + (draft.isOnce ? ", once each" : ""))
    case nil: break
    }
    if let zone = draft.zone { parts.append(zone) }
    if let hijri = draft.hijri { parts.append(hijri.description) }
    parts += draft.notUnderstood.map { "not: \($0.text)" }
    return parts.joined(separator: " | ")
}
