@testable import Pages
import Storage
import Templates
import Web

let sampleConflicts = ConflictList(
    items: [
        ConflictItem(
            id: "1", month: "November", day: "26", title: "Dentist", when: "Thursday 26 November, 15:30–16:30",
            causes: ["At the same time: Lunch"], repeated: "It clashes 12 times.", line: sampleLine,
            best: ConflictItem.Best(value: "move 2026-11-26T13:30", label: "Move to Thursday", why: "same day")),
    ],
    more: "3 more clashes wait.")

private let sampleLine = DayLine(allowed: [540..<1_320], preferred: [], prayers: [])

private let sampleTime = ConflictPage.Time(
    number: "1", value: "move 2026-11-26T13:30", label: "Thursday 26 November, 13:30–14:30", isBest: true,
    isChosen: true,
    reasons: [ClashWarning.Reason(text: "same day", isBut: true)], line: sampleLine)

private let sampleItems = [
    ConflictTimeline.Item(
        block: ConflictTimeline.Block(
            classes: "b", hint: "Lunch 13:00", title: "Lunch", isTentative: true, clashes: true,
            machineTime: "2026-11-26T13:00", time: "13:00", end: "–14:00", details: ["at home"], states: "tentative"),
        band: ConflictTimeline.Band(classes: "p", name: "Asr 14:44"), now: "s52",
        change: TimelineChange(classes: "s4", text: "The clocks go back to 1:00"),
        absence: TimelineAbsence(classes: "s8")),
]

/// A sample of every page about conflicts.
let conflictPages: [any Page & Sendable] = [
    ConflictPage(
        id: "1", heading: "Dentist clashes on Thursday", problem: "This time is over.",
        sides: [ConflictPage.Side(
            color: "teal", title: "Dentist", when: "Thursday 26 November, 15:30–16:30", details: "Personal",
            url: "/events/1/x.ics", proof: sampleProof)],
        legend: "Move Dentist", times: [sampleTime], otherLegend: "Move Lunch", others: [sampleTime],
        own: ConflictPage.Own(day: "2026-11-26", time: "13:30", isChosen: true, seen: "2026-11-26 13:30"),
        cancel: "Take Dentist out", isCancelling: true, isKeeping: true,
        dayHeading: "Thursday 26 November",
        items: [ConflictPage.Item(when: "13:00–14:00", title: "Lunch", isInTheWay: true)],
        timeline: ConflictTimeline(
            classes: " from8", axis: TimelineAxis(marks: [AxisMark(classes: "h9", name: "Asr", time: "9:00")]),
            days: [ConflictTimeline.Day(
                name: "Thursday 26 November", hijri: "16 Jumada II", classes: " other o1", items: sampleItems,
                ghosts: [ConflictTimeline.Ghost(classes: "b ghost g1", title: "Dentist", time: "13:30–14:30")])]),
        message: "Would 13:30 suit?"),
    ConflictOverPage(answer: "Solved already.", canReopen: true, id: ConflictID(1)),
]
