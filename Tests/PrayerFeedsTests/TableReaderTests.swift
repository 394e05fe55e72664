import CivilTime
@testable import Places
@testable import PrayerFeeds
import PrayerTimes
import Testing

@Suite("Reading a mosque's timetable")
struct TableReaderTests {
    /// A Monday.
    static let today = "2026-11-23"

    /// Reads a text as on that day; the clocks of London go forward on 28 March 2027.
    static func read(_ text: String, zone: String = "Europe/London") throws -> MosqueTable {
        try reader(zone).read(text).table
    }

    static func reader(_ zone: String = "Europe/London") throws -> TableReader {
        let rules = try #require(try TimeZones().rules(named: zone))
        return TableReader(zone: rules, today: try #require(LocalDate(iso8601: today)))
    }

    /// A day as `2026-11-23 05:07 06:31 11:40 14:41 17:04 18:34`, with `-` for an empty cell.
    private func words(_ day: MosqueDay) -> String {
        let times = DayEvent.allCases.map { event in
            day.times[event].map { "\($0 / 60 < 10 ? "0" : "")\($0 / 60):\($0 % 60 < 10 ? "0" : "")\($0 % 60)" } ?? "-"
        }
        return "\(day.date) " + times.joined(separator: " ")
    }

    private func iqamas(_ day: MosqueDay) -> [Int?] {
        DayEvent.allCases.filter(\.isPrayer).map { day.iqama[$0] }
    }

    /// The meaning of every text of the next test.
    private let day = "2026-11-23 05:07 06:31 11:40 14:41 17:04 18:34"

    @Test("takes the formats that mosques have", arguments: [
        ("plain order", "2026-11-23,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("semicolons", "2026-11-23;05:07;06:31;11:40;14:41;17:04;18:34"),
        ("tabs", "2026-11-23\t05:07\t06:31\t11:40\t14:41\t17:04\t18:34"),
        ("spaces", "2026-11-23  05:07 06:31   11:40 14:41 17:04 18:34"),
        ("spaces and halves of the day", "2026-11-23 5:07 AM 6:31 AM 11:40 AM 2:41 PM 5:04 PM 6:34 PM"),
        ("bars", "| 2026-11-23 | 05:07 | 06:31 | 11:40 | 14:41 | 17:04 | 18:34 |"),
        ("Markdown", "| Date | Fajr | Sunrise | Dhuhr | Asr | Maghrib | Isha |\n|---|---|---|---|---|---|---|\n"
            + "| 2026-11-23 | 05:07 | 06:31 | 11:40 | 14:41 | 17:04 | 18:34 |"),
        ("a mark, carriage returns and empty lines", "\u{FEFF}2026-11-23,05:07,06:31,11:40,14:41,17:04,18:34\r\n\r\n"),
        ("quotes", "\"2026-11-23\",\"05:07\",\"06:31\",\"11:40\",\"14:41\",\"17:04\",\"18:34\""),
        ("a name with a line break", "Date,\"Fajr\nadhan\",Sunrise,Dhuhr,Asr,Maghrib,Isha\n"
            + "2026-11-23,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("day first, slashes", "23/11/2026,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("day first, dots", "23.11.2026;5.07;6.31;11.40;14.41;17.04;18.34"),
        ("month first, as 23 shows", "11/23/2026,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("no separators in the date", "20261123,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("a spreadsheet's seconds and midnight",
         "2026-11-23 00:00:00,05:07:00,06:31:00,11:40:00,14:41:00,17:04:00,18:34:00"),
        ("a month's name", "23 November 2026,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("a month's short name, no year, a weekday", "Mon 23 Nov,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("a column with the weekday", "Monday,23/11/2026,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("an Arabic month", "23 نوفمبر 2026,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("a month of the Levant", "23 تشرين الثاني 2026,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("day and month, as 23 shows", "23/11,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("12 hours without halves", "2026-11-23,5:07,6:31,11:40,2:41,5:04,6:34"),
        ("English halves", "2026-11-23,5:07 AM,6:31am,11:40 a.m.,2:41pm,5:04 p.m.,6:34 PM"),
        ("Arabic-Indic digits and halves", "٢٣/١١/٢٠٢٦,٥:٠٧ ص,٦:٣١ ص,١١:٤٠ ص,٢:٤١ م,٥:٠٤ م,٦:٣٤ م"),
        ("Persian digits", "۲۰۲۶-۱۱-۲۳,۰۵:۰۷,۰۶:۳۱,۱۱:۴۰,۱۴:۴۱,۱۷:۰۴,۱۸:۳۴"),
        ("marks of direction", "\u{200F}23/11/2026,\u{200E}05:07,06:31,11:40,14:41,17:04,18:34\u{200F}"),
        ("names in another order, others ignored", "Day,Isha,Maghrib,Asr,Dhuhr,Sunrise,Fajr,Date,Hijri\n"
            + "Mon,18:34,17:04,14:41,11:40,06:31,05:07,2026-11-23,13 Jumada II 1448"),
        ("other spellings", "DATE;Subh;Shurooq;Zuhr;Asr;Magrib;Esha\n23.11.2026;05:07;06:31;11:40;14:41;17:04;18:34"),
        ("Arabic names", "اليوم,التاريخ,الفجر,الشُّروق,الظهر,العصر,المغرب,العشاء\n"
            + "الاثنين,23/11/2026,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("Arabic names with other words",
         "تاريخ;أذان الفجر;الإشراق;صلاة الظهر;وقت العصر;أذان المغرب;صلاة العشاء\n"
            + "23/11/2026;05:07;06:31;11:40;14:41;17:04;18:34"),
        ("a title above the names", "Al-Noor mosque, prayer times\n\nDate,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha\n"
            + "2026-11-23,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("names repeated on a pasted page", "Date,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha\n"
            + "Date,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha\n2026-11-23,05:07,06:31,11:40,14:41,17:04,18:34"),
        ("a name that says more", "Date,Fajr,Sunrise,Dhuhr,Asr (Hanafi),Asr,Maghrib,Isha\n"
            + "2026-11-23,05:07,06:31,11:40,15:20,14:41,17:04,18:34"),
        ("empty cells at the end", "2026-11-23,05:07,06:31,11:40,14:41,17:04,18:34,,"),
    ])
    func formats(name: String, text: String) throws {
        #expect(try Self.read(text).days.map(words) == [day], "\(name)")
    }

    @Test("reads UTF-8 and UTF-16 files, and says which files it cannot read")
    func encodings() throws {
        let text = "التاريخ;الفجر\n2026-11-23;05:07\n", reader = try Self.reader()
        let little: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big: [UInt8] = [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), little, big] {
            let days = try reader.read(try reader.text(bytes)).table.days
            #expect(days.map(words) == ["2026-11-23 05:07 - - - - -"])
        }
        // "الفجر" in Windows-1256.
        let files: [([UInt8], TableProblem.Reason)] = [
            ([0xC7, 0xE1, 0xDD, 0xCC, 0xD1, 0x3B], .encoding), ([0x50, 0x4B, 3, 4, 0], .spreadsheet),
            ([0xD0, 0xCF, 0x11, 0xE0, 0], .spreadsheet), (Array("%PDF-1.7".utf8), .pdf),
            ([0, 1, 2, 0xFF], .notText), (Array("a\0b".utf8), .notText),
            ([UInt8](repeating: 0x20, count: 256 * 1_024 + 1), .tooLarge(kilobytes: 256)),
        ]
        for (bytes, reason) in files {
            let problems = #expect(throws: TableProblems.self) { try reader.text(bytes) }
            #expect(problems?.list.map(\.reason) == [reason])
        }
    }

    @Test("an empty cell, or one with a dash, leaves the time to a formula")
    func emptyCells() throws {
        let table = try Self.read("""
            Date,Fajr,Sunrise,Dhuhr,Asr,Maghrib,Isha
            2026-11-23,05:07,,11:40,-,17:04,–
            2026-11-24,,,,,,
            2026-11-25,,,,,,18:33
            """)
        #expect(table.days.map(words) == ["2026-11-23 05:07 - 11:40 - 17:04 -", "2026-11-25 - - - - - 18:33"])
        #expect(table.missing.map(\.iso8601) == ["2026-11-24"])
    }

    @Test("times after midnight belong to the evening before", arguments: [
        ("2027-06-21,02:30,04:43,13:04,17:25,21:22,00:40", "2027-06-21 02:30 04:43 13:04 17:25 21:22 24:40"),
        ("2027-06-21,2:30,4:43,1:04,5:25,9:22,12:40", "2027-06-21 02:30 04:43 13:04 17:25 21:22 24:40"),
        ("2027-06-21,12:50,4:43,1:04,5:25,9:22,11:40", "2027-06-21 00:50 04:43 13:04 17:25 21:22 23:40"),
        ("2027-06-21,12:50 am,4:43 am,1:04 pm,5:25 pm,9:22 pm,12:10 am",
         "2027-06-21 00:50 04:43 13:04 17:25 21:22 24:10"),
    ])
    func afterMidnight(text: String, expected: String) throws {
        #expect(try Self.read(text).days.map(words) == [expected])
    }

    @Test("iqamas are times or minutes, beside their prayer or named", arguments: [
        ("Date,Fajr,Fajr Iqama,Dhuhr,Iqama,Maghrib,Iqamah Maghrib\n2026-11-23,05:07,05:27,11:40,+20,17:04,10 min",
         [20, 20, nil, 10, nil]),
        ("التاريخ,الفجر,إقامة الفجر,العشاء,الإقامة\n2026-11-23,05:07,٢٥,18:34,18:54", [25, nil, nil, nil, 20]),
        // A 12-hour table, in which the iqama of Dhuhr is after noon.
        ("Date,Dhuhr,Dhuhr Jama'at\n2026-11-23,11:50,12:15\n2026-11-24,11:50 am,12:15 pm", [nil, 25, nil, nil, nil]),
        // Isha before midnight, its iqama after it.
        ("Date,Isha,Isha Iqama\n2026-11-23,23:50,00:05", [nil, nil, nil, nil, 15]),
        // Minutes need no time of the prayer.
        ("Date,Fajr,Isha,Isha Iqama\n2026-11-23,05:07,,15", [nil, nil, nil, nil, 15]),
    ] as [(String, [Int?])])
    func iqamaColumns(text: String, expected: [Int?]) throws {
        #expect(iqamas(try #require(try Self.read(text).days.first)) == expected)
    }

    @Test("a date without a year is in the twelve months that began a month ago")
    func withoutYear() throws {
        let table = try Self.read("""
            Date,Fajr
            24 Oct,05:00
            31 Dec,05:00
            1 Jan,05:00
            22 Oct,05:00
            """)
        #expect(table.days.map(\.date.iso8601) == ["2026-10-24", "2026-12-31", "2027-01-01", "2027-10-22"])
    }

    @Test("refuses a wrong line and says what is wrong in it", arguments: [
        ("", nil, .empty), ("Date,Fajr\n", nil, .empty), ("Date,Fajr\n2026-11-23,\n", nil, .empty),
        ("Name,Fajr,Asr\nx,05:00,15:00", 1, .noDates),
        ("Date,Hijri,Day\n2026-11-23,x,Mon", 1, .noTimes),
        ("Date,Fajr,Subh\n2026-11-23,05:07,05:07", 1, .doubledColumn(.fajr, isIqama: false)),
        ("Date,Fajr,Iqama,Iqama Fajr\n2026-11-23,05:07,05:27,05:27", 1, .doubledColumn(.fajr, isIqama: true)),
        ("2026-11-23,05:07,11:40,14:41,17:04,18:34", 1, .noHeader(cells: 6)),
        ("Hello", 1, .noHeader(cells: 1)),
        ("Date,Fajr,Asr\n2026-11-23,05:07\n", 2, .cells(2, wanted: 3)),
        ("Date,Fajr\n2026-11-23,05:07,14:41\n", 2, .cells(3, wanted: 2)),
        ("Date,Fajr\n,05:07\n", 2, .noDate),
        ("Date,Fajr\n\n\n2026-02-30,05:07\n", 4, .date("2026-02-30")),
        ("Date,Fajr\ntomorrow,05:07\n", 2, .date("tomorrow")),
        ("Date,Fajr\n31/04/2027,05:07\n", 2, .date("31/04/2027")),
        ("Date,Fajr\n3/4,05:07\n", 2, .ambiguousDate("3/4")),
        ("Date,Fajr\n23/11/26,05:07\n", 2, .shortYear("23/11/26")),
        ("Date,Fajr\n1448-06-13,05:07\n", 2, .otherCalendar(year: 1_448)),
        ("Date,Fajr\n1405/09/02,05:07\n", 2, .otherCalendar(year: 1_405)),
        ("Date,Fajr\n2062-11-23,05:07\n", 2, .farYear(2_062)),
        ("Date,Fajr\n29 Feb,05:07\n", 2, .noLeapDay),
        ("Date,Fajr\n2026-11-23,05:07\n2026-11-24,05:07\n23 Nov 2026,05:07\n", 4,
         .repeatedDate(LocalDate(daysSince1970: 20_780), line: 2)),
        ("Date,Fajr\n2026-11-23,5h07\n", 2, .time("5h07", .fajr)),
        ("Date,Fajr\n2026-11-23,25:07\n", 2, .time("25:07", .fajr)),
        ("Date,Fajr\n2026-11-23,05:60\n", 2, .time("05:60", .fajr)),
        ("Date,Fajr\n2026-11-23,5:7\n", 2, .time("5:7", .fajr)),
        ("Date,Fajr\n2026-11-23,05:07:30\n", 2, .time("05:07:30", .fajr)),
        ("Date,Fajr\n2026-11-23,0.2138\n", 2, .time("0.2138", .fajr)),
        ("Date,Fajr\n2026-11-23,15:07 am\n", 2, .time("15:07 am", .fajr)),
        // In a table with 24 hours 2:41 is at night.
        ("2026-11-23,05:07,06:31,11:40,2:41,17:04,18:34", 1, .unlikely("2:41", .asr)),
        ("Date,Fajr\n2026-11-23,17:04\n", 2, .unlikely("17:04", .fajr)),
        ("2026-11-23,05:07,06:31,14:41,11:40,17:04,18:34", 1, .outOfOrder("11:40", .asr, after: "14:41", .dhuhr)),
        ("2026-11-23,05:07,05:07,11:40,14:41,17:04,18:34", 1, .outOfOrder("05:07", .sunrise, after: "05:07", .fajr)),
        ("2027-03-28,01:30,06:44,13:05,16:25,19:27,20:57", 1, .skipped("01:30", .fajr)),
        ("Date,Fajr,Iqama\n2026-11-23,05:07,soon\n", 2, .iqama("soon", .fajr)),
        ("Date,Fajr,Iqama\n2026-11-23,05:07,181\n", 2, .iqama("181", .fajr)),
        ("Date,Fajr,Isha,Iqama\n2026-11-23,05:07,,18:54\n", 2, .loneIqama("18:54", .isha)),
        ("Date,Fajr,Iqama\n2026-11-23,05:07,05:00\n", 2, .farIqama("05:00", .fajr, after: "05:07")),
    ] as [(String, Int?, TableProblem.Reason)])
    func refusals(text: String, line: Int?, reason: TableProblem.Reason) throws {
        let problems = #expect(throws: TableProblems.self) { try Self.read(text) }
        #expect(problems?.list == [TableProblem(line, reason)])
    }

    @Test("reports all wrong lines at once, in their order, and counts those that it does not list")
    func several() throws {
        let lines = (1...31).map { "2027-01-\($0 < 10 ? "0" : "")\($0),05:xx" }
        let problems = #expect(throws: TableProblems.self) {
            try Self.read((["Date,Fajr"] + lines + ["soon,05:07"]).joined(separator: "\n"))
        }
        #expect(problems?.list.map(\.line) == Array(2...21) && problems?.more == 12)
    }

    @Test("takes 1,500 days and no more")
    func limit() throws {
        let first = try #require(LocalDate(iso8601: "2026-01-01"))
        func text(_ count: Int) -> String {
            "Date,Fajr\n" + (0..<count).map { "\(first + $0),05:07\n" }.joined()
        }
        #expect(try Self.read(text(1_500)).days.count == 1_500)
        let problems = #expect(throws: TableProblems.self) { try Self.read(text(1_501)) }
        #expect(problems?.list == [TableProblem(1_502, .tooManyDays(1_500))])
    }

    @Test("names the columns that it does not read")
    func unused() throws {
        let read = try Self.reader().read("Date,Fajr,Imsak,Jumu'ah,Notes\n2026-11-23,05:07,04:57,12:30,x\n")
        #expect(read.unusedColumns == ["Imsak", "Jumu'ah", "Notes"])
    }

    @Test("survives torn and random texts", arguments: 0..<200)
    func torn(seed: UInt64) throws {
        var state = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        let pieces = [
            "Date", "Fajr", "الفجر", "Iqama", ",", ";", "\t", "|", "\n", "\r\n", "\"", "2026-11-23", "23/11", "٥:٠٧",
            "5:07", "pm", "م", "-", "+", "20", ":", ".", " ", "\u{200F}", "99999999999999999999", "é", "🕌", "29 Feb",
            "1448",
        ]
        let text = (0..<(1 + next(60))).map { _ in pieces[next(pieces.count)] }.joined()
        do {
            let read = try Self.reader().read(text)
            #expect(!read.table.days.isEmpty)
        } catch let problems as TableProblems {
            #expect(!problems.list.isEmpty)
        }
    }
}
