import CivilTime
import Testing

@Suite("The Hijri calendar")
struct HijriCalendarTests {
    private let calendar = HijriCalendar.ummAlQura

    @Test("has every month of the published calendar, 1420 to 1500")
    func published() throws {
        let rows = try Reference.rows("hijri-months.csv")
        #expect(rows.count == 972)
        for row in rows {
            let year = try #require(Int(row[0])), month = try #require(Int(row[1]))
            let first = try day(row[2])
            #expect(calendar.firstDay(year: year, month: month) == first)
            #expect(calendar.date(of: first) == HijriDate(year: year, month: month, day: 1))
        }
    }

    // Saudi holidays and the notes' dates of Ramadan; the end of the table by hijridate 2.6.0.
    @Test("gives the Hijri date of a day", arguments: [
        ("1999-04-17", 1420, 1, 1), ("2026-02-17", 1447, 8, 29), ("2026-02-18", 1447, 9, 1), ("2026-03-20", 1447, 10, 1),
        ("2026-05-27", 1447, 12, 10), ("2027-02-08", 1448, 9, 1), ("2028-01-28", 1449, 9, 1), ("2029-01-16", 1450, 9, 1),
        ("2077-11-16", 1500, 12, 30),
    ])
    func days(text: String, year: Int, month: Int, dayOfMonth: Int) throws {
        #expect(calendar.date(of: try day(text)) == HijriDate(year: year, month: month, day: dayOfMonth))
    }

    @Test("has no days outside its table", arguments: ["1999-04-16", "2077-11-17", "1900-01-01", "2200-01-01"])
    func outside(text: String) throws {
        let date = try day(text)
        #expect(calendar.date(of: date) == nil)
        #expect(!calendar.isRamadan(date))
        #expect(!calendar.isEidAlFitr(date))
        #expect(calendar.firstDay(year: 1419, month: 12) == nil)
        #expect(calendar.firstDay(year: 1501, month: 1) == nil)
        #expect(calendar.firstDay(year: 1448, month: 13) == nil)
        #expect(calendar.firstDay(year: 1448, month: 0) == nil)
    }

    @Test("counts its days one after another")
    func consecutive() throws {
        var date = try day("1999-04-17")
        var before = try #require(calendar.date(of: date))
        let last = try day("2077-11-16")
        while date < last {
            date = date + 1
            let next = try #require(calendar.date(of: date))
            if next.day == 1 {
                #expect(before.day == calendar.days(inYear: before.year, month: before.month))
                #expect(next.year * 12 + next.month == before.year * 12 + before.month + 1)
            } else {
                #expect(next == HijriDate(year: before.year, month: before.month, day: before.day + 1))
            }
            before = next
        }
    }

    @Test("finds Ramadan and the two feasts")
    func occasions() throws {
        #expect(!calendar.isRamadan(try day("2027-02-07")))
        #expect(calendar.isRamadan(try day("2027-02-08")))
        #expect(calendar.isRamadan(try day("2027-03-08")))
        #expect(!calendar.isRamadan(try day("2027-03-09")))
        #expect(calendar.isEidAlFitr(try day("2027-03-09")))
        #expect(!calendar.isEidAlFitr(try day("2027-03-10")))
        #expect(calendar.isEidAlAdha(try day("2026-05-27")))
        #expect(!calendar.isEidAlAdha(try day("2026-05-26")))
    }

    // Sha'ban 1448 has 30 days in the table and Ramadan 29: a moon seen a day earlier swaps the two.
    @Test("takes other first days of months after a sighting")
    func sighting() throws {
        let sighted = try calendar.replacing([HijriMonthStart(HijriMonth(year: 1448, month: 9), firstDay: day("2027-02-07"))])
        #expect(sighted.isRamadan(try day("2027-02-07")))
        #expect(sighted.date(of: try day("2027-03-08")) == HijriDate(year: 1448, month: 9, day: 30))
        #expect(sighted.date(of: try day("2027-03-09")) == calendar.date(of: try day("2027-03-09")))
        #expect(sighted.days(inYear: 1448, month: 8) == 29)
        #expect(sighted.fingerprint != calendar.fingerprint)
        #expect(try sighted.replacing([HijriMonthStart(HijriMonth(year: 1448, month: 9), firstDay: day("2027-02-08"))]).fingerprint
            == calendar.fingerprint)
        #expect(try calendar.replacing([]).fingerprint == calendar.fingerprint)
    }

    @Test("refuses overrides that leave a month without 29 or 30 days", arguments: [
        (1448, 9, "2027-02-09", .monthLength(HijriMonth(year: 1448, month: 8), days: 31)),
        (1448, 10, "2027-03-08", .monthLength(HijriMonth(year: 1448, month: 9), days: 28)),
        (1448, 9, "2026-02-08", .monthLength(HijriMonth(year: 1448, month: 8), days: -335)),
        (1419, 9, "1998-12-19", .outsideTable(HijriMonth(year: 1419, month: 9))),
        (1448, 13, "2027-02-08", .outsideTable(HijriMonth(year: 1448, month: 13))),
    ] as [(Int, Int, String, HijriCalendarError)])
    func refused(year: Int, month: Int, first: String, expected: HijriCalendarError) throws {
        let override = HijriMonthStart(HijriMonth(year: year, month: month), firstDay: try day(first))
        #expect(throws: expected) { try calendar.replacing([override]) }
        #expect(!expected.description.isEmpty)
    }

    @Test("a month has exactly one text")
    func months() {
        #expect(HijriMonth("1448-09") == HijriMonth(year: 1448, month: 9))
        #expect(HijriMonth(year: 1448, month: 9).description == "1448-09")
        #expect(HijriMonth(year: 1448, month: 9) < HijriMonth(year: 1449, month: 1))
        for text in ["1448-9", "1448-00", "1448-13", "48-09", "1448/09", "", "1448-09-01", "١٤٤٨-٠٩"] {
            #expect(HijriMonth(text) == nil)
        }
    }
}
