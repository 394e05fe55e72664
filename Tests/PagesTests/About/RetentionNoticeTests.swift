import Jadwal
import Runtime
import Storage
import Templates
import TestSupport
import Testing

@Suite("The times on the privacy page")
struct RetentionNoticeTests {
    let test: TestApp

    init() throws { test = try TestApp.patient() }

    @Test("every rule that deletes a person's data is on the page with its time", arguments: Language.allCases)
    func rules(language: Language) throws {
        let page = try Browser(test).get("/privacy?lang=\(language.tag)")
        for kept in retention {
            guard case .says(let key) = kept.notice else { continue }
            let sentence = test.app.text("privacy.kept.\(key).for", language)
            #expect(page.contains(row(key, language)), "\(key)")
            let times = phrases(kept.time, language)
            #expect(times.contains { sentence.hasPrefix($0) }, "\(kept.rows.table): \(sentence) is not one of \(times)")
        }
        for (table, key) in keptWithAccount {
            #expect(page.contains(row(key, language)), "\(table)")
        }
    }

    /// Returns a row of the table "For how long".
    private func row(_ key: String, _ language: Language) -> String {
        let name = test.app.text("privacy.kept.\(key)", language)
        let time = test.app.text("privacy.kept.\(key).for", language)
        return "<tr><th scope=\"row\">\(name)</th><td>\(time)</td></tr>"
    }

    /// Returns the beginnings that a sentence with this time may have.
    private func phrases(_ time: KeptFor, _ language: Language) -> [String] {
        let (count, units) = switch time {
        case .hours(let hours): (hours, language == .arabic ? ["ساعة"] : ["hours"])
        case .days(let days), .lifetime(let days):
            (days, language == .arabic ? ["أيام", "يومًا", "يوم"] : [days == 1 ? "day" : "days"])
        case .years(let years): (years, language == .arabic ? ["سنة"] : [years == 1 ? "year" : "years"])
        }
        if count == 1, language == .arabic { return ["يوم واحد", "سنة واحدة"].filter { $0.hasPrefix(units.last ?? "") } }
        return units.map { "\(language.number(count)) \($0)" }
    }

    // Rows that lead to a customer by foreign keys, and two tables that hold digests about people without a key.
    @Test("every table about a person has a rule, or is kept as long as the account")
    func tables() throws {
        let leading = try test.store.tablesOfCustomers()
        #expect(leading.count > 10)
        let about = Set(leading).union(["throttle_event", "prayer_feed_gone"])
        let ruled = Set(retention.filter { if case .says = $0.notice { true } else { false } }.map(\.rows.table))
        #expect(about.subtracting(ruled).subtracting(keptWithAccount.map(\.table)).sorted() == [])
        #expect(Set(keptWithAccount.map(\.table)).subtracting(about).sorted() == [], "a table that exists")
    }
}
