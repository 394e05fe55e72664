@testable import Accounts
@testable import Agreements
@testable import Notifications
@testable import Pages
@testable import Places
@testable import Planning
@testable import Runtime
@testable import Templates
@testable import Web

/// A sample of every page, with a value in every field and an item in every list.
let samplePages: [any Page & Sendable] = [
    sampleHome,
    LoginPage(email: "zaid@example.org", problem: "wrong", signedInAs: "sara@example.org", next: "/settings",
        provider: ProviderButton(name: "Google", url: "/login/openid?next=%2F"), providerProblem: "cancelled"),
    WaitingPage(
        email: "zaid@example.org", reference: "K7", minutes: "15 minutes", resendSeconds: "30", mayResend: true,
        code: "ABCD", codeProblem: "wrong", mailProblem: "refused", notice: "sent",
        otherURL: "/login"),
    ConfirmPage(token: "t", maskedEmail: "z•••d@example.org", isSameBrowser: true, signedInAs: "sara@example.org"),
    ElsewherePage(token: "t", maskedEmail: "z•••d@example.org", device: "Firefox · Linux"),
    SwitchPage(token: "t", currentEmail: "zaid@example.org", newEmail: "sara@example.org"),
    LinkProblemPage(isExpired: true, isUsed: true, isReplaced: true, isUnknown: true, email: "zaid@example.org",
        next: "/settings"),
    QuestionPage(
        title: "Your city", lead: "It shows.", action: "/first/city", next: "/prayer/sa/riyadh", count: "2 of 4",
        dots: [QuestionDot(isDone: true)],
        fields: QuestionFields(
            groups: [sampleRadios],
            search: CityField(typed: "x", hasNone: true, chooseURL: "/first/city?city=", locateURL: "/first/city"),
            problem: "none"),
        backURL: "/first/language"),
    PhonePage(
        place: "Riyadh", isConnected: true, isAndroid: true, isOver: true, downloadURL: "/profiles/caldav.mobileconfig",
        scan: CodePicture(qrPath: "M4 4h1v1h-1z", qrSize: "29"), next: "/prayer/sa/riyadh", endURL: "/calendar",
        webcalURL: "webcal://example.org/prayer/x.ics"),
    SettingsPage(
        saved: "saved",
        groups: [
            SettingsGroup(title: "You", rows: [
                SettingsRow(url: "/settings/name", icon: "pen", title: "Name", value: "Zaid", isDangerous: true)
            ])
        ]),
    ChoicePage(title: "Language", lead: "For pages.", problem: "wrong", group: sampleRadios),
    NamePage(name: "Zaid", problem: "wrong"),
    CalendarSettings(hijriShifts: sampleChoices, hasShortcuts: true),
    MyWeekPage(
        summary: sampleSummary, isPreview: true, weeks: [MyWeekPage.Week(value: "gulf", label: "Sunday to Thursday")],
        marks: ["5:00"],
        days: [
            MyWeekPage.Day(
                name: "Sunday", allowed: sampleHours, best: sampleHours,
                line: DayLine(allowed: [540..<1_320], preferred: [], prayers: []))
        ],
        quiet: sampleHours, countsAllDay: true, reserve: sampleHabit),
    TravelSettingsPage(
        summary: sampleSummary, ownsCar: true, ownsBike: true, isEco: true, walk: sampleHabit, reserve: sampleHabit),
    PrayerDayPage(
        summary: sampleSummary, isPreview: true,
        strictness: [PrayerDayPage.Strictness(value: "personal", label: "Any time", hint: "12 minutes", isChecked: true)],
        keptHeading: "Kept free on Monday",
        rows: [
            PrayerDayPage.Row(
                prayer: "Fajr", adhan: "adhan 4:53", iqamah: "iqama 5:10",
                minutes: [PrayerDayPage.Minutes(column: "Before", field: sampleHabit)], kept: "4:53–5:30")
        ],
        hasTimes: true, ramadan: "Begins 8 February 2027.",
        parts: [PrayerDayPage.Part(name: "suhoor", label: "Suhoor", isOn: true, field: sampleHabit)],
        ramadanHours: "10:00–16:00", hasRamadanHours: true, isQuietBeforeMaghrib: true, showsBusy: true),
    SessionsPage(
        ended: "ended",
        sessions: [
            SessionItem(
                id: "1", device: "Firefox · Linux", lastSeen: "just now", place: "203.0.113.0/24", isThis: true, isApp: true),
        ],
        hasOtherSessions: true,
        login: ProviderLogin(provider: "Google", issuer: "https://g.example", email: "z@g.example")),
    CopyPage(),
    ClockPage(clocks: sampleChoices, digits: sampleChoices, next: "/prayer", isSaved: true),
    TimeZonePage(regions: sampleRegions, problem: "wrong"),
    AddressPage(email: "zaid@example.org", pendingEmail: "other@example.org", newEmail: "new@example.org", problem: "wrong", needsFreshSignIn: true),
    AddressSentPage(newEmail: "new@example.org", minutes: "15 minutes"),
    AddressConfirmPage(token: "t", newEmail: "new@example.org"),
    DeletePage(items: ["your chats"], email: "zaid@example.org", typed: "x", problem: "wrong"),
    DeleteSentPage(email: "zaid@example.org", minutes: "15 minutes"),
    DeleteConfirmPage(token: "t", email: "zaid@example.org"),
    DeletedPage(),
    ProfileGonePage(isOfCalendars: true),
    NoticesPage(
        items: [
            NoticeItem(
                url: "/notifications/2", title: "12 min late", body: "today", when: "just now", isRead: true,
                messages: [NoticeMessageItem(id: "m", language: "ar", direction: "rtl", text: "سأتأخر")]),
            NoticeItem(url: "/notifications/1", title: "Clash", body: "today", when: "just now", isRead: false),
        ],
        hasItems: true, hasUnread: true, moreURL: "/notifications?before=1"),
    NotificationSettingsPage(
        done: "saved", problem: "gone",
        devices: [
            NoticeDeviceItem(
                id: "1", label: "Firefox · Linux", isPhone: true, lastReached: "just now", isFailing: true)
        ],
        email: "zaid@example.org",
        groups: [
            NoticeGroupItem(name: "At once", kinds: [
                NoticeKindItem(
                    name: "Clash", pushField: "push.conflict", mailField: "mail.conflict", byPush: true, byMail: true)
            ])
        ],
        programRings: true, quietHours: "11 PM to 6 AM", keepsPrayers: true, hidesContent: true, takesMail: true,
        digestTimes: [DigestTimeItem(value: "420", label: "7 AM", isSelected: true)], serverKey: "BAAA"),
    DevicesPage(
        done: "disconnected", gone: "gone",
        devices: [
            DeviceItem(
                id: "1", label: "iPhone", isProfile: true, made: "Monday 23 November 2026", lastUse: "just now",
                place: "203.0.113.0/24")
        ],
        hasDevices: true),
    ConnectPage(
        kind: "android", isPhone: true, isMac: true, isAndroid: true, isThunderbird: true, isAnother: true,
        prayerPlace: "Riyadh", server: "https://example.org/dav/", userName: "zaid@example.org", label: "Galaxy",
        labelProblem: "wrong", password: "abcd-efgh"),
    SetupPage(
        token: "t", isPhone: true, isMac: true, isHere: true, isOtherBrowser: true, address: "https://example.org/",
        downloadURL: "/profiles/caldav.mobileconfig?token=x", qrPath: "M4 4h1v1h-1z", qrSize: "29"),
    SetupEndPage(isConnected: true, isCancelled: true, isFailed: true, contact: "help@example.org"),
    MonthPage(
        frame: sampleFrame, weekdays: [WeekdayHead(name: "Sunday", short: "Sun")],
        weeks: [
            MonthWeek(
                prayers: [WeekPrayer(name: "Fajr", times: "4:53–4:56")], hasPrayers: true,
                days: [
                    MonthCell(
                        classes: " today chosen", isToday: true, address: "/calendar/2026-11?day=2026-11-23",
                        label: "Monday 23 November", number: "23", month: "November", hijri: "1",
                        hijriMonth: "Jumada II", jumuah: "Jumu‘ah 11:37",
                        entries: [
                            MonthEntry(
                                classes: "blue", address: "/events/1/x.ics", tag: "aGk3", time: "9:00",
                                machineTime: "09:00", title: "Stand-up", said: "tentative", isTentative: true,
                                clashes: true, goesOn: "Visit, goes on")
                        ],
                        hasEntries: true, more: "+3", moreLabel: "+3 more", moreDay: "on 23 November")
                ])
        ],
        caption: "November 2026",
        chosen: ChosenDay(
            title: "Monday 23 November", hijri: "13 Jumada II 1448", newEvent: "/events/new?day=2026-11-23",
            list: sampleDayList)),
    SearchPage(
        typed: "din", isBlank: true, problem: "Too long.", count: "2 results", isNothing: true, isPartial: true,
        isCut: true, moreSeries: "Only 300.", isShort: true,
        date: sampleLink, groups: [
            FoundGroup(anchor: "upcoming", title: "Upcoming", days: [
                FoundDay(
                    date: FoundDate(
                        address: "/calendar/list/2026-11-23", number: "23", weekday: "Monday", month: "November 2026",
                        hijri: "13 Jumada II 1448"),
                    entries: [sampleFoundEntry]),
            ]),
        ], previous: sampleLink, next: sampleLink),
    ListPage(frame: sampleFrame, days: [sampleListDay], tasks: [sampleDayEntry], hasTasks: true),
    DayMapPage(
        title: "The ways of Monday", backURL: "/today", back: "Today", hasMap: true,
        map: TrustedHTML("<svg></svg>"),
        legs: [
            DayMapPage.Leg(
                from: DayMapPlace(number: "1", name: "Home"), to: DayMapPlace(number: "2", name: "Office"), mode: "Car",
                length: "25 min", times: "13:30–13:55")
        ],
        hasLegs: true, others: "1 event has no known place."),
    TodayPage(
        title: "Monday 23 November", hijri: "13 Jumada II 1448", newEvent: "/events/new?day=2026-11-23",
        mapURL: "/day/2026-11-23/map", list: sampleDayList, tasks: [sampleDayEntry], hasTasks: true,
            coming: [sampleListDay],
        hasPrayers: true, undo: sampleUndo, state: "x", hasKeys: true, isPartial: true, plan: samplePlan,
        here: HereButton(age: "5 minutes ago", problem: "wrong")),
    WeekPage(
        frame: sampleFrame, timeline: sampleTimeline,
        days: [
            WeekDay(
                anchor: "d2026-11-23", isToday: true, address: "/calendar/day/2026-11-23",
                name: "Monday 23 November",
                weekday: "Mon", number: "23", hijri: "13", column: sampleColumn)
        ],
        month: sampleMiniMonth),
    DayPage(
        frame: sampleFrame, timeline: sampleTimeline, column: sampleColumn,
        strip: [
            StripDay(
                address: "/calendar/day/2026-11-23", weekday: "Mon", number: "23", hijri: "13",
                name: "Monday 23 November", isShown: true, isToday: true)
        ],
        month: sampleMiniMonth, free: FreeTimesOfDay(times: [sampleGap]), isToday: true,
        mapURL: "/day/2026-11-23/map", tasks: [sampleDayEntry], hasTasks: true),
    NoSuchMonthPage(problem: "wrong"),
    CalendarsPage(
        saved: "saved", justDeleted: sampleDeleted,
        calendars: [
            CalendarItem(
                id: "1", name: "Family", color: "clay", contents: "96 events", isTasks: true, isDefault: true,
                mayGo: true, isFree: true, isVisible: false, isFirst: false, isLast: false)
        ],
        subscribed: [
            SubscribedItem(
                id: "2", name: "School", color: "amber", contents: "96 events", host: "school.example",
                state: "up to date", needsAttention: true, rest: "2 entries could not be read.", isHeld: true,
                mayLook: true, isVisible: false, isFree: true)
        ],
        hasSubscribed: true,
        prayer: "Riyadh · Umm al-Qura", showsPrayers: true, showsDays: false,
        deleted: [sampleDeleted], hasDeleted: true),
    TrashPage(
        problem: "wrong",
        undo: sampleUndo, items: [sampleTrash], hasItems: true, isFirst: true, next: "1-2-3"),
    ToDosPage(
        undo: sampleUndo,
        sections: [
            ToDoSection(
                id: "later", title: "Later",
                items: [
                    ToDoRow(
                        address: "/tasks/1/a.ics", occurrence: "20261125", title: "Water", detail: "Wednesday",
                        color: "clay", isDone: true, isLate: true, repeats: true)
                ])
        ],
        isEmpty: true, isFirst: false, moreOpen: "200", moreDone: "100", isPartial: true),
    NewToDoPage(
        undo: sampleUndo,
        line: TaskLine(typed: "gym", understood: "Understood: Gym", notUnderstood: "not read", problem: "wrong"),
        preview: samplePreview, isWrong: true, uid: "u", fields: sampleToDoFields, task: sampleTask,
        lists: sampleLists),
    RoutinesPage(
        undo: sampleUndo, problem: "wrong",
        rows: [
            RoutineRow(
                address: "/tasks/1/a.ics", color: "clay", title: "Gym", kind: "flexible", detail: "1 h",
                pause: RoutinePause(action: "/routines/1/a.ics", isPaused: true),
                over: RoutineOver(action: "/routines/1/b.ics", isOver: true))
        ],
        hasRows: true, uid: "u", often: [RoutineChoice(name: "walk", label: "Walk")], tomorrow: "2026-11-24"),
    PlacesPage(
        isWrong: true, notice: PlaceNotice(text: "Saved.", action: "/settings/places/restore", place: sampleOldPlace,
            isProblem: true),
        places: [PlaceRow(id: "a", name: "Gym", point: "24.7° N, 46.7° E")], hasPlaces: true,
        fields: samplePlace),
    PlacePage(isWrong: true, id: "a", fields: samplePlace),
    ProgramsPage(
        done: "Revoked.", gone: "Gone.",
        programs: [
            ProgramItem(
                id: "1", label: "Phone", scopes: "Can send your position", made: "23 November 2026",
                lastUse: "5 minutes ago", place: "203.0.113.0/24")
        ], hasPrograms: true),
    PositionPage(
        done: "On.", isOn: true, point: "24.7° N, 46.7° E", age: "5 minutes ago",
        programs: [ProgramLink(name: "owntracks", label: "OwnTracks")]),
    ConnectProgramPage(
        program: "owntracks", programs: [sampleProgramTab], steps: ["Make a token."],
        address: "https://example.org/position/owntracks", label: "Phone", labelProblem: "wrong", token: "jdp_a"),
    PlanSettingsPage(
        summary: sampleSummary, isJustOff: true, isOn: true,
        lists: [PlanSettingsPage.List(id: "1", name: "Tasks", isPlanned: true)], hasLists: true, loads: sampleChoices,
        buffer: sampleHabit, dayStart: sampleHabit,
        busy: [PlanSettingsPage.Busy(value: "tight", label: "Tight", hint: "Busy", isChecked: true)],
        leavesMornings: true, strictness: "With the congregation"),
    ToDoPage(
        address: "/tasks/1/a.ics", tag: "a", preview: samplePreview, short: "1 h is missing.", isWrong: true,
        fields: sampleToDoFields, task: sampleTask, list: "Tasks", lists: sampleLists,
        color: "clay", repeats: true,
        now: ToDoNow(title: "Water", due: "2026-11-25", note: "Twice")),
    DeleteTrashPage(item: sampleTrash, newest: "1-2-3"),
    NewCalendarPage(name: "Family", problem: "wrong", colors: sampleChoices),
    CalendarPage(
        id: "1", title: "Family", name: "Family", problem: "wrong", colors: sampleChoices, isBusy: true,
        takesEvents: true, reminders: sampleChoices, remindersProblem: "wrong", isSilent: true, isPublished: true,
        feedURL: "https://example.org/feeds/t.ics", webcalURL: "webcal://example.org/feeds/t.ics",
        contents: "96 events", isDefault: true, mayGo: true, isSubscribed: true),
    SubscribePage(
        address: "https://school.example/a.ics", problem: "wrong", name: "School", nameProblem: "wrong",
            withAlarms: true,
        allowsPlain: true),
    LeavePage(id: "2", name: "School", contents: "96 events", host: "school.example"),
    DeleteCalendarPage(id: "1", name: "Family", contents: "96 events"),
    RestoreRefusedPage(problem: "wrong"),
    ImportPage(problem: "wrong", calendars: sampleChoices),
    ImportedPage(
        problem: "wrong", calendar: "Family", calendars: ["Family", "Work"], hasSeveral: true, hasNone: true,
        stored: "1 entry is new.", replaced: "2", unchanged: "3", hasRefused: true,
        refusedCount: "4", refused: [RefusedItem(title: "Dinner", when: "(Line 7)", reason: "wrong")], others: "5",
        hasMended: true, mendedCount: "6",
        mended: [MendedItem(title: "Lunch", when: "23 November", remarks: ["No end."])], otherMended: "7"),
    FindCityPage(
        typed: "Riy", results: sampleCities, hasResults: true, hasNone: true, guess: sampleCities, hasGuess: true,
        largeTitle: "Large cities", large: sampleCities, hasLarge: true, point: "24.7, 46.7", near: sampleCities,
        exactURL: "/settings/prayer?latitude=24.7&longitude=46.7", typedPoint: samplePoint),
    sampleCityPage,
    CityOptionsPage(
        title: "All options for Riyadh", cityURL: "/prayer/sa/riyadh", ownPath: "/prayer/sa/riyadh/options",
        optionsProblem: "wrong", problems: sampleProblems, options: sampleOptions),
    OwnPlacePage(
        typed: "Riy", results: sampleCities, hasResults: true, hasNone: true,
        guess: sampleCities, hasGuess: true, largeTitle: "Large cities", large: sampleCities, hasLarge: true,
        typedPoint: samplePoint),
    OwnPrayerPage(
        saved: "saved", optionsProblem: "wrong",
        problems: [OptionProblem(fieldURL: "#method-problem", label: "Method", words: "wrong")],
        status: "In your calendar", isSetUp: true, isNewPlace: true, isPreview: true,
        hasFeed: true, isInCalendars: true, isAddressLost: true, table: sampleKeptTable,
        place: "Riyadh", placeDetail: "Saudi Arabia", cityID: "108410",
        point: OwnPoint(latitude: "24.7", longitude: "46.7", name: "Home",
            nameProblem: "wrong", regions: sampleRegions),
        seeTitle: "Today with your changes", today: sampleToday, method: "Umm al-Qura", options: sampleOptions,
        ways: sampleWays),
    OwnTablePage(
        saved: "saved", place: "Riyadh", kept: sampleKeptTable, text: "2026-11-23,05:07", hasProblems: true,
        problemTitle: "Nothing was saved.", problems: ["Line 2: wrong"]),
    TablePreviewPage(
        summary: "3 days", isGood: true, hasWarnings: true, warnings: ["1 day is missing."], hasDifferences: true,
        differences: ["23 November 2026, Fajr"], moreDifferences: "And 2 more", hasMissing: true,
        missing: ["24 November 2026"], moreMissing: "And 2 more", days: [sampleReadDay], text: "2026-11-23,05:07"),
    RemoveTablePage(place: "Riyadh"),
    RenewFeedPage(place: "Riyadh", devices: ["iPhone"], hasDevices: true),
    DeleteFeedPage(place: "Riyadh", devices: ["iPhone"], hasDevices: true),
    ProfileStepsPage(downloadURL: "/profiles/prayer.mobileconfig?token=x", isHere: true, qrPath: "M4 4h1v1h-1z",
        qrSize: "29"),
    PrivacyPage(operatorContact: "help@example.org"),
    DataPage(usesAddresses: true),
    TermsPage(operatorContact: "help@example.org"),
    PlayBridgePage(
        state: "waiting", code: "ABCD1234", name: "Sara", said: "Dinner?", problem: "the bridge is away"),
    MailboxPage(messages: sampleMails.map(MailboxItem.init), isEmpty: true),
    MessagePage(
        subject: "Hello", from: "no-reply@example.org", to: "zaid@example.org", date: "2026-11-23", text: "Hi",
        link: "https://example.org", code: "ABCD-2345", htmlURL: "/dev/mailbox/1/html"),
    ProblemPage(
        status: "503", requestID: "r-1", heading: "We’ll be right back", message: "Wait", hint: "Look in your mail",
        retrySeconds: "30"),
] + sampleEventPages + agreementPages + conflictPages

