import CivilTime
import PrayerTimes
import Testing

@Suite("Methods")
struct MethodTests {
    @Test("have the names that addresses and commands use")
    func names() {
        let names = """
            umm-al-qura muslim-world-league egyptian karachi dubai gulf kuwait qatar singapore jakim kemenag diyanet \
            tehran jafari isna moonsighting-committee uoif russia tunisia algeria morocco jordan portugal wifaqul-ulama
            """
        #expect(Method.all.map(\.name) == names.split(separator: " ").map(String.init))
        for method in Method.all { #expect(Method.named(method.name) == method) }
        #expect(Method.named("custom") == nil)
        #expect(Method.named("Egyptian") == nil)
    }

    // Angles of the authorities, as the notes' first table has them.
    @Test("have their authorities' angles and minutes", arguments: [
        ("umm-al-qura", 18.5, Method.Isha.minutes(90, inRamadan: 120), nil), ("egyptian", 19.5, .angle(17.5), nil),
        ("jakim", 18, .angle(18), nil), ("kemenag", 20, .angle(18), nil), ("tehran", 17.7, .angle(14), 4.5),
        ("jafari", 16, .angle(14), 4), ("portugal", 18, .minutes(77, inRamadan: 77), nil), ("isna", 15, .angle(15), nil),
        ("uoif", 12, .angle(12), nil), ("russia", 16, .angle(15), nil), ("gulf", 19.5, .minutes(90, inRamadan: 90), nil),
    ] as [(String, Double, Method.Isha, Double?)])
    func figures(name: String, fajr: Double, isha: Method.Isha, maghrib: Double?) {
        let found = method(name)
        #expect(found.fajrAngle == fajr)
        #expect(found.isha == isha)
        #expect(found.maghribAngle == maghrib)
        #expect(!found.source.isEmpty && !found.title.isEmpty)
    }

    @Test("have a default by country, else the Muslim World League's", arguments: [
        ("SA", "umm-al-qura"), ("EG", "egyptian"), ("MY", "jakim"), ("ID", "kemenag"), ("SG", "singapore"),
        ("TR", "diyanet"), ("IR", "tehran"), ("AE", "dubai"), ("MA", "morocco"), ("PK", "karachi"),
        ("US", "isna"), ("GB", "moonsighting-committee"), ("FR", "uoif"), ("DE", "muslim-world-league"),
        ("", "muslim-world-league"), ("sa", "muslim-world-league"),
    ])
    func countries(country: String, name: String) {
        #expect(Method.default(country: country).name == name)
    }

    @Test("with own figures refuse figures out of range", arguments: [
        (0, .angle(17), nil, .fajrAngle), (31, .angle(17), nil, .fajrAngle), (.nan, .angle(17), nil, .fajrAngle),
        (18, .angle(-1), nil, .ishaAngle), (18, .angle(.infinity), nil, .ishaAngle),
        (18, .minutes(241, inRamadan: 90), nil, .ishaMinutes), (18, .minutes(90, inRamadan: -1), nil, .ishaMinutes),
        (18, .angle(14), 14, .maghribAfterIsha), (18, .minutes(90, inRamadan: 90), 45, .maghribAngle),
    ] as [(Double, Method.Isha, Double?, MethodError)])
    func refused(fajr: Double, isha: Method.Isha, maghrib: Double?, error: MethodError) {
        #expect(throws: error) { try Method.custom(fajrAngle: fajr, isha: isha, maghribAngle: maghrib) }
    }

    @Test("have the school of their authority")
    func school() {
        #expect(Rules(method: method("wifaqul-ulama")).school == .hanafi)
        #expect(Rules(method: method("umm-al-qura")).school == .standard)
    }
}

@Suite("Ramadan by Umm al-Qura")
struct RamadanTests {
    private static let makkah = place(21.427009, 39.828685, "Asia/Riyadh")

    // Ramadan 1447 by the published calendar: 18 February to 19 March 2026.
    @Test("makes Isha half an hour later, only in Ramadan", arguments: [
        ("2026-02-17", 90, false), ("2026-02-18", 120, true), ("2026-03-19", 120, true), ("2026-03-20", 90, false),
    ])
    func isha(date: String, minutes: Int, isRamadan: Bool) throws {
        let found = Timetable(Self.makkah, Rules(method: method("umm-al-qura"))).day(day(date))
        let maghrib = try #require(found.times.maghrib), isha = try #require(found.times.isha)
        #expect(isha - maghrib == .seconds(minutes * 60))
        #expect(found.isRamadan == isRamadan)
    }

    @Test("begins on the operator's date")
    func override() throws {
        let sighted = HijriMonthStart(HijriMonth(year: 1447, month: 9), firstDay: day("2026-02-19"))
        let calendar = try HijriCalendar.ummAlQura.replacing([sighted])
        let found = Timetable(Self.makkah, Rules(method: method("umm-al-qura")), hijri: calendar).day(day("2026-02-18"))
        let maghrib = try #require(found.times.maghrib), isha = try #require(found.times.isha)
        #expect(isha - maghrib == .seconds(90 * 60))
    }
}
