internal import CivilTime

extension FeedDraft {
    mutating func takeService(_ row: TableRow, _ columns: Columns) {
        guard let start = row[columns[1]].date, let end = row[columns[2]].date else {
            let wrong = row[columns[1]].date == nil ? row[columns[1]] : row[columns[2]]
            return report(.badDate(wrong.string), .calendar, row.line)
        }
        let number = services.number(of: row[columns[0]], in: .calendar, row.line)
        let weekdays = (0..<7).filter { row[columns[3 + $0]].number == 1 }.reduce(UInt8(0)) { $0 | 1 << UInt8($1) }
        if services[number]?.hasCalendar == true {
            return report(.repeatedID(services.ids[number]), .calendar, row.line)
        }
        var service = services[number] ?? TransitService()
        service.setCalendar(weekdays, start, end)
        services.replace(number, service)
    }

    mutating func takeException(_ row: TableRow, _ columns: Columns) {
        guard let date = row[columns[1]].date else {
            return report(.badDate(row[columns[1]].string), .calendarDates, row.line)
        }
        guard let kind = row[columns[2]].number, (1...2).contains(kind) else {
            return report(.badNumber(row[columns[2]].string), .calendarDates, row.line)
        }
        let number = services.number(of: row[columns[0]], in: .calendarDates, row.line)
        var service = services[number] ?? TransitService()
        service.setException(date, runs: kind == 1)
        services.replace(number, service)
    }

    mutating func takeFrequency(_ row: TableRow, _ columns: Columns) {
        guard let start = row[columns[1]].time, let end = row[columns[2]].time else {
            let wrong = row[columns[1]].time == nil ? row[columns[1]] : row[columns[2]]
            return report(.badTime(wrong.string), .frequencies, row.line)
        }
        guard let headway = row[columns[3]].number, headway > 0 else {
            return report(.badNumber(row[columns[3]].string), .frequencies, row.line)
        }
        frequencies.append(FrequencyRow(
            trip: trips.number(of: row[columns[0]], in: .frequencies, row.line), start: start, end: end,
            headway: headway))
    }

    mutating func takeTransfer(_ row: TableRow, _ columns: Columns) {
        let kind = row[columns[2]].isEmpty ? 0 : row[columns[2]].number ?? -1
        guard (4..<8).allSatisfy({ row[columns[$0]].isEmpty }), kind != 4, kind != 5 else {
            return report(.unsupportedTransfer, .transfers, row.line)
        }
        let time = row[columns[3]]
        guard (0...3).contains(kind), time.isEmpty || time.number != nil else {
            let wrong = (0...3).contains(kind) ? time : row[columns[2]]
            return report(.badNumber(wrong.string), .transfers, row.line)
        }
        transfers.append(TransferRow(
            from: stops.number(of: row[columns[0]], in: .transfers, row.line),
            to: stops.number(of: row[columns[1]], in: .transfers, row.line), kind: kind, seconds: time.number ?? -1))
    }
}
