@testable import Pages
@testable import Templates
@testable import Web

/// A sample of every page of events.
let sampleEventPages: [any Page & Sendable] = [
    EventFormPage(
        heading: "New event", backURL: "/", back: "Calendar", action: "/events/new", isNew: true,
        line: EventLine(
            typed: "Coffee tomorrow", understood: "Coffee · Tuesday", notUnderstood: "Not understood: 5pm",
            asksWeekly: true, problem: "too long"),
        isLineFirst: true, undo: sampleUndo,
        summary: ProblemSummary(count: "Two", items: [.init(id: "title", text: "wrong")]), notice: "saved",
        warning: ClashWarning(
            sentence: "At the same time: Lunch",
            times: [
                .init(
                    value: "2026-11-26T13:15", label: "Thursday, 13:15–14:15", isBest: true,
                    reasons: [.init(text: "same day", isBut: true)])
            ],
            hasTimes: true),
        hidden: sampleHidden, titleField: text("title"),
        when: .init(
            isTimed: true, isAnchored: true, isAllDay: true, startDay: text("start-day"), startTime: text("start-time"),
            endDay: text("end-day"), endTime: text("end-time"),
            lasts: select("lasts"), hasZones: true, zone: "Riyadh", startZone: zone("start-zone"),
            endZone: zone("end-zone"),
            minutes: text("minutes"), side: select("side"), prayer: select("prayer"), firstDay: text("day"),
            length: select("length"), anchorSays: "At 15:00", from: text("from"), to: text("to")),
        repetition: .init(
            repeat: select("repeat"), weekdays: sampleOptions, interval: text("interval"), rule: text("rule"),
            until: text("until"), count: text("count"), dates: "In all: 25 November"),
        where: .init(
            calendar: select("calendar"), calendarColor: "violet",
            lines: [
                LabelledLine(
                    id: "place", label: "Place", value: "x", isAddress: false, proposals: "place-names",
                    problem: sampleProblem),
                LabelledLine(id: "map", label: "Map", value: "x", isAddress: true, problem: sampleProblem),
            ],
            places: ["Office"], hasPlaces: true),
        how: .init(
            reminders: [ReminderChip(value: "before:10", label: "10 min before")], isAddingReminder: true,
            isSilent: true, reminderCount: text("reminder-count"), reminderUnit: select("reminder-unit"),
            reminderSide: select("reminder-side"), reminderAt: text("reminder-at"),
            selects: [
                LabelledSelect(id: "busy", label: "Shows as", choices: sampleOptions, problem: sampleProblem)
            ],
            color: ColorField(
                id: "color", choices: [ColorChoice(value: "clay", label: "Clay", color: "clay", isSelected: true)],
                problem: sampleProblem),
            category: text("category"), note: text("note")),
        day: sampleDay),
    EventPage(
        undo: sampleUndo, warning: "changed", notice: "moved", title: "Team meeting",
        color: "blue", backURL: "/", back: "Monday",
        when: "Monday, 10:00–11:00",
        hijri: "13 Jumada II 1448", elsewhere: "In London: 7:00–8:00", anchor: "15 min after Asr",
        unknownZone: "Its time zone is not known",
        repeats: "Every week", isChanged: true, status: "Cancelled", clashes: true, chat: sampleEventChat,
        calendar: "Work", place: LinkedText("https://example.org/4 Room 4"),
        map: sampleLink, way: sampleWays,
        link: sampleLink, otherLink: "javascript:alert(1)",
        join: JoinLink(address: "https://zoom.us/j/1", isSoon: true),
        reminders: "10 min before", isSilent: true,
        guests: [EventGuest(name: "Ali", initial: "A", answer: "Comes", kind: "yes", isComing: true)],
        guestCount: "1 guest", organizer: "Maryam",
        note: [NoteLine(isRule: true, pieces: LinkedText("https://example.org agenda").pieces)],
        hasNote: true, categories: "Work",
        behaviour: "Busy", kept: ["1 attachment"], hasKept: true, isWritable: true, editURL: "/events/1/x/edit",
        duplicateURL: "/events/1/x/duplicate", copyUID: "1", moveURL: "/events/1/x/move",
        deleteURL: "/events/1/x/delete",
        mayMove: true, changed: "Last changed", day: sampleDay),
    SeriesPage(
        heading: "Change which ones?", lead: "One of a row", pageURL: "/events/1/x", title: "Team meeting",
        action: "/events/1/x/series", changes: [SeriesChange(name: "When", before: "10:00", after: "10:30")],
        hasChanges: true,
        options: [
            SeriesOption(value: "one", name: "Only this one", count: "1 event", hint: "Others stay", isChosen: true)
        ],
        warning: "At the same time: Lunch", isDeletion: true, hidden: sampleHidden),
    OvertakenPage(
        action: "/events/1/x/edit", pageURL: "/events/1/x", title: "Team meeting", changed: "12 November at 8:14",
        rows: [OvertakenRow(part: "title", name: "Title", typed: "Mine", stored: "Theirs", isTyped: true)],
        hidden: sampleHidden),
    DeleteEventPage(
        action: "/events/1/x/delete", pageURL: "/events/1/x", title: "Team meeting", when: "Monday",
        repeats: "Every week", hasGuests: true,
        hidden: sampleHidden),
    MoveEventPage(
        action: "/events/1/x/move", pageURL: "/events/1/x", title: "Team meeting", isSeries: true,
        calendar: select("calendar")),
]

private let sampleOptions = [Choice(value: "1", label: "Monday", isSelected: true)]

private let sampleHidden = [HiddenField(name: "uid", value: "1")]

private let sampleProblem = FieldProblem(text: "wrong", isFirst: true, fix: .init(value: "a=b", label: "Put it right"))

private let sampleLink = SafeLink("https://example.org/room").map(EventLink.init)

private let sampleDay = EventDay(
    day: "Monday 23 November", hijri: "13 Jumada II 1448", list: sampleDayList, isFree: true,
    clash: "At the same time: Lunch")

private func text(_ id: String) -> TextField { TextField(id: id, value: "x", problem: sampleProblem) }

private func select(_ id: String) -> SelectField { SelectField(id: id, choices: sampleOptions, problem: sampleProblem) }

private func zone(_ id: String) -> ZoneField {
    ZoneField(
        id: id, top: sampleOptions, regions: [ZoneRegion(region: "Asia", zones: sampleOptions)], problem: sampleProblem)
}

private let sampleWays = EventWays(
    leave: "Leave 13:30", detail: "25 min by car",
    modes: [
        EventMode(
            name: "Walk", length: "25 min", facts: "Leave 13:30", reasons: ["Too far"], isOut: true, isChosen: true)
    ])
