public import CivilTime

extension CalendarStream {
    /// Lists the occurrences in a window, for people and tests: one line each, the earliest first.
    ///
    /// Start, end, UID and summary are separated by tabs; CANCELLED follows for what does not take place. A day has 8
    /// digits. A floating time has no Z, and neither has a time in an unknown zone. All other times are in UTC, also
    /// floating times of a calendar that names its zone. Events without a calendar are listed too.
    ///
    /// - Parameters:
    ///   - floating: the reader's zone, for days and floating times.
    ///   - names: the names of the components to list.
    public func occurrenceLines(
        in window: Range<Instant>, floating: any ZoneRules, names: Set<String> = ["VEVENT"],
        database: @escaping ZoneResolver.Database, budget: inout WorkBudget
    ) throws(RecurrenceError) -> [String] {
        var lines: [(start: Instant, text: String)] = []
        for calendar in calendars {
            let zones = ZoneResolver(calendar, database: database)
            for series in Series.all(in: calendar, names: names, zones: zones, floating: floating) {
                for occurrence in try series.occurrences(in: window, budget: &budget) {
                    lines.append((occurrence.startInstant, series.line(occurrence)))
                }
            }
        }
        return lines.sorted { ($0.start, $0.text) < ($1.start, $1.text) }.map(\.text)
    }

    /// The calendars, and one more with the components that are outside of any.
    var calendars: [Component] {
        let loose = components.filter { $0.name != "VCALENDAR" }
        let calendars = components.filter { $0.name == "VCALENDAR" }
        return loose.isEmpty ? calendars : calendars + [Component("VCALENDAR", components: loose)]
    }
}

extension Series {
    fileprivate func line(_ occurrence: Occurrence) -> String {
        let component = components[occurrence.partIndex]
        let clock = clock(ofPart: occurrence.partIndex)
        return ([
            text(occurrence.start, occurrence.startInstant, clock), text(occurrence.end, occurrence.endInstant, clock),
            onOneLine(component.first("UID")), onOneLine(component.first("SUMMARY")),
        ] + (component.first("STATUS")?.keyword == "CANCELLED" ? ["CANCELLED"] : [])).joined(separator: "\t")
    }

    private func text(_ value: DateOrTime, _ instant: Instant, _ clock: SeriesClock?) -> String {
        clock?.isMoments ?? false ? DateOrTime.utc(instant).text : value.text
    }

    private func onOneLine(_ property: Property?) -> String {
        guard let property else { return "" }
        return String(decoding: property.unescapedValue.utf8.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
}