private let sampleKeptTable = KeptTableItem(summary: "365 days", problem: "All of its days are over.")
private let sampleReadTime = ReadTime(time: "5:07", isAfterMidnight: true, iqama: "5:27")
private let sampleReadDay = ReadDay(
    day: "23 November 2026", fajr: sampleReadTime, sunrise: sampleReadTime, dhuhr: sampleReadTime, asr: sampleReadTime,
    maghrib: sampleReadTime, isha: sampleReadTime)

private let sampleDeleted = DeletedCalendarItem(
    id: "2", name: "Old project", color: "sea", contents: "42 events", until: "Wednesday 23 December 2026")

let sampleUndo = UndoNotice(
    text: "Deleted.", isProblem: true, token: "deleted-1795444200-1-2", next: "/calendar/trash")

private let sampleToDoFields = ToDoFields(
    title: "Water", titleProblem: "wrong", day: "2026-11-25", time: "14:30", dueProblem: "wrong", note: "Twice",
    noteProblem: "wrong", priorities: sampleChoices, problem: "wrong")

private let sampleTrash = TrashItemPart(
    id: "1-2", title: "Dinner", color: "sea", calendar: "Family", day: "Monday 23 November 2026",
    change: "Deleted by iPhone", when: "Monday 23 November 2026 at 13:20")

