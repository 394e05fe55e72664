import CivilTime
import Postgres
import Runtime
import Storage
import TestSupport
import Testing

@Suite("The Hijri calendar of a process")
struct HijriTests {
    private let ramadan = HijriMonth(year: 1448, month: 9)
    private let day = LocalDate(year: 2027, month: 2, day: 7)

    @Test("is the published one until an operator sets a month")
    func set() throws {
        let test = try TestApp(), day = try #require(day)
        #expect(try test.app.hijri.fingerprint == HijriCalendar.ummAlQura.fingerprint)
        #expect(try !test.app.hijri.isRamadan(day))

        _ = try test.store.changeHijriMonths(set: [HijriMonthStart(ramadan, firstDay: day)], remove: [])
        #expect(try !test.app.hijri.isRamadan(day), "read at most once a minute")
        test.advance(seconds: 59)
        #expect(try !test.app.hijri.isRamadan(day))
        test.advance(seconds: 1)
        #expect(try test.app.hijri.isRamadan(day))
    }

    @Test("uses the table alone if an operator's months no longer fit it")
    func conflict() throws {
        let test = try TestApp()
        try test.store.connection.execute("INSERT INTO hijri_month VALUES (1448, 9, '2027-02-20')")
        #expect(try test.app.hijri.fingerprint == HijriCalendar.ummAlQura.fingerprint)
        #expect(test.log.lines.contains { $0.contains("hijri months ignored") && $0.contains("1448-08 would have 42 days") })
    }
}
