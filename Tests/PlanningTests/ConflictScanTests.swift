import Planning
import Storage
import Testing

/// The scan of an operator, beside what the worker writes down.
@Suite("Scans of conflicts")
struct ConflictScanTests {
    let world: PlanningWorld

    init() throws {
        world = try PlanningWorld()
        try world.put("Lunch", "20261125T130000", "20261125T140000")
        try world.put("Dentist", "20261125T133000", "20261125T143000")
    }

    private func states() throws -> [String] {
        try world.planning.scanConflicts().conflicts.map { "\($0.facts.uid) \($0.state?.rawValue ?? "new")" }
    }

    @Test("a conflict is found before the worker wrote it down, and named as the worker names it after that")
    func worker() throws {
        #expect(try states().count == 1)
        #expect(try states().first?.hasSuffix(" new") == true)
        try world.work()
        #expect(try states() == world.conflicts([.open]).map { "\($0.split { $0 == " " || $0 == ":" }[1]) open" })
        let conflict = try #require(try world.planning.openConflicts(limit: 1).shown.first)
        try world.planning.keep(conflict.row.id)
        #expect(try states().first?.hasSuffix(" kept") == true)
    }

    @Test("what is written down and no longer true is counted, and stays as it is")
    func gone() throws {
        try world.work()
        try world.delete("Dentist")
        let scan = try world.planning.scanConflicts()
        #expect(scan.conflicts.isEmpty && scan.goneCount == 1)
        #expect(try world.conflicts([.open]).count == 1)
    }
}
