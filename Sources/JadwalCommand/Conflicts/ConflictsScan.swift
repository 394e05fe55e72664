import Accounts
import ArgumentParser
import CivilTime
import Mail
import Planning
import Storage

/// Finds the conflicts of a customer's calendars, for an operator.
struct ConflictsScan: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Finds the conflicts of a customer's next 12 months, and changes nothing.",
        discussion: """
            A line for each conflict: its first start on the customer's clocks, its state, the number of occurrences \
            that clash, and their causes. Titles are not printed. The state “new” is that of a conflict which the \
            worker has not written down yet.
            """)

    @Option(help: "The customer, by email address.", transform: emailAddress)
    var customer: EmailAddress

    func run() throws {
        let app = try Customers.app()
        let scan = try app.planning(of: app.customer(withAddress: customer)).scanConflicts()
        for conflict in scan.conflicts { print(line(of: conflict, scan.zone)) }
        let count = Dictionary(grouping: scan.conflicts) { $0.state }.mapValues(\.count)
        let parts = [(count[.open] ?? 0, "open"), (count[.kept] ?? 0, "kept"), (count[nil] ?? 0, "new")]
        print("found: \(parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")); gone: \(scan.goneCount)")
    }

    private func line(of conflict: ScannedConflict, _ zone: TimeZoneRules) -> String {
        let facts = conflict.facts, start = zone.local(facts.start)
        let state = conflict.state?.rawValue ?? "new"
        return "\(start.date.iso8601) \(start.clock)\t\(state)\t\(facts.count)\t\(Self.causes(of: facts))"
    }

    /// Counts the causes by their kinds: "overlap 2, prayer 1".
    private static func causes(of facts: ConflictFacts) -> String {
        let kinds = Dictionary(grouping: facts.clashes) { $0.prefix { $0 != " " } }
        return kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.count)" }.joined(separator: ", ")
    }
}
