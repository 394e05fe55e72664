import Calendars
import CivilTime
import Planning
import PrayerTimes
import Runtime
import Storage
import Templates
import Web

/// Makes the page of the event form from its fields as they were typed.
struct EventFormBuilder {
    let desk: EventDesk
    let form: EventForm
    let problems: [EventFormProblem]
    /// The event as it would be saved; nil if a field is wrong.
    let draft: EventDraft?
    /// The clash that the form warns of.
    let clash: FormClash?
    private var words: EventWords { desk.words }

    init(
        _ desk: EventDesk, _ form: EventForm, _ problems: [EventFormProblem] = [], draft: EventDraft? = nil,
        clash: FormClash? = nil
    ) {
        self.desk = desk
        self.form = form
        self.problems = problems
        self.draft = draft
        self.clash = clash
    }

    /// - Parameters:
    ///   - action: the address that the form is sent to.
    ///   - back: the page before, and its name.
    func page(
        heading: String, action: String, back: (url: String, name: String), isNew: Bool, line: EventLine? = nil,
        undo: UndoNotice? = nil, notice: String? = nil, list: EventDayList? = nil, own: EventAddress? = nil
    ) throws -> EventFormPage {
        let facts = try desk.visit.planning.eventFormFacts()
        return EventFormPage(
            heading: heading, backURL: back.url, back: back.name, action: action, isNew: isNew, line: line,
            isLineFirst: isNew && problems.isEmpty && form[.title].isEmpty,
            undo: undo, summary: words.summary(problems), notice: notice, warning: clash?.warning, hidden: hidden,
            titleField: field(.title), when: when(list), repetition: try repetition(),
            where: place(facts?.places ?? []), how: how(isSilent: !(facts?.hasDevice ?? false)),
            day: try day(list, own))
    }

    /// Returns the list of the event's first day; nil if no day can be read from the form.
    func list() throws -> EventDayList? {
        guard let day = draft?.time.day ?? TypedTime.day(form[.startDay]) else { return nil }
        return try EventDayList(desk, day)
    }

    private var hidden: [HiddenField] {
        [EventForm.Field.uid, .tag, .was].filter { !form[$0].isEmpty }
            .map { HiddenField(name: $0.rawValue, value: form[$0]) }
            + [HiddenField(name: EventForm.Field.shown.rawValue, value: form.shownTimes)]
            + (clash.map { [HiddenField(name: EventForm.Field.clash.rawValue, value: $0.digest)] } ?? [])
    }

    // MARK: Fields

    private func field(_ field: EventForm.Field) -> TextField {
        TextField(id: field.rawValue, value: form[field], problem: problem(field))
    }

    private func select(_ field: EventForm.Field, _ choices: [(value: String, label: String)]) -> SelectField {
        SelectField(
            id: field.rawValue, choices: [Choice](choices, selected: form[field]), problem: problem(field))
    }

    private func problem(_ field: EventForm.Field) -> FieldProblem? {
        guard let found = problems.first(where: { $0.field == field }) else { return nil }
        return FieldProblem(
            text: words.sentence(found), isFirst: found == problems.first, fix: words.fix(found))
    }

    // MARK: When

    private func when(_ list: EventDayList?) -> EventFormPage.When {
        .init(
            isTimed: form[.when] != "prayer" && form[.when] != "day", isAnchored: form[.when] == "prayer",
            isAllDay: form[.when] == "day",
            startDay: field(.startDay), startTime: field(.startTime), endDay: field(.endDay), endTime: field(.endTime),
            lasts: select(.lasts, lengths(.lasts, first: ("", words.text("event.lasts.until")))),
            hasZones: hasZones, zone: words.place(ofZone: desk.customer.timeZone),
            startZone: zone(.startZone), endZone: zone(.endZone),
            minutes: field(.minutes),
            side: select(.side, [("after", words.text("event.after")), ("before", words.text("event.before"))]),
            prayer: select(.prayer, DayEvent.allCases.map { ($0.rawValue, words.text("prayer.\($0.rawValue)")) }),
            firstDay: field(.day), length: select(.length, lengths(.length)),
            anchorSays: list.flatMap { list in draft.flatMap { words.anchorSays($0.time, list.view) } },
            from: field(.from), to: field(.to))
    }

