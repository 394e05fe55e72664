import CivilTime
import HTTP
import Pages
import Places
import PrayerFeeds
import Runtime
import Storage
import TestSupport
import Testing
import Web

extension TestApp {
    /// With cities, and a clock that shows this moment.
    ///
    /// - Parameter moment: as in `2016-11-05T09:00:00Z`.
    static func withCities(_ moment: String = "2016-11-05T09:00:00Z", settings: [String: String] = [:]) throws -> TestApp {
        let test = try TestApp.patient(settings)
        try test.store.replace(
            [.makkah, .riyadh, .london, .kiritimati, .tromso], source: ("test", [UInt8](repeating: 1, count: 32)))
        try test.setClock(moment)
        return test
    }

    /// Sets the app's clock.
    func setClock(_ moment: String) throws {
        let moment = try #require(instant(moment))
        advance(seconds: Int(moment.secondsSince1970 - app.now().secondsSince1970))
    }
}

extension Answer {
    /// The times of the page's timetable of today, by the names beside them.
    var times: [String: String] {
        let own = text.matches(of: /<li[^>]*><span>([^<]*)<\/span>(?:<small>[^<]*<\/small>)?(?:<del>.*?<\/del>)?<span class="t">([^<]*)/)
        let city = text.matches(of: /<li[^>]*><span class="n">([^<]*)<\/span><(?:time|span) class="t"[^>]*>([^<]*)/)
        let rows = own.map { (String($0.1), String($0.2)) } + city.map { (String($0.1), String($0.2)) }
        return Dictionary(rows) { first, _ in first }
    }

    /// The row that is marked as the next.
    var next: String? {
        text.firstMatch(of: /<li class="[^"]*next"[^>]*><span[^>]*>([^<]*)/).map { String($0.1) }
    }

    /// The address of the feed that the page offers to copy, on a city's page that of the feed without a reminder.
    var feedURL: String? {
        text.firstMatch(of: /<input id="feed(?:-0)?"[^>]*? value="([^"]*)"/)
            .map { String($0.1).replacing("&amp;", with: "&") }
    }

    /// The dark squares of the page's code.
    var qrPath: String? { text.firstMatch(of: /<path class="dots" d="([^"]*)"/).map { String($0.1) } }

    /// Returns the query that a browser sends for an unchanged form, without the token: every field, ticked boxes, selected options.
    func query(ofForm action: String) throws -> String {
        let start = try #require(text.firstRange(of: "action=\"\(action)\""))
        let form = text[start.upperBound...].prefix(upTo: try #require(text[start.upperBound...].firstRange(of: "</form>")).lowerBound)
        return form.matches(of: /<(input|select)[^>]*?\sname="([\w.]+)"[^>]*>/).compactMap { control in
            let isChoice = control.0.contains("type=\"checkbox\"") || control.0.contains("type=\"radio\"")
            guard control.2 != "csrf", !isChoice || control.0.contains(" checked") else { return nil }
            var value = control.0.firstMatch(of: /\svalue="([^"]*)"/)?.1
            if control.1 == "select" {
                let options = form[control.range.upperBound...]
                value = options.prefix(upTo: options.firstRange(of: "</select>")?.lowerBound ?? options.endIndex)
                    .firstMatch(of: /<option value="([^"]*)" selected>/)?.1
            }
            return "\(control.2)=\(percentEncoded(String(value ?? "")))"
        }.joined(separator: "&")
    }

    /// A row of the month's table, from its heading on: the six times.
    func monthRow(_ heading: String) -> [String] {
        let rows = text.matches(of: /<th scope="row"><time[^>]*>([^<]*)<b>([^<]*)<\/b><\/time><\/th><td class="hj">[^<]*<\/td>(.*)<\/tr>/)
        return rows.first { "\($0.1)\($0.2)" == heading }.map { row in
            row.3.matches(of: /<td[^>]*>(?:<b[^>]*>)?([^<]*)/).map { String($0.1) }
        } ?? []
    }
}
