import CivilTime
import PrayerTimes
import Testing

@Suite("The sun compared with the ephemeris")
struct EphemerisTests {
    /// The maximum errors in seconds: up to 60 degrees of latitude, and everywhere.
    private static let limit = (temperate: 2.0, anywhere: 10.0)

    private static let rows = Reference.rows("ephemeris.csv")

    @Test("an event has a time exactly if it happens")
    func everyEvent() {
        var worst = (temperate: 0.0, anywhere: 0.0), compared = 0
        for row in Self.rows {
            let at = place(number(row["latitude"]), number(row["longitude"]), row["timezone"] ?? "")
            let isTemperate = abs(at.coordinates.latitude) <= 60
            for (column, found) in events(row, at) {
                let name = "\(row["place"] ?? "") \(row["date"] ?? "") \(column)"
                let expected = row[column].flatMap(instant)
                #expect((found == nil) == (expected == nil), "\(name)")
                guard let found, let expected else { continue }
                let error = abs(seconds(found) - expected)
                #expect(error <= (isTemperate ? Self.limit.temperate : Self.limit.anywhere), "\(name): \(error) s")
                if isTemperate { worst.temperate = max(worst.temperate, error) }
                worst.anywhere = max(worst.anywhere, error)
                compared += 1
            }
        }
        #expect(compared > 8_000)
        print("| ephemeris | \(compared) events | up to 60°: \(hundredths(worst.temperate)) s | everywhere: \(hundredths(worst.anywhere)) s |")
    }

    private func hundredths(_ number: Double) -> Double { (number * 100).rounded(.up) / 100 }

    /// Computes the columns of a row.
    private func events(_ row: [String: String], _ at: Place) -> [(column: String, found: Instant?)] {
        let date = day(row["date"] ?? "")
        var found: [(String, Instant?)] = []
        let standard = times(at, date, fajr: 18, isha: 18, .standard)
        found += [
            ("sunrise", standard.sunrise), ("transit", standard.dhuhr), ("asr1", standard.asr),
            ("sunset", standard.maghrib), ("asr2", times(at, date, fajr: 18, isha: 18, .hanafi).asr),
        ]
        for column in row.keys where column.hasPrefix("dawn") {
            found.append((column, times(at, date, fajr: number(String(column.dropFirst(4))), isha: 18, .standard).fajr))
        }
        for column in row.keys where column.hasPrefix("dusk") {
            found.append((column, times(at, date, fajr: 18, isha: number(String(column.dropFirst(4))), .standard).isha))
        }
        return found
    }

    private func times(
        _ at: Place, _ date: LocalDate, fajr: Double, isha: Double, _ school: AsrSchool
    ) -> PerEvent<Instant?> {
        let method = Result { () throws(MethodError) in try Method.custom(fajrAngle: fajr, isha: .angle(isha)) }
        guard case .success(let method) = method else { fatalError("angles of the ephemeris are in range") }
        var rules = Rules(method: method)
        rules.school = school
        rules.highLatitude = TwilightRules(both: HighLatitudeRule.none)
        rules.polar = .unresolved
        return Timetable(at, rules).day(date).exact
    }

    /// Reads `2024-03-10T02:46:22.5Z` as seconds since 1970.
    private func instant(_ text: String) -> Double? {
        guard text.utf8.count == 22, let date = LocalDate(iso8601: text.prefix(10)) else { return nil }
        let clock = text.dropFirst(11).dropLast().split(separator: ":").map { number(String($0)) }
        return Double(date.daysSince1970) * 86_400 + clock[0] * 3_600 + clock[1] * 60 + clock[2]
    }
}
