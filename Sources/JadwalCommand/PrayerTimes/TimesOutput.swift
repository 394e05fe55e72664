import CivilTime
import PrayerTimes

/// Returns a line for each day, after `date,fajr,sunrise,dhuhr,asr,maghrib,isha`. A field is empty if there is
/// no such time.
func timesCSV(_ days: [TimetableDay], _ place: Place, _ output: OutputOptions) -> String {
    let header = (["date"] + DayEvent.allCases.map(\.time.column)).joined(separator: ",")
    let lines = days.map { day in
        let times = DayEvent.allCases.map { event in
            moment(of: event, day, output).map { output.utc ? instantText($0, output) : clockText($0, place.zone, output) } ?? ""
        }
        return ([day.date.iso8601] + times).joined(separator: ",")
    }
    return ([header] + lines).joined(separator: "\n")
}

/// Returns columns for people, with remarks on how the times were computed.
func timesTable(_ days: [TimetableDay], _ found: ResolvedPlace, _ rules: Rules, _ output: OutputOptions) -> String {
    let zone = output.utc ? TimeZoneRules.utc : found.place.zone
    let width = (output.seconds ? 10 : 5) + 3
    var lines: [Substring] = [
        "\(found.name), \(zone.name)",
        "\(rules.method.name) (\(rules.method.title)), \(rules.school.rawValue) school",
        "",
        trimmed(padded("date", 13) + DayEvent.allCases.map { padded($0.time.column, width) }.joined()),
    ]
    for day in days {
        let times = DayEvent.allCases.map { event in
            padded(moment(of: event, day, output).map { clockText($0, zone, output) } ?? "-", width)
        }
        let remarks = remarks(day, isSeasonal: rules.method.isSeasonal).joined(separator: "; ")
        lines.append(trimmed(padded(day.date.iso8601, 13) + times.joined() + remarks))
    }
    return lines.joined(separator: "\n")
}

/// Returns remarks on a day's times for a person.
private func remarks(_ day: TimetableDay, isSeasonal: Bool) -> [String] {
    var remarks: [String] = []
    if day.isRamadan { remarks.append("Ramadan") }
    if let rule = day.polar { remarks.append("polar day by \(rule.rawValue)") }
    // A seasonal method gives minutes itself: no rule replaces its angle.
    switch isSeasonal ? (nil, nil) : (day.highLatitude.fajr, day.highLatitude.isha) {
    case (let fajr?, let isha?) where fajr == isha: remarks.append("Fajr and Isha by \(fajr.rawValue)")
    case (let fajr, let isha):
        if let fajr { remarks.append("Fajr by \(fajr.rawValue)") }
        if let isha { remarks.append("Isha by \(isha.rawValue)") }
    }
    if let problem = day.problem { remarks.append(problem.sentence) }
    return remarks
}

extension DayProblem {
    fileprivate var sentence: String {
        switch self {
        case .noNoon: "the sun's noon is on another date of this clock"
        case .sunStaysDown: "the sun stays down"
        case .sunStaysUp: "the sun stays up"
        case .noTwilight: "the sun does not sink to the angle"
        case .outOfOrder: "the times are out of order"
        }
    }
}

private func moment(of event: DayEvent, _ day: TimetableDay, _ output: OutputOptions) -> Instant? {
    output.seconds ? day.exact[event].map(toTenths) : day.times[event]
}

/// Rounds to the nearest tenth of a second.
private func toTenths(_ moment: Instant) -> Instant {
    let shifted = moment + .milliseconds(50)
    return shifted - .microseconds(shifted.utc.microsecond % 100_000)
}

/// Formats local time: `05:37`, with seconds `05:37:12.4`.
private func clockText(_ moment: Instant, _ zone: TimeZoneRules, _ output: OutputOptions) -> String {
    let clock = zone.local(moment)
    let minutes = "\(twoDigits(clock.hour)):\(twoDigits(clock.minute))"
    return output.seconds ? "\(minutes):\(twoDigits(clock.second)).\(moment.utc.microsecond / 100_000)" : minutes
}

/// Formats UTC: `2026-11-21T02:54:00Z`, with seconds `2026-11-21T02:53:39.3Z`.
private func instantText(_ moment: Instant, _ output: OutputOptions) -> String {
    let text = moment.iso8601
    return output.seconds ? "\(text.dropLast()).\(moment.utc.microsecond / 100_000)Z" : text
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// Returns a line without the spaces at its end.
private func trimmed(_ line: String) -> Substring {
    var line = line[...]
    while line.last == " " { line.removeLast() }
    return line
}
