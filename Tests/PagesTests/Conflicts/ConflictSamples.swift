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
    value: "move 2026-11-26T13:30", label: "Thursday 26 November, 13:30–14:30", isBest: true, isChosen: true,
    reasons: [ClashWarning.Reason(text: "same day", isBut: true)], line: sampleLine)

/// A sample of every page about conflicts.
let conflictPages: [any Page & Sendable] = [
    ConflictPage(
        id: "1", heading: "Dentist clashes on Thursday", problem: "This time is over.",
        sides: [ConflictPage.Side(
            color: "teal", title: "Dentist", when: "Thursday 26 November, 15:30–16:30", details: "Personal",
            url: "/events/1/x.ics")],
        legend: "Move Dentist", times: [sampleTime], otherLegend: "Move Lunch", others: [sampleTime],
        own: ConflictPage.Own(day: "2026-11-26", time: "13:30", isChosen: true, seen: "2026-11-26 13:30"),
        cancel: "Take Dentist out", isCancelling: true, isKeeping: true,
        dayHeading: "Thursday 26 November",
        items: [ConflictPage.Item(when: "13:00–14:00", title: "Lunch", isInTheWay: true)],
        message: "Would 13:30 suit?"),
    ConflictOverPage(answer: "Solved already.", canReopen: true, id: ConflictID(1)),
]
