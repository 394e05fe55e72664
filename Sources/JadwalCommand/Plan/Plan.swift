import ArgumentParser
import Scheduling

/// `jadwal plan`: the planner in a terminal, for people and tests.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Plans days, solves two kinds of published problems with the same planner, and shows a plan.",
        discussion: "These commands store nothing. Only `show` reads a customer; the others read files.",
        subcommands: [PlanDayCommand.self, PlanOptw.self, PlanTsptw.self, PlanShow.self])
}
