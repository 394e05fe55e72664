import CivilTime
import Foundation
@testable import Transit

/// The programs of the folder `Oracles`, which Python runs.
enum Oracles {
    static let python = ProcessInfo.processInfo.environment["JADWAL_TEST_PYTHON"] ?? "python3"

    static let hasNigiri = (try? run("nigiri_oracle.py", ["", "", ""], input: "")) != nil

    /// Writes the network of a city to a new folder, which the caller deletes.
    static func makeNetwork(_ city: String, seed: Int) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "jadwal-transit-\(UUID())")
        _ = try run("networks.py", [city, String(seed), folder.path], input: "")
        return folder
    }

    /// Asks `pynigiri` for the earliest arrivals.
    ///
    /// - Returns: one arrival for each line; nil if there is no journey.
    static func arrivals(_ folder: URL, _ first: LocalDate, _ last: LocalDate, _ lines: [String]) throws -> [Instant?] {
        let input = lines.map { $0 + "\n" }.joined()
        let output = try run("nigiri_oracle.py", [folder.path, first.iso8601, last.iso8601], input: input)
        let answers = output.split(separator: "\n")
        guard answers.count == lines.count else { throw OracleFailure(status: 0) }
        return answers.map { Int64($0).map { Instant(secondsSince1970: $0 * 60) } }
    }

    /// Runs a program to its end. Input and output are files, so that no pipe can fill up.
    private static func run(_ program: String, _ arguments: [String], input: String) throws -> String {
        let manager = FileManager.default
        let folder = manager.temporaryDirectory.appending(path: "jadwal-oracle-\(UUID())")
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: folder) }
        try Data(input.utf8).write(to: folder.appending(path: "in"))
        try Data().write(to: folder.appending(path: "out"))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracles/\(program)")
        process.arguments = [python, "-B", file.path] + arguments
        process.standardInput = try FileHandle(forReadingFrom: folder.appending(path: "in"))
        process.standardOutput = try FileHandle(forWritingTo: folder.appending(path: "out"))
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw OracleFailure(status: process.terminationStatus) }
        return try String(contentsOf: folder.appending(path: "out"), encoding: .utf8)
    }
}

struct OracleFailure: Error {
    let status: Int32
}
