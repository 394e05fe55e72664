import CivilTime
import Postgres
import Storage
import TestSupport
import Testing

@Suite("Hijri months an operator sets")
struct HijriMonthTests {
    let database: TestDatabase
    let store: Store

    init() throws {
        database = try TestDatabase.migrated()
        store = try database.store()
    }

    /// Ramadan 1448 begins on 8 February 2027 as published, and has 29 days.
    private let ramadan = HijriMonth(year: 1448, month: 9)

    private func start(_ month: HijriMonth, _ day: String) throws -> HijriMonthStart {
        HijriMonthStart(month, firstDay: try #require(LocalDate(iso8601: day)))
    }

    @Test("are kept, changed and taken back")
    func kept() throws {
        #expect(try store.hijriMonths() == [])
        let earlier = try start(ramadan, "2027-02-07"), rajab = try start(HijriMonth(year: 1448, month: 7), "2026-12-11")
        let calendar = try store.changeHijriMonths(set: [earlier, rajab], remove: [])
        #expect(try store.hijriMonths() == [rajab, earlier])
        #expect(calendar.isRamadan(earlier.firstDay))
        #expect(calendar.firstDay(year: 1448, month: 7) == rajab.firstDay)

        let published = try start(ramadan, "2027-02-08")
        _ = try store.changeHijriMonths(set: [published], remove: [rajab.month])
        #expect(try store.hijriMonths() == [published])
        let back = try store.changeHijriMonths(set: [], remove: [ramadan, ramadan])
        #expect(back.fingerprint == HijriCalendar.ummAlQura.fingerprint)
        #expect(try store.hijriMonths() == [])
    }

    @Test("must make months of 29 or 30 days together, or none is kept")
    func refused() throws {
        // Sha'ban and Ramadan 1446 have 29 days each: Ramadan a day later is too short, unless the
        // feast moves as well.
        let ramadan = HijriMonth(year: 1446, month: 9), shawwal = HijriMonth(year: 1446, month: 10)
        let late = try start(ramadan, "2025-03-02"), feast = try start(shawwal, "2025-03-31")
        #expect(throws: HijriCalendarError.monthLength(ramadan, days: 28)) {
            try store.changeHijriMonths(set: [late], remove: [])
        }
        #expect(try store.hijriMonths() == [])
        _ = try store.changeHijriMonths(set: [feast, late], remove: [])
        #expect(throws: HijriCalendarError.monthLength(ramadan, days: 28)) {
            try store.changeHijriMonths(set: [], remove: [shawwal])
        }
        #expect(throws: HijriCalendarError.outsideTable(HijriMonth(year: 1501, month: 1))) {
            try store.changeHijriMonths(set: [start(HijriMonth(year: 1501, month: 1), "2077-11-17")], remove: [])
        }
        #expect(try store.hijriMonths() == [late, feast])
    }
}