private let sampleCities = [CityItem(name: "Riyadh", also: "الرياض", detail: "Saudi Arabia", url: "/prayer/sa/riyadh")]

private let samplePoint = PointFields(
    latitude: "91", longitude: "x", latitudeProblem: "wrong", longitudeProblem: "wrong", isWrong: true)

private let sampleToday = Today(
    date: "Monday 23 November 2026", hijri: "13 Jumada II 1448 AH",
    rows: [TimeRow(name: "Isha", before: "0:10", time: "0:15", isSoft: true, isNext: true, isAfterMidnight: true)],
    next: "Next: Fajr at 4:53, tomorrow", notes: ["In Ramadan"], hasNotes: true)

private let sampleWays = Subscription(
    feedURL: "https://example.org/prayer/sa/riyadh.ics", webcalURL: "webcal://example.org/prayer/sa/riyadh.ics",
    outlookURL: "https://outlook.live.com/", officeURL: "https://outlook.office.com/", qrPath: "M4 4h1v1h-1z", qrSize: "29")

private let sampleChoices = [Choice(value: "en", label: "English", isSelected: true)]

private let sampleRadios = RadioGroup(
    name: "city", legend: "Your city",
    options: [RadioOption("1", "Riyadh", lang: "en", example: "Saudi Arabia").checked(true)])

