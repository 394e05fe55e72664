import Foundation

/// A program that answers each line with a line, in parallel with the test that started it.
///
/// Input and output are files, so that no pipe can fill up.
struct OracleRun {
    private let process: Process
    private let folder: URL
    private let count: Int

    init(_ command: [String], _ lines: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "jadwal-oracle-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let input = folder.appending(path: "in"), output = folder.appending(path: "out")
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: input)
        try Data().write(to: output)
        count = lines.count
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Waits for the last answer.
    ///
    /// - Returns: one answer for each line; nil if the program refuses the rule or is too slow.
    func answers() throws -> [String?] {
        defer { try? FileManager.default.removeItem(at: folder) }
        process.waitUntilExit()
        let text = try String(contentsOf: folder.appending(path: "out"), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        guard process.terminationStatus == 0, count == 0 || lines.count == count else {
            throw OracleFailure(status: process.terminationStatus, asked: count, answered: lines.count)
        }
        return lines.map { $0 == "error" || $0 == "slow" ? nil : String($0) }
    }
}

struct OracleFailure: Error {
    let status: Int32
    let asked: Int, answered: Int
}

/// The oracles' programs, and those that this machine can run.
enum Oracles {
    static let python = ProcessInfo.processInfo.environment["JADWAL_TEST_PYTHON"] ?? "python3"

    static let hasDateutil = runs([python, "-c", "import dateutil"])
    static let hasRecurringEvents = runs([python, "-c", "import dateutil, recurring_ical_events"])
    static let hasLibical = runs(["cc", "--version"]) && runs(["pkg-config", "libical"])

    /// Asks python-dateutil.
    static func dateutil(_ lines: [String]) throws -> OracleRun {
        try OracleRun([python, file("dateutil_oracle.py")], lines)
    }

    /// Asks recurring-ical-events.
    static func recurringEvents(_ lines: [String]) throws -> OracleRun {
        try OracleRun([python, file("series_oracle.py")], lines)
    }

    /// Builds the program that asks libical.
    static func buildLibical(_ program: String) throws {
        _ = try OracleRun(["cc", "-O2", "-o", program, file("libical_oracle.c"), "-lical"], []).answers()
    }

    static func libical(_ program: String, _ lines: [String]) throws -> OracleRun {
        try OracleRun(lines.isEmpty ? ["true"] : [program], lines)
    }

    private static func file(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracles/\(name)").path
    }

    /// Returns true if a command succeeds; false also if it cannot be started.
    private static func runs(_ command: [String]) -> Bool {
        (try? OracleRun(command, []).answers()) != nil
    }
}