    /// Returns the usual lengths, and the present one among them.
    private func lengths(
        _ field: EventForm.Field, first: (value: String, label: String)? = nil
    ) -> [(value: String, label: String)] {
        var minutes: Set = [0, 15, 30, 45, 60, 90, 120, 180, 240, 480]
        if let own = TypedTime.number(form[field]), EventFormReader.lengths.contains(own) { minutes.insert(own) }
        return (first.map { [$0] } ?? []) + minutes.sorted().map { minutes in
            ("\(minutes)", minutes == 0 ? words.text("event.length.none") : words.length(minutes))
        }
    }

    private var hasZones: Bool {
        [EventForm.Field.startZone, .endZone].contains { form[$0] != desk.customer.timeZone || problem($0) != nil }
    }

    private func zone(_ field: EventForm.Field) -> ZoneField {
        let chosen = form[field], own = desk.customer.timeZone
        // The customer's zone and the other one of the two are on top, since they are chosen most.
        let other = form[field == .startZone ? .endZone : .startZone]
        var top = [(own, words.place(ofZone: own))]
        if other != own, !other.isEmpty { top.append((other, words.place(ofZone: other))) }
        top.append(("", words.text("event.zone.floating")))
        let isOnTop = top.contains { $0.0 == chosen }
        return ZoneField(
            id: field.rawValue, top: [Choice](top, selected: chosen),
            regions: desk.visit.app.shared.timeZones.options(
                selected: isOnTop ? "" : chosen, desk.visit.language, desk.visit.app.shared.templates.catalogue),
            problem: problem(field))
    }

    // MARK: Repetition

    private func repetition() throws -> EventFormPage.Repetition {
        .init(
            repeat: select(.repeat, repeats), weekdays: weekdays, interval: field(.interval), rule: field(.rule),
            until: field(.until), count: field(.count), dates: try dates())
    }

    /// The first day, from which the names of the rules are made.
    private var firstDay: LocalDate {
        let field: EventForm.Field = switch form[.when] {
        case "day": .from
        case "prayer": .day
        default: .startDay
        }
        return TypedTime.day(form[field]) ?? desk.now.date
    }

    private var repeats: [(value: String, label: String)] {
        func name(_ rule: Repetition.Rule) -> String { words.rule(rule, from: firstDay, desk.hijri) ?? "" }
        return [
            ("never", words.text("event.repeat.never")), ("daily", name(.daily)),
            ("weekdays", name(.weekdays(desk.workingDays))), ("weekly", words.text("event.repeat.weekly")),
            ("month-day", name(.monthlyByDay)), ("month-weekday", name(.monthlyByWeekday)), ("yearly", name(.yearly)),
            ("hijri-month", name(.hijriMonthly)), ("hijri-year", name(.hijriYearly)),
            ("custom", words.text("event.repeat.custom")),
        ]
    }

    private var weekdays: [Choice] {
        let first = desk.customer.firstDay
        return (0..<7).compactMap { Weekday(rawValue: (first - 1 + $0) % 7 + 1) }.map { day in
            Choice(
                value: "\(day.rawValue)", label: words.format.weekday(day),
                isSelected: form[.weekday].contains("\(day.rawValue)"))
        }
    }

    /// The next days of the series: `The next five: 25 November, 2, 9 …`.
    private func dates() throws -> String? {
        guard let draft, draft.repetition.rule != .none, problems.isEmpty else { return nil }
        let days: [LocalDate]
        do {
            days = try desk.home.nextDays(of: draft, 6)
        } catch is EventProblems {
            // The form says so beside the field, once it is sent.
            return nil
        } catch is EventProblem {
            return nil
        }
        let year = desk.now.date.year
        let listed = days.prefix(5).map { words.format.day($0, $0.year == year ? .weekday : .full) }
        return days.count <= 5
            ? words.text("event.dates.all", ["days": words.list(listed)])
            : words.text("event.dates.next", ["days": words.list(listed)])
    }

