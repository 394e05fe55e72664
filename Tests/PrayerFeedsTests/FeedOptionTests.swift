import HTTP
@testable import Places
@testable import PrayerFeeds
import PrayerTimes
@testable import Runtime
@testable import Storage
@testable import Templates
import TestSupport
import Testing

@Suite("Options of feeds")
struct FeedOptionTests {
    private func options(_ query: String) throws -> FeedOptions { try FeedOptions(Form(query: query)) }

    private func problems(_ query: String) throws -> [FeedOptionProblem] {
        let error = #expect(throws: FeedOptionProblems.self) { try options(query) }
        return error?.list ?? []
    }

    @Test("one spelling for each choice; what is a default is left out", arguments: [
        ("", ""),
        ("method=egyptian", "method=egyptian"),
        ("school=hanafi&method=isna", "method=isna&school=hanafi"),
        ("entries=isha,fajr", "entries=fajr,isha"),
        ("entries=asr,dhuhr,fajr,isha,maghrib", ""),
        ("entries=fajr,fajr", "entries=fajr"),
        ("names=both&hijri=yes&busy=no&eid=no&elevation=no&polar=nearest-latitude", ""),
        ("names=ar&hijri=no&busy=yes&eid=yes&elevation=yes", "elevation=yes&names=ar&busy=yes&hijri=no&eid=yes"),
        ("adjust=isha:-1,fajr:2", "adjust=fajr:2,isha:-1"),
        ("adjust=fajr:0", ""),
        ("length=15", ""), ("length=20,fajr:30,isha:20", "length=20,fajr:30"), ("length=fajr:30", "length=fajr:30"),
        ("iqama=10", "iqama=fajr:10,dhuhr:10,asr:10,maghrib:10,isha:10"),
        ("iqama=10,maghrib:5", "iqama=fajr:10,dhuhr:10,asr:10,maghrib:5,isha:10"), ("iqama=fajr:0", ""),
        ("alarm=0", "alarm=0"), ("jumuah=45", "jumuah=45"), ("days=30", "days=30"),
        ("ramadan=tarawih,suhoor", "ramadan=suhoor,tarawih"),
        ("method=custom&fajr_angle=18.50&isha_angle=17", "method=custom&fajr_angle=18.5&isha_angle=17"),
        ("isha_minutes=90&fajr_angle=19&method=custom&rounding=up", "method=custom&fajr_angle=19&isha_minutes=90&rounding=up"),
        ("method=custom&fajr_angle=16&isha_angle=14&maghrib_angle=4&rounding=nearest",
         "method=custom&fajr_angle=16&isha_angle=14&maghrib_angle=4"),
        ("high_latitude=moonsighting&shafaq=ahmer", "high_latitude=moonsighting&shafaq=ahmer"),
        ("polar=unresolved", "polar=unresolved"),
        ("high_latitude_isha=mecca-schedule", "high_latitude_isha=mecca-schedule"),
        ("high_latitude_isha=nearest-day&high_latitude_fajr=nearest-day", "high_latitude=nearest-day"),
        ("high_latitude=nearest-day&high_latitude_fajr=nearest-day", "high_latitude=nearest-day"),
        ("high_latitude_isha=none&high_latitude=mecca-schedule",
         "high_latitude_fajr=mecca-schedule&high_latitude_isha=none"),
        ("high_latitude_fajr=middle-of-the-night&high_latitude_isha=moonsighting&shafaq=abyad",
         "high_latitude_fajr=middle-of-the-night&high_latitude_isha=moonsighting&shafaq=abyad"),
    ])
    func canonical(query: String, expected: String) throws {
        let options = try options(query)
        #expect(options.query == expected)
        #expect(try self.options(options.query) == options, "the canonical text means the same")
        #expect(Form(fields: options.fields) == (try Form(query: options.query)))
    }