private let sampleRegions = [
    ZoneRegion(region: "Asia", zones: [Choice(value: "Asia/Riyadh", label: "Riyadh", isSelected: true)])
]

/// A field with every control there is; no option has more than one.
let sampleOption = OptionField(
    id: "school", label: "Asr", hint: "later", fieldProblem: "wrong", isGroup: true,
    select: OptionSelect(choices: sampleChoices), number: OptionNumber(value: "5", placeholder: "0"),
    box: OptionBox(isTicked: true),
    boxes: OptionBoxes(items: [
        OptionBoxes.Item(id: "entries-fajr", name: "entries", value: "fajr", label: "Fajr", isTicked: true),
    ]),
    numbers: OptionNumbers(items: [
        OptionNumbers.Item(
            id: "adjust-fajr", name: "adjust.fajr", label: "Fajr", value: "5", placeholder: "0", keyboard: "text",
            isWrong: true),
    ]))

private let sampleOptions = OptionForm(
    times: [sampleOption], remind: [sampleOption], shown: [sampleOption], more: [sampleOption], expert: [sampleOption],
    isShownOpen: true, isMoreOpen: true, isExpertOpen: true)

private let sampleMails: [KeptMail] = [
    try? JSON.value(
        KeptMail.self,
        from: """
            {"id": "1", "subject": "Hello", "from": "a@example.org", "to": "b@example.org", "language": "en",
             "date": "2026-11-23", "text": "Hi", "html": "<p>Hi</p>"}
            """)
].compactMap(\.self)

