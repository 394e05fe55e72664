/// The fields of the page of a city, filled as for Riyadh.
struct CityPage: Encodable {
    var title = "Prayer times in Riyadh", windowTitle = "Prayer times in Riyadh, Saudi Arabia", name = "Riyadh"
    var country: String? = "Saudi Arabia"
    var description: String
    var canonicalURL = "https://jadwal.example.org/prayer/sa/riyadh", ownPath = "/prayer/sa/riyadh"
    var date = "Monday 23 November 2026"
    var hijri: String? = "13 Jumada II 1448 AH"
    var glance = Glance()
    var notes = ["Nights here don’t always get fully dark. Today Fajr follows “Middle of the night”."], hasNotes = true
    var optionsProblem: String?
    var rule = CityRule()
    var ways = Ways()
    var ownURL: String?
    var table: MonthPart
    var monthProblem: String?
    var extras = ["Imsak", "Duha", "Midnight", "Last third"].map {
        ExtraTime(name: $0, time: "0:15", isAfterMidnight: $0 == "Midnight")
    }
    var facts = Facts()

    init(_ number: Int) {
        description = "Today \(number)"
        table = MonthPart(number)
    }
}

struct Facts: Encodable {
    var method = "Umm al-Qura", fajr = "sun 18.5° below the horizon", isha = "90 min after Maghrib"
    var zone = "Riyadh, UTC+3", point = "24.6877° N, 46.7219° E"
}

struct ExtraTime: Encodable { var name: String, time: String, isAfterMidnight: Bool }

struct Glance: Encodable {
    var soon = Soon()
    var clock = "It is 13:20 in Riyadh."
    var rows = ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"].map {
        Row(name: $0, isSoft: $0 == "Sunrise", isPast: $0 < "E", isNext: $0 == "Asr")
    }
    var arc = Arc()
    var words = String(repeating: #"{"one":"{{n}} h"}"#, count: 20)

    struct Soon: Encodable {
        var prayer = "Asr", time = "14:44", datetime = "2026-11-23T14:44+03:00", left = "in 1 h 24 min"
        var half: String?
    }
    struct Row: Encodable {
        var name: String
        var time = "14:44"
        var datetime: String? = "2026-11-23T14:44+03:00"
        var isSoft: Bool, isPast: Bool, isNext: Bool
        var isAfterMidnight = false
    }
    struct Arc: Encodable {
        var height = "186", ground = "124", noon = "1795413600000"
        var curve = (0...80).map { "\($0 * 7),\(80 - $0)" }.joined(separator: " ")
        var prayers = (1...5).map { Point(x: "\($0 * 90)", y: "120", isPast: $0 < 3, isNext: $0 == 3) }
        var sunNow: Point? = Point(x: "320", y: "40", isPast: false, isNext: false)
    }
    struct Point: Encodable { var x: String, y: String, isPast: Bool, isNext: Bool }
}

struct CityRule: Encodable {
    var methodName = "Umm al-Qura (Saudi Arabia)", school = "Asr: Shafi‘i, Maliki, Hanbali"
    var method = OptionField("method", select: (0..<25).map {
        Choice(value: "value\($0)", label: "A method \($0)", isSelected: $0 == 2)
    })
    var schools = [School(isChosen: true), School(isChosen: false)]
    var adjust = OptionField("adjust", numbers: (0..<6).map { Number(id: "adjust-\($0)", name: "adjust.\($0)") })
    var kept: [Number] = []
    var isOpen = false, hasOptions = false
    var allURL = "/prayer/sa/riyadh/options"
    var changes: String?

    struct School: Encodable {
        var value = "hanafi", label = "Hanafi", hint = "A shadow twice as long", time = "15:29"
        var isChosen: Bool
    }
}

struct Choice: Encodable { var value: String, label: String, isSelected: Bool }

struct Number: Encodable {
    var id: String, name: String
    var label = "Fajr", value = "", placeholder = "0", isWrong = false
}

/// A select, or fields for several numbers.
struct OptionField: Encodable {
    var id: String
    var label = "An option", hint = "A hint of about one line of text for the option"
    var isGroup: Bool
    var select: [String: [Choice]]?
    var numbers: [String: [Number]]?

    init(_ id: String, select: [Choice]? = nil, numbers: [Number]? = nil) {
        self.id = id
        isGroup = numbers != nil
        self.select = select.map { ["choices": $0] }
        self.numbers = numbers.map { ["items": $0] }
    }
}

struct Ways: Encodable {
    var reminders = (0..<4).map { Reminder(choice: "\($0)", label: "\($0) min", isChosen: $0 == 1) }
    var primary = Way("Add to Google Calendar"), rows = [Way("iPhone, iPad or Mac")]
    var outlook = ["Outlook.com", "Microsoft 365"].map { Outlook(title: $0, url: "https://outlook.live.com/calendar/0") }
    var links = Way("").links, alarmHint = "Google ignores our reminders."
    var code: Code? = Code()

    struct Outlook: Encodable { var title: String, url: String }
    struct Reminder: Encodable { var choice: String, label: String, isChosen: Bool }
    struct Link: Encodable { var choice: String, url: String }
    struct Code: Encodable { var qrPath = String(repeating: "M4 4h1v1h-1z", count: 300), qrSize = "33" }
    struct Way: Encodable {
        var title: String
        var hint = "It opens and asks once."
        var links = (0..<4).map {
            Link(choice: "\($0)", url: "webcal://jadwal.example.org/prayer/sa/riyadh.ics?alarm=\($0)")
        }

        init(_ title: String) { self.title = title }
    }
}

struct MonthPart: Encodable {
    var month = "November 2026"
    var hijriDays: String? = "21 Jumada I – 20 Jumada II 1448"
    var week: [String: String]? = ["hijriWeek": "12 – 18 Jumada II 1448"]
    var days: [Day]
    var previous: Link? = Link(url: "/prayer/sa/riyadh?month=2026-10#month", name: "October")
    var following: Link? = Link(url: "/prayer/sa/riyadh?month=2026-12#month", name: "December")
    var hasHalves = false

    init(_ number: Int) {
        days = (1...30).map { day in
            func time(_ index: Int) -> Time {
                Time(time: "\(index * 3):\(10 + day)", isNext: false, isAfterMidnight: index == 5 && day > 25)
            }
            return Day(
                date: "2026-11-\(day)", weekday: "Mon", number: "\(day)", classes: "past", isToday: day == number % 30,
                hijriDay: "\(day)",
                hijriMonth: day % 13 == 1 ? HijriMonth(name: "Jumada II 1448", isFar: true) : nil,
                fajr: time(0), sunrise: time(1), dhuhr: time(2), asr: time(3), maghrib: time(4), isha: time(5))
        }
    }

    struct Link: Encodable { var url: String, name: String }
    struct Day: Encodable {
        var date: String, weekday: String, number: String, classes: String
        var isToday: Bool
        var hijriDay: String?
        var hijriMonth: HijriMonth?
        var fajr: Time, sunrise: Time, dhuhr: Time, asr: Time, maghrib: Time, isha: Time
    }
    struct HijriMonth: Encodable { var name: String, isFar: Bool }
    struct Time: Encodable {
        var time: String?
        var isNext: Bool
        var isAfterMidnight: Bool
    }
}
