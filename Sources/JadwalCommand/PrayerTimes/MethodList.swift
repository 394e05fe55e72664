import PrayerTimes

/// Describes every method in some lines, for a terminal.
func methodList() -> String {
    Method.all.map { method in
        """
        \(method.name): \(method.title)
            Fajr \(degrees(method.fajrAngle)), Isha \(ishaText(method)), Maghrib \(maghribText(method))
            minutes: \(minutesText(method)); rounding: \(roundingText(method))
            source: \(method.source)
        """
    }.joined(separator: "\n") + """

        custom: --fajr-angle, --isha-angle or --isha-minutes, --maghrib-angle, --rounding
        """
}

/// Returns the table of docs/prayer-times.md.
func methodTable() -> String {
    let rows = Method.all.map { method in
        "| `\(method.name)` | \(method.title) | \(degrees(method.fajrAngle)) | \(ishaText(method)) | \(maghribText(method)) "
            + "| \(minutesText(method)) | \(roundingText(method)) | \(method.source) |"
    }
    return """
        | method | authority | Fajr | Isha | Maghrib | minutes | rounding | source |
        |---|---|---|---|---|---|---|---|
        \(rows.joined(separator: "\n"))
        """
}

private func ishaText(_ method: Method) -> String {
    switch method.isha {
    case .angle(let angle): degrees(angle)
    case .minutes(let minutes, let inRamadan):
        minutes == inRamadan ? "+\(minutes) min" : "+\(minutes) min, in Ramadan +\(inRamadan)"
    }
}

private func maghribText(_ method: Method) -> String {
    if let angle = method.maghribAngle { return degrees(angle) }
    let height = method.reckonsWithHeight ? " from the town's height" : ""
    return method.horizon == Method.opticalHorizon ? "sunset\(height)" : "sun at -\(degrees(method.horizon))"
}

/// Formats a method's minutes: `dhuhr +1, maghrib +3`.
private func minutesText(_ method: Method) -> String {
    let parts = DayEvent.allCases.compactMap { event -> String? in
        let minutes = method.minutes[event]
        return minutes == 0 ? nil : "\(event.rawValue) \(minutes > 0 ? "+" : "")\(minutes)"
    }
    return parts.isEmpty ? "none" : parts.joined(separator: ", ")
}

/// Formats a method's rounding, the most common first, then the exceptions: `up, sunrise down`.
private func roundingText(_ method: Method) -> String {
    let counts = Rounding.allCases.map { rounding in
        (rounding: rounding, count: DayEvent.allCases.count { method.rounding[$0] == rounding })
    }
    guard let usual = counts.max(by: { $0.count < $1.count })?.rounding else { return "" }
    let others = DayEvent.allCases.filter { method.rounding[$0] != usual }.map { "\($0.rawValue) \(method.rounding[$0].rawValue)" }
    return ([usual.rawValue] + others).joined(separator: ", ")
}

/// Formats degrees: `18°`, `17.7°`.
private func degrees(_ angle: Double) -> String {
    angle == angle.rounded() ? "\(Int(angle))°" : "\(angle)°"
}
