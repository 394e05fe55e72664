import ICalendar

/// No computed series: for checks that need no times.
struct NoComputedSeries: ComputedSeries {
    let ownNames: Set<String> = []

    func times(_ time: EventTime, _ repetition: Repetition, replacing old: Component?) throws -> EventTimes {
        throw EventProblem(.start, .noCity)
    }

    func reading(_ calendar: Component) -> (time: EventTime, repetition: Repetition)? { nil }

    func singleChanges(in calendar: Component) -> SingleChanges { SingleChanges() }

    func isAsMade(_ override: Component, in calendar: Component) -> Bool { false }

    func time(of occurrence: Component, in calendar: Component) -> EventTime? { nil }
}
