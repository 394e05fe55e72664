import PrayerTimes
import Text

/// The meaning of a column of a table.
enum TableColumn: Hashable {
    case date
    case time(DayEvent)
    case iqama(DayEvent)
}

/// The columns of a table.
struct TableHeader {
    /// The position of each column.
    let columns: [TableColumn: Int]
    /// The names as they are written; none in the plain order.
    let names: [String]
    /// The names of the columns that are not read.
    let unused: [String]

    /// The order of a table without names of columns: the date, then the six times.
    static let plain: TableHeader = {
        var columns: [TableColumn: Int] = [.date: 0]
        for (index, event) in DayEvent.allCases.enumerated() { columns[.time(event)] = index + 1 }
        return TableHeader(columns: columns, names: [], unused: [])
    }()

    /// The number of cells of a line.
    var width: Int { names.isEmpty ? columns.count : names.count }

    private init(columns: [TableColumn: Int], names: [String], unused: [String]) {
        self.columns = columns
        self.names = names
        self.unused = unused
    }

    /// Reads a row of names.
    ///
    /// - Returns: nil if fewer than two of its cells are names of columns: a title may have the name of a prayer, too.
    init?(_ row: TableRow) throws(TableProblems) {
        let names = row.cells.map { ColumnName($0) }
        let known = names.filter { $0.meaning != nil }
        guard Set(known.map(\.meaning)).count >= 2 else { return nil }
        var columns: [TableColumn: Int] = [:], problems: [TableProblem] = []
        // A name that says nothing else wins: beside Asr, "Asr (Hanafi)" is another time.
        for isExact in [true, false] {
            for (index, name) in names.enumerated() where name.isExact == isExact {
                let column: TableColumn
                switch name.meaning {
                case .date: column = .date
                case .time(let event): column = .time(event)
                case .iqama(let event?): column = .iqama(event)
                case .iqama(nil):
                    // An iqama without a name belongs to the prayer before it.
                    guard index > 0, case .time(let event) = names[index - 1].meaning, event.isPrayer else { continue }
                    column = .iqama(event)
                case .weekday, .other, nil: continue
                }
                guard let first = columns[column] else {
                    columns[column] = index
                    continue
                }
                guard isExact || !names[first].isExact else { continue }
                switch column {
                // A table may have the date in words, too.
                case .date: continue
                case .time(let event): problems.append(TableProblem(row.line, .doubledColumn(event, isIqama: false)))
                case .iqama(let event): problems.append(TableProblem(row.line, .doubledColumn(event, isIqama: true)))
                }
            }
        }
        if columns[.date] == nil { columns[.date] = names.firstIndex { $0.meaning == .weekday } }
        if columns[.date] == nil { problems.append(TableProblem(row.line, .noDates)) }
        if !columns.keys.contains(where: { if case .time = $0 { true } else { false } }) {
            problems.append(TableProblem(row.line, .noTimes))
        }
        guard problems.isEmpty else { throw TableProblems(problems) }
        self.columns = columns
        self.names = row.cells
        let used = Set(columns.values)
        unused = row.cells.indices.filter { !used.contains($0) && !row.cells[$0].isEmpty }.map { row.cells[$0] }
    }
}

/// The name of a column.
private struct ColumnName {
    enum Meaning: Hashable {
        case date
        /// The day of the week, or a date if no other column has one.
        case weekday
        case time(DayEvent)
        /// nil for the prayer of the column before.
        case iqama(DayEvent?)
        /// A time or date that a feed does not take from a table.
        case other
    }

    /// nil for a name that is not known.
    let meaning: Meaning?
    /// True if the name has no other word.
    let isExact: Bool

    init(_ cell: String) {
        let words = foldedWords(cell).map { word in
            word.hasPrefix("ال") && word.unicodeScalars.count > 3 ? String(word.dropFirst(2)) : word
        }
        func has(_ known: Set<String>) -> Bool { words.contains(where: known.contains) }
        let events = Set(words.compactMap { eventNames[$0] })
        let isIqama = has(iqamaNames)
        if has(otherNames) {
            meaning = .other
        } else if isIqama {
            meaning = events.count <= 1 ? .iqama(events.first) : nil
        } else if let event = events.first {
            meaning = events.count == 1 ? .time(event) : nil
        } else if has(dateNames) {
            meaning = .date
        } else if has(weekdayNames) {
            meaning = .weekday
        } else {
            meaning = nil
        }
        isExact = words.allSatisfy { word in
            eventNames[word] != nil || [iqamaNames, dateNames, weekdayNames, fillers].contains { $0.contains(word) }
        }
    }
}

/// Names of columns as tables of mosques write them, folded and without the Arabic article.
private let eventNames: [String: DayEvent] = {
    let names: [(DayEvent, String)] = [
        (.fajr, "fajr fajar fajir fejr subh sobh sabah فجر صبح"),
        (.sunrise, "sunrise shuruq shurooq shurouk shorouk shorook ishraq شروق إشراق"),
        (.dhuhr, "dhuhr duhr dhur dhuhur zuhr zohr zuhur thuhr dohr zawal ظهر"),
        (.asr, "asr asar عصر"),
        (.maghrib, "maghrib magrib maghreb magreb sunset مغرب غروب"),
        (.isha, "isha ishaa esha eisha icha عشاء"),
    ]
    var events: [String: DayEvent] = [:]
    for (event, words) in names {
        for word in foldedWords(words) { events[word] = event }
    }
    return events
}()
private let iqamaNames = Set(foldedWords(
    "iqama iqamah iqamat iqaama iqaamah jamaat jamaah jamat jamah jama jamaa congregation إقامة إقامه جماعة"))
private let dateNames = Set(foldedWords("date gregorian تاريخ ميلادي"))
private let weekdayNames = Set(foldedWords("day weekday يوم"))
private let otherNames = Set(foldedWords("""
    hijri hijrah islamic jumuah jumuaa jumah jummah jumua imsak midnight duha هجري هجرية جمعة إمساك ضحى
    """))
private let fillers = Set(foldedWords(
    "adhan azan athan adan begin begins beginning start starts time times prayer salah salat أذان صلاة وقت بداية موعد"))

/// The names of the days of the week, folded, which a table without a header may have beside its dates.
let weekdayWords = Set(foldedWords("""
    mon monday tue tues tuesday wed weds wednesday thu thur thurs thursday fri friday sat saturday sun sunday
    الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد
    اثنين إثنين ثلاثاء أربعاء خميس جمعة سبت أحد
    """))
