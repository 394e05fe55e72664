import Glibc
import Templates

/// Renders pages again and again on one core and says how long a page took.
///
/// The pages have the fields of `LoginPage` and `CityPage`; the month of 1,000 events is of another
/// shape each time. `jadwal-template-bench FOLDER`, where FOLDER is the repository.
@main
struct TemplateBench {
    static func main() throws {
        let root = CommandLine.arguments.dropFirst().first ?? "."
        let assets = "\(root)/nginx/static"
        let product = try Templates(directory: "\(root)/templates", assets: assets)
        let bench = try Templates(directory: "\(root)/Sources/TemplateBench/templates", assets: assets)
        let frame = [
            (name: "otherLanguageURL", text: "/login?lang=ar"), (name: "csrf", text: "Zm9ybSB0b2tlbg"),
            (name: "sourceURL", text: "https://source.example"),
        ]
        measure("/login", 20_000, { LoginPage($0) }, { page in
            product.render("login/form", .english, page, frame: frame, flags: ["isEnglish"])
        })
        measure("city page", 2_000, { CityPage($0) }, { page in
            product.render("prayer/city", .english, page, frame: frame, flags: ["isEnglish"])
        })
        measure("month of 1,000 events", 60, { Month($0) }, { bench.render("month", .english, $0) })
    }

    /// Prints the microseconds a page took: the median of five rounds. Making the pages is not counted.
    private static func measure<Page: Encodable>(
        _ name: String, _ count: Int, _ page: (Int) -> Page, _ render: (Page) -> [UInt8]
    ) {
        var times: [Double] = [], bytes = 0
        for round in 0..<5 {
            let pages = (0..<count).map { page(round * count + $0) }
            let start = seconds()
            for page in pages { bytes += render(page).count }
            times.append((seconds() - start) * 1e6 / Double(count))
        }
        print("\(name): \(tenths(times.sorted()[2])) us, \(bytes / (5 * count)) bytes")
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

struct LoginPage: Encodable {
    var email: String
    var problem: String?
    var signedInAs: String?
    var next = "/settings"

    init(_ number: Int) { email = "person\(number)@example.org" }
}

/// A number that looks like chance, the same in each run.
func mixed(_ number: Int) -> Int {
    Int(truncatingIfNeeded: (UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15) >> 33)
}

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
            machine: "2026-11-23T09:00", day: "Monday 23", start: "\(chance % 24):00",
            end: chance % 4 == 0 ? nil : "\(chance % 24):45")
        place = chance % 2 == 0 ? "Room \(chance % 90), second floor" : nil
        guests = (0..<chance % 4).map { "guest\($0)@example.org" }
    }
}

struct EventTime: Encodable {
    var machine: String, day: String, start: String, end: String?
}