/// A sample of every mail.
let sampleMailPages: [any MailPage] = [
    NoticesMail(
        items: [
            NoticesMail.Item(NoticeText(title: "Clash", body: "today"), url: "https://example.org/notifications/1"),
        ],
        more: "One more is in your list.", url: "https://example.org/notifications",
        settingsURL: "https://example.org/settings/notifications"),
    DigestMail(
        date: "Wednesday", events: [DigestMail.Event(time: "3 PM", name: "Lunch", place: "Home")],
        none: "Nothing is planned.", more: "One more is in your calendar.",
        prayers: [DigestMail.Prayer(name: "Fajr", time: "5 AM")], hasPrayers: true,
        conflicts: "One clash waits.", url: "https://example.org/calendar/day/2026-11-25",
        inboxURL: "https://example.org/inbox", settingsURL: "https://example.org/settings/notifications"),
    FindingsMail(found: "Jadwal found one thing in your chats.", url: "https://example.org/inbox"),
    MagicLinkMail(
        url: "https://example.org/?a=1&b=2", code: "ABCD-2345", hasCode: true, reference: "K7", minutes: "15 minutes",
        device: "Firefox · Linux", askedAt: "17:05 (Riyadh)"),
    WelcomeMail(name: "Zaid", url: "https://example.org/settings"),
    AddressLinkMail(url: "https://example.org/", minutes: "15 minutes", newEmail: "new@example.org"),
    AddressChangedMail(newEmailMasked: "n•••w@example.org", canReply: false, operatorContact: "help@example.org"),
    DeletionLinkMail(url: "https://example.org/", minutes: "15 minutes"),
    AccountDeletedMail(),
    DevicePasswordMail(device: "iPhone", madeAt: "17:05 (Riyadh)", url: "https://example.org/settings/devices"),
]

