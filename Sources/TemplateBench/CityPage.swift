/// The fields of the page of a city, filled as for Riyadh.
struct CityPage: Encodable {
    var title = "Prayer times in Riyadh", windowTitle = "Prayer times in Riyadh, Saudi Arabia"
    var country: String? = "Saudi Arabia"
    var description: String
    var canonicalURL = "https://jadwal.example.org/prayer/sa/riyadh", ownPath = "/prayer/sa/riyadh"
    var today = Today()
    var extras = ["Imsak", "Duha", "Midnight", "Last third"].map {
        ExtraTime(name: $0, time: "0:15", isAfterMidnight: $0 == "Midnight")
    }
    var method = "Umm al-Qura, Makkah", school = "Standard", point = "24.6877° N, 46.7219° E", timeZone = "Asia/Riyadh"
    var ways = Ways()
    var ownURL: String?
    var table: MonthPart
    var monthProblem: String?
    var optionsProblem: String?
    var options = Options()
    var hasOptions = false

    init(_ number: Int) {
        description = "Today \(number)"
        table = MonthPart(number)
    }
}

struct Today: Encodable {
    var date = "Monday 23 November 2026"
    var hijri: String? = "13 Jumada II 1448 AH"
    var rows = ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"].map {
        TimeRow(name: $0, time: "15:19", isSoft: $0 == "Sunrise", isNext: $0 == "Asr", isAfterMidnight: false)
    }
    var next: String?
    var notes = ["Today Fajr follows the rule for high latitudes: middle of the night."], hasNotes = true
}

struct TimeRow: Encodable { var name: String, time: String, isSoft: Bool, isNext: Bool, isAfterMidnight: Bool }

struct ExtraTime: Encodable { var name: String, time: String, isAfterMidnight: Bool }

struct Ways: Encodable {
    var feedURL = "https://jadwal.example.org/prayer/sa/riyadh.ics"
    var webcalURL = "webcal://jadwal.example.org/prayer/sa/riyadh.ics"
    var googleURL = "https://calendar.google.com/calendar/r/settings/addbyurl"
    var outlookURL = "https://outlook.live.com/calendar/0/addfromweb?url=x"
    var officeURL = "https://outlook.office.com/calendar/0/addfromweb?url=x"
    var qrPath = String(repeating: "M4 4h1v1h-1z", count: 300), qrSize = "33"
}

struct MonthPart: Encodable {
    var month = "November 2026"
    var days: [Day]
    var previousURL: String? = "/prayer/sa/riyadh?month=2026-10#month"
    var nextURL: String? = "/prayer/sa/riyadh?month=2026-12#month"

    init(_ number: Int) {
        days = (1...30).map { day in
            func time(_ index: Int) -> Time {
                Time(time: "\(index * 3):\(10 + day)", isAfterMidnight: index == 5 && day > 25)
            }
            return Day(
                day: "Mon \(day)", isToday: day == number % 30,
                hijri: Hijri(number: "\(day)", month: "Jumada II", isNamed: day == 1 || day == 13),
                fajr: time(0), sunrise: time(1), dhuhr: time(2), asr: time(3), maghrib: time(4), isha: time(5))
        }
    }

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
}

struct Options: Encodable {
    var times = fields(3), shown = fields(6), more = fields(5), expert = fields(10)
    var isMoreOpen = false, isExpertOpen = false

    private static func fields(_ count: Int) -> [OptionField] { (0..<count).map(OptionField.init) }
}

/// A group of boxes, a box or a select.
struct OptionField: Encodable {
    var id: String, label: String, hint = "A hint of about one line of text for the option"
    var fieldProblem: String?
    var isGroup: Bool
    var select: Select?
    var box: Box?
    var boxes: Boxes?

    init(_ number: Int) {
        id = "option\(number)"
        label = "Option \(number)"
        isGroup = number % 3 == 0
        switch number % 3 {
        case 0:
            boxes = Boxes(items: (0..<6).map { [id] in
                Boxes.Item(name: id, value: "value\($0)", label: "A choice \($0)", isTicked: $0 == 2)
            })
        case 1: box = Box(isTicked: true)
        default:
            select = Select(choices: (0..<8).map { Choice(value: "value\($0)", label: "A choice \($0)", isSelected: $0 == 2) })
        }
    }

    struct Select: Encodable { var choices: [Choice] }
    struct Choice: Encodable { var value: String, label: String, isSelected: Bool }
    struct Box: Encodable { var isTicked: Bool }
    struct Boxes: Encodable {
        var items: [Item]
        struct Item: Encodable { var name: String, value: String, label: String, isTicked: Bool }
    }
}
