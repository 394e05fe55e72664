@testable import Pages

let sampleProblems = [OptionProblem(fieldURL: "#adjust-fajr", label: "Adjust by minutes", words: "wrong")]

private let sampleTime = MonthTime(time: "0:15", isNext: true, isAfterMidnight: true)

private let samplePoint = ArcPoint(x: "280", y: "20.5", isPast: true, isNext: true)

private let sampleLinks = [CityWays.FeedLink(choice: "1", url: "webcal://example.org/prayer/sa/riyadh.ics?alarm=0")]

private let sampleWay = CityWay(
    title: "Add to Google Calendar", hint: "It asks once.", links: sampleLinks)

/// A city's page with every part that it can have.
let sampleCityPage = CityPage(
    namesakes: Namesakes(name: "Riyadh", url: "/prayer?q=Riyadh&all=yes"),
    title: "Prayer times in Riyadh", windowTitle: "Prayer times in Riyadh, Saudi Arabia", name: "Riyadh",
    country: "Saudi Arabia", description: "Fajr 4:53", canonicalURL: "/prayer/sa/riyadh", ownPath: "/prayer/sa/riyadh",
    date: "Monday 23 November 2026", hijri: "13 Jumada II 1448 AH",
    glance: CityGlance(
        soon: CityGlance.Soon(
            prayer: "Asr", time: "2:44", half: "PM", datetime: "2026-11-23T14:44+03:00", left: "in 1 h 24 min"),
        clock: "It is 1:20 PM in Riyadh.",
        rows: [
            GlanceRow(
                name: "Isha", time: "0:15", datetime: "2026-11-24T00:15+03:00", isSoft: true, isPast: true, isNext: true,
                isAfterMidnight: true),
        ],
        arc: SunArc(
            height: "186", ground: "124", curve: "0,180 560,180", prayers: [samplePoint], sunNow: ArcSun(x: "320", y: "40"),
            noon: "1795413600000"),
        words: "{}"),
    notes: ["In Ramadan"], hasNotes: true, optionsProblem: "wrong", problems: sampleProblems,
    rule: CityOptions(
        methodName: "Umm al-Qura", school: "Asr: Hanafi", method: sampleOption,
        schools: [
            CityOptions.SchoolChoice(value: "hanafi", label: "Hanafi", hint: "later", time: "15:29", isChosen: true),
        ],
        schoolProblem: "wrong", adjust: sampleOption, kept: [CityOptions.KeptOption(name: "length", value: "20")],
        isOpen: true, hasOptions: true, allURL: "/prayer/sa/riyadh/options", changes: "Asr 15:29 instead of 14:44."),
    ways: CityWays(
        reminders: [CityWays.Reminder(choice: "1", label: "On time", isChosen: true)], primary: sampleWay,
        alarmHint: "It ignores reminders.", rows: [sampleWay],
        outlook: [CityWays.OutlookWay(title: "Outlook.com", url: "https://outlook.live.com/")], links: sampleLinks,
        code: CodePicture(qrPath: "M4 4h1v1h-1z", qrSize: "29")),
    ownURL: "/settings/prayer?city=108410",
    table: MonthPart(
        month: "November 2026", hijriDays: "21 Jumada I – 20 Jumada II 1448",
        week: ThisWeek(hijriWeek: "12 – 18 Jumada II 1448"),
        days: [
            MonthDay(
                date: "2026-11-23", weekday: "Mon", number: "23", classes: "is", isToday: true, hijriDay: "13",
                hijriMonth: HijriMonth(name: "Jumada II 1448", isFar: true), fajr: sampleTime, sunrise: sampleTime,
                dhuhr: sampleTime, asr: sampleTime, maghrib: sampleTime, isha: sampleTime),
        ],
        previous: MonthLink(url: "/prayer/sa/riyadh?month=2026-10#month", name: "October"),
        following: MonthLink(url: "/prayer/sa/riyadh?month=2026-12#month", name: "December"), hasHalves: true),
    monthProblem: "wrong", extras: [ExtraTime(name: "Midnight", time: "0:15", isAfterMidnight: true)],
    facts: CityFacts(
        method: "Umm al-Qura", fajr: "sun 18.5° below the horizon", isha: "90 min after Maghrib", zone: "Riyadh, UTC+3",
        point: "24.7° N, 46.7° E"))