private let sampleLink = ViewLink(address: "/calendar/2026-10", name: "Previous month")

private let sampleFrame = ViewFrame(
    title: "November 2026", shortTitle: "November", hijri: "Jumada II 1448", previous: sampleLink,
    next: sampleLink, today: "/calendar/2026-11",
    views: [ViewTab(address: "/calendar/2026-11", name: "Month", isCurrent: true, key: "m")],
    picker: MonthPicker(
        isOpen: true, year: "2026", previousYear: sampleLink, nextYear: sampleLink,
        months: [
            PickerMonth(
                address: "/calendar/2026-11", name: "November", hijri: "Jum. I–Jum. II", isCurrent: true, isThis: true)
        ],
        hijriMonths: sampleChoices, hijriYear: "1448", view: "month"),
    switches: [
        CalendarSwitch(value: "prayers", name: "Prayer times", detail: "Riyadh", color: "clay", isPressed: "true")
    ],
    here: "/calendar/2026-11", undo: sampleUndo, state: "x", hasKeys: true, isPartial: true)

private let sampleDayEntry = DayEntry(
    address: "/events/1/x.ics", classes: "blue", time: "9:00", machineTime: "09:00", title: "Stand-up",
    detail: "until 9:30", states: "tentative", isTentative: true, clashes: true, repeats: true,
    tick: DayTick(address: "/tasks/1/x.ics/done", isDone: true, occurrence: "20261123"),
    join: JoinLink(address: "https://zoom.us/j/1", isSoon: true))