    // MARK: Where

    /// - Parameter places: the names of the saved places.
    private func place(_ places: [String]) -> EventFormPage.Where {
        .init(
            calendar: select(.calendar, calendarChoices), calendarColor: calendarColor,
            lines: EventPart.all.compactMap { line($0, hasPlaces: !places.isEmpty) }, places: places,
            hasPlaces: !places.isEmpty)
    }

    /// Returns the control of a part that is one line of text; nil for other parts.
    private func line(_ part: EventPart, hasPlaces: Bool) -> LabelledLine? {
        guard case .line(let isAddress) = part.control, let field = part.fields.first else { return nil }
        return LabelledLine(
            id: field.rawValue, label: words.text(part.textKey), value: form[field], isAddress: isAddress,
            proposals: field == .place && hasPlaces ? "place-names" : nil, problem: problem(field))
    }

    private var calendarChoices: [(value: String, label: String)] {
        desk.calendars.map { ($0.id.description, CalendarPages.name(of: $0, desk.visit)) }
    }

    private var calendarColor: String {
        CalendarPalette.nearest(to: desk.calendar(withID: form[.calendar])?.color).name
    }

    // MARK: How

    private func how(isSilent: Bool) -> EventFormPage.How {
        .init(
            reminders: form[.reminder].compactMap { text in
                ReminderText.reminder(text).map { ReminderChip(value: text, label: words.reminder($0)) }
            },
            isAddingReminder: problems.contains { [.reminderCount, .reminderAt].contains($0.field) },
            isSilent: isSilent,
            reminderCount: field(.reminderCount),
            reminderUnit: select(.reminderUnit, [
                ("minutes", words.text("event.reminder.minutes")), ("hours", words.text("event.reminder.hours")),
                ("days", words.text("event.reminder.days")), ("weeks", words.text("event.reminder.weeks")),
            ]),
            reminderSide: select(.reminderSide, [
                ("before", words.text("event.reminder.side.before")),
                ("after", words.text("event.reminder.side.after")),
                ("end", words.text("event.reminder.side.end")), ("at", words.text("event.reminder.side.at")),
            ]),
            reminderAt: field(.reminderAt),
            selects: EventPart.all.compactMap(select),
            color: ColorField(id: EventForm.Field.color.rawValue, choices: colors, problem: problem(.color)),
            category: field(.category), note: field(.note))
    }

    /// Returns the control of a part that is chosen from a list; nil for other parts.
    private func select(_ part: EventPart) -> LabelledSelect? {
        guard case .select(let choices) = part.control, let field = part.fields.first else { return nil }
        return LabelledSelect(
            id: field.rawValue, label: words.text(part.textKey),
            choices: [Choice](choices(form, words), selected: form[field]), problem: problem(field))
    }

    private var colors: [ColorChoice] {
        [ColorChoice(
            value: "", label: words.text("event.color.own"), color: "own \(calendarColor)",
            isSelected: form[.color].isEmpty)]
            + CalendarPalette.named.map { color in
                ColorChoice(
                    value: color.name, label: words.text("color.\(color.name)"), color: color.name,
                    isSelected: form[.color] == color.name)
            }
    }

    // MARK: The day

    /// Returns the list of the day with the event in it.
    private func day(_ list: EventDayList?, _ own: EventAddress?) throws -> EventDay? {
        try list.map { list in
            try draft.map {
                try list.day(with: $0, title: shownTitle, color: color, replacing: own)
            } ?? list.stored()
        }
    }

    private var shownTitle: String { form[.title].isEmpty ? words.text("event.untitled") : form[.title] }

    /// The class of the event's colour.
    private var color: String {
        CalendarPalette.named.first { $0.name == form[.color] }?.name ?? calendarColor
    }
}
