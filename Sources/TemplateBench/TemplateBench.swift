import Glibc
import HTTP
import Templates

/// Renders pages again and again on one core and says how long a page took.
///
/// The pages have the fields of `LoginPage` and `CityPage`; the month of 1,000 events is of another
/// shape each time. `jadwal-template-bench FOLDER [NAME]`, where FOLDER is the repository.
@main
struct TemplateBench {
    static func main() throws {
        let root = CommandLine.arguments.dropFirst().first ?? "."
        let assets = "\(root)/nginx/static", own = "\(root)/Sources/TemplateBench/templates"
        let product = try Templates(directory: "\(root)/templates", assets: assets)
        let bench = try Templates(directory: own, assets: assets)
        let oldProduct = try MustacheTemplates(directory: "\(root)/templates", assets: assets)
        let oldBench = try MustacheTemplates(directory: own, assets: assets)
        let frame = [
            (name: "otherLanguageURL", text: "/login?lang=ar"), (name: "csrf", text: "Zm9ybSB0b2tlbg"), (name: "sourceURL", text: "https://source.example"),
        ]
        var city = CityPage()
        city.monthRows = TrustedHTML(rowsHTML(0))
        compare("/login", 20_000, { oldProduct.render("login/form", .english, LoginPage($0), frame: frame, flags: ["isEnglish"]) },
            { product.render("login/form", .english, LoginPage($0), frame: frame, flags: ["isEnglish"]) })
        compare("city page", 4_000, { number in
            city.description = "Today \(number)"
            return oldProduct.render("prayer/city", .english, city, frame: frame, flags: ["isEnglish"])
        }, { number in
            city.description = "Today \(number)"
            return product.render("prayer/city", .english, city, frame: frame, flags: ["isEnglish"])
        })
        compare("month of 1,000 events", 60, { oldBench.render("month", .english, Month($0)) },
            { bench.render("month", .english, Month($0)) }, made: { Month($0).events.count })
        print("HTML made in Swift | templates")
        compare("30 rows of times", 4_000, { bench.render("html", .english, HTMLPage(html: TrustedHTML(rowsHTML($0)))) },
            { bench.render("rows", .english, Rows($0)) })
        compare("420 time zones", 1_000, { bench.render("html", .english, HTMLPage(html: TrustedHTML(zonesHTML($0)))) },
            { bench.render("zones", .english, Zones($0)) })
    }

    /// Prints the microseconds a page took in each way: medians of five rounds that take turns.
    private static func compare(
        _ name: String, _ count: Int, _ first: @escaping (Int) -> [UInt8], _ second: @escaping (Int) -> [UInt8], made: ((Int) -> Int)? = nil
    ) {
        if CommandLine.arguments.count > 2, CommandLine.arguments[2] != name { return }
        func letters(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 > 32 } }
        if letters(first(1)) != letters(second(1)) { print("\(name): the two differ") }
        var times: [[Double]] = [[], [], []]
        var number = 0, bytes = 0
        let ways: [(Int) -> Int] = [{ first($0).count }, { second($0).count }, made ?? { _ in 0 }]
        for _ in 0..<5 {
            for (way, work) in ways.enumerated() {
                let start = seconds()
                for _ in 0..<count {
                    number += 1
                    bytes &+= work(number)
                }
                times[way].append((seconds() - start) * 1e6 / Double(count))
            }
        }
        let medians = times.map { $0.sorted()[2] - (made == nil ? 0 : times[2].sorted()[2]) }
        print("\(name): \(tenths(medians[0])) | \(tenths(medians[1])) us, \(first(1).count) | \(second(1).count) bytes")
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// Seconds of processor time.
private func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

struct HTMLPage: Encodable { var html: TrustedHTML }

struct LoginPage: Encodable {
    var email: String
    var problem: String?
    var signedInAs: String?
    var next = "/settings"

    init(_ number: Int) { email = "person\(number)@example.org" }
}

/// A number that looks like chance, the same in each run.
func mixed(_ number: Int) -> Int { Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 >> 33) }

struct Month: Encodable {
    var events: [Event]

    init(_ number: Int) {
        events = (0..<1_000).map { Event(number * 1_000 + $0) }
    }
}

struct Event: Encodable {
    var id: String, url: String, title: String
    var isToday: Bool, isPrivate: Bool, isRepeated: Bool
    var time: EventTime?
    var place: String?
    var guests: [String]

