package import CivilTime
package import PrayerTimes
import Text

/// A timetable that was read from a text.
package struct ReadTable: Sendable {
    package let table: MosqueTable
    /// The names of columns that are not read.
    package let unusedColumns: [String]
}

/// A reader of timetables as mosques have them: columns between commas, semicolons, tabs, bars or spaces, with names in
/// English or Arabic, or in the plain order.
package struct TableReader {
    /// Limits of a table: four years of days, in a file that a page can show again.
    package static let mostDays = 1_500
    package static let mostBytes = 256 << 10

    /// The rules of the place's clocks.
    let zone: TimeZoneRules
    /// Today in the place. It decides the year of dates that have none.
    let today: LocalDate

    package init(zone: TimeZoneRules, today: LocalDate) {
        self.zone = zone
        self.today = today
    }

    /// Returns the text of a file.
    package func text(_ bytes: [UInt8]) throws(TableProblems) -> String {
        guard bytes.count <= Self.mostBytes else { throw TableProblems(.tooLarge(kilobytes: Self.mostBytes >> 10)) }
        return try tableText(bytes)
    }

    /// Reads a text.
    package func read(_ text: String) throws(TableProblems) -> ReadTable {
        guard text.utf8.count <= Self.mostBytes else { throw TableProblems(.tooLarge(kilobytes: Self.mostBytes >> 10)) }
        let rows = tableRows(plainTable(text)).filter { !$0.isEmpty }
        var header: TableHeader?, start = 0
        // A title may be above the names.
        for (index, row) in rows.prefix(10).enumerated() {
            if let found = try TableHeader(row) {
                (header, start) = (found, index + 1)
                break
            }
        }
        var body = Array(rows[start...])
        if header == nil { body = try plainRows(body) }
        // Pasted pages repeat the names.
        if let header { body = body.filter { $0.cells != header.names } }
        guard !body.isEmpty else { throw TableProblems(.empty) }
        guard body.count <= Self.mostDays else {
            throw TableProblems(.tooManyDays(Self.mostDays), line: body[Self.mostDays].line)
        }
        let columns = header ?? .plain
        var reading = Reading(zone: zone, today: today, header: columns)
        let days = reading.days(body)
        guard reading.problems.isEmpty else {
            throw TableProblems(reading.problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
        }
        guard !days.isEmpty else { throw TableProblems(.empty) }
        return ReadTable(table: MosqueTable(days), unusedColumns: columns.unused)
    }

    /// Returns rows without names of columns in the plain order: without the day of the week, and without empty cells
    /// at their end.
    private func plainRows(_ rows: [TableRow]) throws(TableProblems) -> [TableRow] {
        let plain = rows.map { row in
            var cells = row.cells.filter { cell in
                let words = foldedWords(cell)
                return words.count != 1 || !weekdayWords.contains(words[0])
            }
            while cells.count > TableHeader.plain.width, cells.last == "" { cells.removeLast() }
            return TableRow(line: row.line, cells: cells)
        }
        if let first = plain.first, first.cells.count != TableHeader.plain.width {
            throw TableProblems(.noHeader(cells: first.cells.count), line: first.line)
        }
        return plain
    }
}

/// The reading of the lines below the header.
private struct Reading {
    let zone: TimeZoneRules
    let today: LocalDate
    let header: TableHeader
    var problems: [TableProblem] = []

    init(zone: TimeZoneRules, today: LocalDate, header: TableHeader) {
        self.zone = zone
        self.today = today
        self.header = header
    }

    mutating func days(_ rows: [TableRow]) -> [MosqueDay] {
        let sound = rows.compactMap { row -> TableRow? in
            let extra = row.cells.dropFirst(header.width)
            if row.cells.count < header.width || extra.contains(where: { !$0.isEmpty }) {
                problems.append(TableProblem(row.line, .cells(row.cells.count, wanted: header.width)))
                return nil
            }
            return row
        }
        var dates: [WrittenDate?] = []
        for row in sound { dates.append(writtenDate(row)) }
        let order = DateOrder(dates.compactMap { $0 })
        let times = sound.map(writtenTimes)
        // One time after noon shows that the table has 24 hours. Then 3:20 is in the night.
        let isOf12Hours = !times.contains { $0.contains(where: \.isOf24Hours) }
        var lines: [LocalDate: Int] = [:], days: [MosqueDay] = []
        for (row, written) in zip(sound, dates) {
            guard let date = written.flatMap({ date($0, row, order) }) else { continue }
            if let line = lines[date] {
                problems.append(TableProblem(row.line, .repeatedDate(date, line: line)))
                continue
            }
            lines[date] = row.line
            let day = day(date, row, isOf12Hours: isOf12Hours)
            let hasIqama = DayEvent.allCases.contains { day.iqama[$0] != nil }
            if !day.events.isEmpty || hasIqama { days.append(day) }
        }
        return days
    }

    private func cell(_ column: TableColumn, _ row: TableRow) -> String {
        let cell = header.columns[column].map { row.cells[$0] } ?? ""
        return cell.allSatisfy { "-. ".contains($0) } ? "" : cell
    }

    // MARK: Dates

    private mutating func writtenDate(_ row: TableRow) -> WrittenDate? {
        let cell = cell(.date, row)
        guard !cell.isEmpty else {
            problems.append(TableProblem(row.line, .noDate))
            return nil
        }
        do throws(DateProblem) {
            return try WrittenDate(cell)
        } catch {
            problems.append(TableProblem(row.line, error == .shortYear ? .shortYear(cell) : .date(cell)))
            return nil
        }
    }

    private mutating func date(_ written: WrittenDate, _ row: TableRow, _ order: DateOrder) -> LocalDate? {
        let cell = cell(.date, row)
        func refuse(_ reason: TableProblem.Reason) -> LocalDate? {
            problems.append(TableProblem(row.line, reason))
            return nil
        }
        var year: Int?, month: Int, day: Int
        switch written {
        case .whole(let y, let m, let d): (year, month, day) = (y, m, d)
        case .named(let m, let d): (year, month, day) = (nil, m, d)
        case .pair(let one, let two, let y):
            (year, month, day) = order.isMonthFirst ? (y, one, two) : (y, two, one)
            if y == nil, !order.isCertain { return refuse(.ambiguousDate(cell)) }
        }
        if let year {
            if (1_300...1_600).contains(year) { return refuse(.otherCalendar(year: year)) }
            guard let date = LocalDate(year: year, month: month, day: day) else { return refuse(.date(cell)) }
            guard abs(year - today.year) <= 10 else { return refuse(.farYear(year)) }
            return date
        }
        guard LocalDate(year: 2_000, month: month, day: day) != nil else { return refuse(.date(cell)) }
        // The twelve months that began a month ago.
        let window = (today - 31)...(today + 333)
        let years = (today.year - 1)...(today.year + 1)
        let dates = years.compactMap { LocalDate(year: $0, month: month, day: day) }
        return dates.first(where: window.contains) ?? refuse(.noLeapDay)
    }

    // MARK: Times

    private func writtenTimes(_ row: TableRow) -> [WrittenTime] {
        DayEvent.allCases.flatMap { [TableColumn.time($0), .iqama($0)] }.compactMap { WrittenTime(cell($0, row)) }
    }

    private mutating func day(_ date: LocalDate, _ row: TableRow, isOf12Hours: Bool) -> MosqueDay {
        var day = MosqueDay(date, times: PerEvent(all: nil))
        var last: (event: DayEvent, text: String, minute: Int)?
        for event in DayEvent.allCases {
            let text = cell(.time(event), row)
            guard !text.isEmpty else { continue }
            func refuse(_ reason: TableProblem.Reason) { problems.append(TableProblem(row.line, reason)) }
            guard let written = WrittenTime(text) else {
                refuse(.time(text, event))
                continue
            }
            let possible = event.minutes(written, isOf12Hours: isOf12Hours).filter(event.possibleMinutes.contains)
            guard !possible.isEmpty else {
                refuse(.unlikely(text, event))
                continue
            }
            guard let minute = possible.first(where: { $0 > last?.minute ?? -1 }) else {
                if let last { refuse(.outOfOrder(text, event, after: last.text, last.event)) }
                continue
            }
            if isSkipped(minute, of: date) {
                refuse(.skipped(text, event))
                continue
            }
            day.times[event] = minute
            last = (event, text, minute)
        }
        for event in DayEvent.allCases where event.isPrayer {
            day.iqama[event] = iqama(event, of: day, row, isOf12Hours: isOf12Hours)
        }
        return day
    }

    private mutating func iqama(_ event: DayEvent, of day: MosqueDay, _ row: TableRow, isOf12Hours: Bool) -> Int? {
        let text = cell(.iqama(event), row)
        guard !text.isEmpty else { return nil }
        func refuse(_ reason: TableProblem.Reason) -> Int? {
            problems.append(TableProblem(row.line, reason))
            return nil
        }
        switch WrittenIqama(text) {
        case nil: return refuse(.iqama(text, event))
        case .minutes(let minutes): return minutes
        case .time(let written):
            let prayer = cell(.time(event), row)
            guard let minute = day.times[event] else {
                // A wrong time of the prayer has been refused already.
                return prayer.isEmpty ? refuse(.loneIqama(text, event)) : nil
            }
            let delays = written.minutes(isOf12Hours: isOf12Hours).flatMap { [$0 - minute, $0 + 1_440 - minute] }
            let delay = delays.sorted().first { (0...MosqueDay.longestIqama).contains($0) }
            return delay ?? refuse(.farIqama(text, event, after: prayer))
        }
    }

    /// True if the clocks of the place skip a minute of a day.
    private func isSkipped(_ minute: Int, of date: LocalDate) -> Bool {
        let time = LocalDateTime(date: date + minute / 1_440, hour: minute % 1_440 / 60, minute: minute % 60)
        if let time, case .skipped = zone.resolve(time) { return true }
        return false
    }
}
