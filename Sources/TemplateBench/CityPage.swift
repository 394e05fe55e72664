import Templates

/// The fields of the page of a city, filled as for Riyadh.
struct CityPage: Encodable {
    var title = "Prayer times in Riyadh", windowTitle = "Prayer times in Riyadh, Saudi Arabia", country: String? = "Saudi Arabia"
    var description: String
    var canonicalURL = "https://jadwal.example.org/prayer/sa/riyadh", ownPath = "/prayer/sa/riyadh"
    var date = "Monday 23 November 2026", hijri: String? = "13 Jumada II 1448 AH"
    var rows = ["Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"].map {
        TimeRow(name: $0, time: "15:19", isSoft: $0 == "Sunrise", isNext: $0 == "Asr", isAfterMidnight: false)
    }
    var extras = ["Imsak", "Duha", "Midnight", "Last third"].map { ExtraTime(name: $0, time: "0:15", isAfterMidnight: $0 == "Midnight") }
    var next: String?
    var notes = ["Today Fajr follows the rule for high latitudes: middle of the night."], hasNotes = true
    var method = "Umm al-Qura, Makkah", school = "Standard", point = "24.6877° N, 46.7219° E", timeZone = "Asia/Riyadh"
    var feedURL = "https://jadwal.example.org/prayer/sa/riyadh.ics", webcalURL = "webcal://jadwal.example.org/prayer/sa/riyadh.ics"
    var googleURL = "https://calendar.google.com/calendar/r/settings/addbyurl"
    var outlookURL = "https://outlook.live.com/calendar/0/addfromweb?url=x", officeURL = "https://outlook.office.com/calendar/0/addfromweb?url=x"
    var qrPath = String(repeating: "M4 4h1v1h-1z", count: 300), qrSize = "33"
    var ownURL: String?
    var month = "November 2026", monthRows = TrustedHTML(""), monthProblem: String?
    var previousURL: String? = "/prayer/sa/riyadh?month=2026-10#month", nextURL: String? = "/prayer/sa/riyadh?month=2026-12#month"
    var optionsProblem: String?
    var timeOptions = options(3), shownOptions = options(6), moreOptions = options(5), expertOptions = options(10)
    var isMoreOpen = false, isExpertOpen = false, hasOptions = false

    init(_ number: Int) {
        description = "Today \(number)"
    }
}

struct TimeRow: Encodable { var name: String, time: String, isSoft: Bool, isNext: Bool, isAfterMidnight: Bool }

struct ExtraTime: Encodable { var name: String, time: String, isAfterMidnight: Bool }

struct OptionField: Encodable {
    var id: String, label: String, hint: String, fieldProblem: String?, control: TrustedHTML, isGroup: Bool, isCheck: Bool
}

private func options(_ count: Int) -> [OptionField] {
    (0..<count).map { number in
        OptionField(
            id: "option\(number)", label: "Option \(number)", hint: "A hint of about one line of text for the option", fieldProblem: nil,
            control: TrustedHTML(String(repeating: "<option value=\"x\">A choice of the option</option>", count: 12)),
            isGroup: number % 3 == 0, isCheck: number % 3 == 1)
    }
}