    init(_ number: Int) {
        let chance = mixed(number)
        id = "event-\(number)"
        url = "/calendar/2026-11/\(number)"
        title = chance % 5 == 0 ? "Lunch & talk with <team> \(number)" : "Planning of week \(number % 53)"
        isToday = chance % 30 == 0
        isPrivate = chance % 7 == 0
        isRepeated = chance % 3 == 0
        time = chance % 10 == 0 ? nil : EventTime(
            machine: "2026-11-23T09:00", day: "Monday 23", start: "\(chance % 24):00", end: chance % 4 == 0 ? nil : "\(chance % 24):45")
        place = chance % 2 == 0 ? "Room \(chance % 90), second floor" : nil
        guests = (0..<chance % 4).map { "guest\($0)@example.org" }
    }
}

struct EventTime: Encodable {
    var machine: String, day: String, start: String, end: String?
}

struct Rows: Encodable {
    var days: [Day]

    struct Day: Encodable {
        var day: String
        var isToday: Bool
        var hijri: Hijri?
        var fajr: Time, sunrise: Time, dhuhr: Time, asr: Time, maghrib: Time, isha: Time
    }
    struct Hijri: Encodable { var number: String, month: String, isNamed: Bool }
    struct Time: Encodable {
        var time: String?
        var isAfterMidnight: Bool
    }

    init(_ number: Int) {
        days = (1...30).map { day in
            func time(_ index: Int) -> Time {
                Time(time: "\(index * 3):\(10 + day)", isAfterMidnight: index == 5 && day > 25)
            }
            return Day(
                day: "Mon \(day)", isToday: day == number % 30, hijri: Hijri(number: "\(day)", month: "Jumada II", isNamed: day == 1 || day == 13),
                fajr: time(0), sunrise: time(1), dhuhr: time(2), asr: time(3), maghrib: time(4), isha: time(5))
        }
    }
}

/// The rows as `MonthTable` writes them.
func rowsHTML(_ number: Int) -> String {
    let missing = "–<span class=\"hidden\">\(htmlEscaped("none"))</span>"
    let names = ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"].map { htmlEscaped($0) }
    var html = ""
    for day in 1...30 {
        let month = htmlEscaped(" Jumada II")
        let heading = "<bdi>\(htmlEscaped("Mon \(day)"))</bdi>"
            + ("<span class=\"hidden\">, </span><small><bdi>\(day)" + (day == 1 || day == 13 ? month : "<span class=\"hidden\">\(month)</span>") + "</bdi></small>")
        html += "<tr\(day == number % 30 ? " class=\"now\" aria-current=\"date\"" : "")>"
        html += "<th scope=\"row\">\(heading)</th>"
        for (index, name) in names.enumerated() {
            html += index != 1 ? "<td data-name=\"\(name)\">" : "<td class=\"soft\" data-name=\"\(name)\">"
            let time: String? = "\(index * 3):\(10 + day)"
            if let time {
                html += time
                if index == 5 && day > 25 { html += "<sup>+1</sup>" }
            } else {
                html += missing
            }
            html += "</td>"
        }
        html += "</tr>"
    }
    return html
}

struct Zones: Encodable {
    var regions: [Region]

    struct Region: Encodable { var name: String, choices: [Choice] }
    struct Choice: Encodable { var value: String, label: String, isSelected: Bool }

    init(_ number: Int) {
        regions = (0..<10).map { region in
            Region(name: "Region \(region)", choices: (0..<42).map { zone in
                Choice(value: "Region/City_of_\(zone)", label: "City of \(zone)", isSelected: region * 42 + zone == number % 420)
            })
        }
    }
}

/// The options as `TimeZones.options` writes them.
func zonesHTML(_ number: Int) -> String {
    (0..<10).map { region in
        var html = ""
        for zone in 0..<42 {
            let value = "Region/City_of_\(zone)", label = "City of \(zone)"
            html += "<option value=\"\(htmlEscaped(value))\"\(region * 42 + zone == number % 420 ? " selected" : "")>"
            html += "\(htmlEscaped(label))</option>"
        }
        return "<optgroup label=\"\(htmlEscaped("Region \(region)"))\">\(html)</optgroup>"
    }.joined()
}