private let sampleDayItem = DayItem(
    entry: sampleDayEntry,
    prayer: DayPrayer(name: "Asr", time: "14:44", machineTime: "14:44", isNext: true, wait: "in 1 h"),
    now: DayMoment(time: "13:20", machineTime: "13:20"),
    gap: sampleGap,
    planned: PlannedEntry(
        address: "/tasks/1/a.ics", classes: "task blue", time: "16:00", machineTime: "16:00", title: "Gym",
        detail: "1 h", room: RoomWord(name: "tight", word: "tight"),
        item: "2026-11-23 1 u", isPinned: true, late: "5 min too late"),
    way: PlannedWay(time: "15:40", machineTime: "15:40", label: "20 min on the way"))

private let samplePlan = PlanSide(
    tasks: "5 tasks", leftCount: "2 left out", free: "1 h free",
    moved: [MovedTask(text: "Gym moved.", item: "2026-11-23 1 u", canGoBack: true)],
    stop: "Too many calendars.", short: ["1 h is missing."],
    missed: MissedQuestion(
        question: "Was this done?",
        items: [MissedQuestion.Item(item: "2026-11-22 1 u", title: "Walk", when: "Sunday, 16:00")]),
    left: [
        LeftTask(
            uid: "u", title: "Wash the car", length: "45 min", reason: "No room.",
            offers: [LeftOffer(name: "minutes", value: "30", label: "Make it 30 min")])
    ],
    week: [WeekRow(title: "Gym", state: "1 of 3")], hasWeek: true)

private let sampleTask = TaskFields(
    takes: "1 h", takesProblem: "wrong", places: sampleChoices, placeProblem: "wrong",
    often: [RadioOption("once", "Once").checked(true)], oftenProblem: "wrong", times: sampleChoices,
    rests: sampleChoices, least: "30", greatest: "60", piecesProblem: "wrong", piecesADay: sampleChoices,
    days: [TaskDay(value: "1", label: "Monday", isOn: true)], fromTime: "16:00", untilTime: "18:00",
    afterPrayers: sampleChoices, beforePrayers: sampleChoices, windowProblem: "wrong", moreWindows: "One more.",
    others: sampleChoices, hasOthers: true, othersProblem: "wrong", pausedUntil: "2026-12-01", pauseProblem: "wrong",
    restored: "Restored.")

private let samplePreview = TaskPreviewFields(
    times: [
        TaskPreviewFields.Time(day: "Monday", time: "19:20–20:20", room: RoomWord(name: "some", word: "some"))
    ], none: "No time.", lacksCity: true, moved: "Walk")