    @Test("every method and rule has a text that is read again")
    func everyChoice() throws {
        for method in PrayerMethod.all {
            #expect(try options("method=\(method.name)").method == method)
            #expect(try options("method=\(method.name)").query == "method=\(method.name)")
        }
        for rule in HighLatitudeRule.allCases {
            #expect(try options("high_latitude=\(rule.rawValue)").highLatitude == TwilightRules(both: rule))
            #expect(try options("high_latitude_fajr=\(rule.rawValue)").highLatitude
                == TwilightRules(fajr: rule, isha: nil))
            #expect(try options("high_latitude_isha=\(rule.rawValue)").highLatitude
                == TwilightRules(fajr: nil, isha: rule))
        }
        for entry in DailyTime.allCases { #expect(try options("entries=\(entry.rawValue)").entries == [entry]) }
    }

    @Test("an error names its parameter and says what to change", arguments: [
        ("metod=isna", "metod", "feed.problem.unknown"), ("Method=isna", "Method", "feed.problem.unknown"),
        ("lang=ar", "lang", "feed.problem.unknown"), ("a%20b=1", "?", "feed.problem.unknown"),
        ("method=isna&method=isna", "method", "feed.problem.repeated"),
        ("method=mwl", "method", "feed.problem.choice"), ("method=", "method", "feed.problem.choice"),
        ("school=shafi", "school", "feed.problem.choice"), ("high_latitude=x", "high_latitude", "feed.problem.choice"),
        ("names=fr", "names", "feed.problem.choice"), ("busy=1", "busy", "feed.problem.choice"),
        ("entries=fajr,zuhr", "entries", "feed.problem.choices"), ("entries=", "entries", "feed.problem.choices"),
        ("entries=fajr,", "entries", "feed.problem.choices"), ("ramadan=iftar;suhoor", "ramadan", "feed.problem.choices"),
        ("days=6", "days", "feed.problem.number"), ("days=367", "days", "feed.problem.number"),
        ("days=030", "days", "feed.problem.number"), ("days=%2B30", "days", "feed.problem.number"),
        ("days=30.0", "days", "feed.problem.number"), ("days=٣٠", "days", "feed.problem.number"),
        ("alarm=-5", "alarm", "feed.problem.number"), ("jumuah=5", "jumuah", "feed.problem.number"),
        ("adjust=5", "adjust", "feed.problem.pairs"), ("adjust=fajr:61", "adjust", "feed.problem.pairs"),
        ("adjust=fajr", "adjust", "feed.problem.pairs"), ("adjust=fajr:1:2", "adjust", "feed.problem.pairs"),
        ("adjust=imsak:1", "adjust", "feed.problem.pairs"), ("adjust=fajr:1,fajr:2", "adjust", "feed.problem.pairs"),
        ("length=0", "length", "feed.problem.pairs"), ("length=10,20", "length", "feed.problem.pairs"),
        ("iqama=sunrise:5", "iqama", "feed.problem.pairs"), ("iqama=121", "iqama", "feed.problem.pairs"),
        ("fajr_angle=18", "fajr_angle", "feed.problem.needs-custom"),
        ("method=isna&isha_minutes=90", "isha_minutes", "feed.problem.needs-custom"),
        ("rounding=up", "rounding", "feed.problem.needs-custom"),
        ("method=custom&isha_angle=17", "fajr_angle", "feed.problem.missing"),
        ("method=custom&fajr_angle=18", "isha_angle", "feed.problem.missing"),
        ("method=custom&fajr_angle=18&isha_angle=17&isha_minutes=90", "isha_minutes", "feed.problem.excludes"),
        ("method=custom&fajr_angle=0&isha_angle=17", "fajr_angle", "feed.problem.degrees"),
        ("method=custom&fajr_angle=31&isha_angle=17", "fajr_angle", "feed.problem.degrees"),
        ("method=custom&fajr_angle=1e1&isha_angle=17", "fajr_angle", "feed.problem.degrees"),
        ("method=custom&fajr_angle=nan&isha_angle=17", "fajr_angle", "feed.problem.degrees"),
        ("method=custom&fajr_angle=18&isha_angle=17.123", "isha_angle", "feed.problem.degrees"),
        ("method=custom&fajr_angle=18&isha_minutes=241", "isha_minutes", "feed.problem.number"),
        ("method=custom&fajr_angle=18&isha_angle=4&maghrib_angle=4", "maghrib_angle", "feed.problem.maghrib-angle"),
        ("shafaq=ahmer", "shafaq", "feed.problem.shafaq"),
        ("shafaq=ahmer&high_latitude_fajr=moonsighting", "shafaq", "feed.problem.shafaq"),
        ("high_latitude_fajr=x", "high_latitude_fajr", "feed.problem.choice"),
    ])
    func wrong(query: String, parameter: String, key: String) throws {
        let problems = try problems(query)
        #expect(problems.first?.parameter == parameter)
        #expect(problems.first?.key == key)
    }

    @Test("all errors are shown at once, up to 20")
    func several() throws {
        #expect(try problems("method=x&days=x&foo=x").map(\.parameter) == ["foo", "method", "days"])
        let long = (0..<900).map { "p\($0)=x" }.joined(separator: "&")
        #expect(try problems(long).count == 20)
    }

    @Test("the sentences are whole, in both languages", arguments: Language.allCases)
    func sentences(language: Language) throws {
        let app = try TestApp.withoutDatabase()
        let queries = [
            "x=1", "days=1&days=1", "names=x", "entries=x", "days=x", "adjust=x", "method=custom&fajr_angle=99&isha_angle=1",
            "rounding=up", "method=custom", "method=custom&fajr_angle=9&isha_angle=9&isha_minutes=9",
            "method=custom&fajr_angle=9&isha_angle=9&maghrib_angle=9", "shafaq=abyad",
        ]
        for query in queries {
            for problem in try problems(query) {
                let text = app.text(problem, language)
                #expect(!text.isEmpty && !text.contains("{{"), "\(problem)")
            }
        }
    }

    @Test("the rules of a place: the chosen ones, else the country's usual ones")
    func rules() throws {
        #expect(try options("").rules(country: "SA", elevationMetres: 600).method.name == "umm-al-qura")
        #expect(try options("").rules(country: "EG", elevationMetres: nil).method.name == "egyptian")
        #expect(try options("").rules(country: nil, elevationMetres: nil).method.name == "muslim-world-league")
        let rules = try options("method=karachi&school=hanafi&adjust=asr:3&elevation=yes").rules(country: "SA", elevationMetres: 600)
        #expect(rules.method.name == "karachi")
        #expect(rules.school == .hanafi)
        #expect(rules.minutes.asr == 3)
        #expect(rules.elevationMetres == 600)
        #expect(try options("adjust=asr:3").rules(country: "SA", elevationMetres: 600).elevationMetres == nil)
        #expect(try options("method=wifaqul-ulama").rules(country: nil, elevationMetres: nil).school == .hanafi, "the method's own")
        #expect(try options("school=standard&method=wifaqul-ulama").rules(country: nil, elevationMetres: nil).school == .standard)
    }

    @Test("the same minutes have the same rules text, however they were asked for", arguments: [
        ("", "method=umm-al-qura"), ("method=umm-al-qura", "method=umm-al-qura"), ("days=30&busy=yes", "method=umm-al-qura"),
        ("school=standard", "method=umm-al-qura"), ("school=hanafi&names=ar", "method=umm-al-qura&school=hanafi"),
    ])
    func ofTimetable(query: String, expected: String) throws {
        #expect(try options(query).ofTimetable(country: "SA").query == expected)
    }

    @Test("a page's form means what the address says", arguments: [
        ("entries=fajr&entries=isha&method=&days=30", "entries=fajr,isha&days=30"),
        ("adjust.fajr=2&adjust.isha=-1&adjust.asr=", "adjust=fajr:2,isha:-1"),
        ("length=20&length.fajr=30&iqama.fajr=&names=ar", "names=ar&length=20,fajr:30"),
        ("ramadan=iftar&ramadan=tarawih", "ramadan=iftar,tarawih"),
    ])
    func forms(form: String, query: String) throws {
        #expect(try FeedOptions(FeedOptions.parameters(ofForm: Form(query: form))).query == query)
    }

    @Test("a form has the same errors as the address", arguments: [
        ("days=30&days=40", "days"), ("foo=1", "foo"), ("adjust.fajr=x", "adjust"), ("days.fajr=3", "days"),
    ])
    func wrongForms(form: String, parameter: String) throws {
        let error = #expect(throws: FeedOptionProblems.self) {
            try FeedOptions(FeedOptions.parameters(ofForm: Form(query: form)))
        }
        #expect(error?.list.first?.parameter == parameter)
    }
}