private let sampleProgramTab = ProgramTab(name: "owntracks", label: "OwnTracks", isShown: true)
private let sampleOldPlace = OldPlace(id: "a", name: "Gym", point: "24.7,46.7")

private let samplePlace = PlaceFields(
    name: "Gym", nameProblem: "wrong", typed: "24.7, 46.7", typedProblem: "wrong",
    offers: [PlaceOffer(point: "24.7,46.7", label: "Use it")], cities: sampleRadios)

let sampleDayList = DayList(
    bars: [sampleDayEntry], earlier: EarlierEntries(label: "Earlier today", items: [sampleDayItem]),
    items: [sampleDayItem], more: "+3 more", isEmpty: true)

private let sampleListDay = ListDay(
    isToday: true, anchor: "d2026-11-23", number: "23", weekday: "Today", month: "November 2026",
    name: "Today, 23 November", hijri: "13 Jumada II 1448", newEvent: "/events/new?day=2026-11-23", list: sampleDayList)

private let sampleGap = DayGap(
    time: "17:20", machineTime: "17:20", label: "Free, 1 h", address: "/events/new?day=2026-11-23&at=17:20")

private let sampleLists = ListField(choices: sampleChoices, problem: "wrong", isShown: true)

private let sampleTimeline = Timeline(
    classes: " from8", axis: TimelineAxis(
        early: "Fajr", marks: [AxisMark(classes: "p h14 m44", name: "Asr", time: "14:44")]))

let sampleColumn = DayColumn(
    row: AllDayCell(
        bars: [
            AllDayBar(
                classes: "bar l1 clay", address: "/events/1/x.ics", tag: "aGk3", title: "Visit", said: "all day",
                isTentative: true, clashes: true, goesOn: "Visit, goes on")
        ],
        hasBars: true, more: "+3 more", moreDay: "on 23 November", address: "/calendar/day/2026-11-23"),
    early: [EarlyPrayer(name: "Fajr", isNamed: true, time: "4:53", machineTime: "04:53")], hasEarly: true,
    items: [
        TimelineItem(
            block: TimelineBlock(
                classes: "b blue h9 y30", isFixed: true, address: "/events/1/x.ics", tag: "aGk3",
                hint: "Stand-up, 9:00–9:30", title: "Stand-up", isTentative: true, clashes: true,
                machineTime: "09:00", time: "9:00", end: "–9:30", details: ["Room 2"], states: "tentative"),
            band: TimelineBand(classes: "h14 m44 y32", name: "Asr 14:44", isNamed: true),
            now: TimelineNow(classes: "h13 m20", time: "13:20"),
            change: TimelineChange(classes: "h2", text: "The clocks go forward to 3:00"),
            absence: TimelineAbsence(classes: "h2 x1"))
    ],
    slots: [TimelineSlot(address: "/events/new?day=2026-11-23&at=08:00", classes: "h8 x1")])

private let sampleMiniMonth = MiniMonth(
    caption: "November 2026", weekdays: [WeekdayHead(name: "Sunday", short: "S")],
    weeks: [
        MiniWeek(days: [
            MiniDay(
                classes: "today in has", address: "/calendar/day/2026-11-23", number: "23", name: "Monday 23 November",
                isToday: true)
        ])
    ])
private let sampleMarked = [MarkedPart(text: "Din", isMarked: true), MarkedPart(text: "ner", isMarked: false)]

private let sampleFoundEntry = FoundEntry(
    address: "/events/1/x.ics", classes: "blue", time: "9:00", machineTime: "09:00", title: sampleMarked,
    length: "until 9:30", place: sampleMarked, excerpt: sampleMarked, hasPlace: true, hasExcerpt: true,
    calendar: "Personal", isHidden: true, states: "tentative", clashes: true, isTentative: true,
    repeats: true)

private let sampleHome = HomePage(
    day: HomeDay(
        date: "Monday 23 November", hijri: "13 Jumada II", hours: [HomeHour(hour: "11", time: "11:00")],
        blocks: [
            HomeBlock(name: "Asr", time: "14:44", datetime: "14:44", hour: "14", minute: "40", isPrayer: true)
        ]))

private let sampleHabit = HabitField(id: "a", label: "Sunday, allowed from", value: "9:00", problem: "wrong")
private let sampleHours = MyWeekPage.Hours(from: sampleHabit, until: sampleHabit)
private let sampleSummary = ProblemSummary(count: "One thing", items: [ProblemSummary.Item(id: "a", text: "wrong")])
