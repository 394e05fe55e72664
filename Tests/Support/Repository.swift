import Foundation

/// The files of this repository, wherever the tests are run from.
public enum Repository {
    /// The folder that Package.swift is in.
    public static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    /// A file's text; the path is relative to the root.
    public static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    /// Every file below a folder, as paths relative to the root, in order.
    public static func files(below folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").sorted().map { "\(folder)/\($0)" }
    }

    /// All migrations, one after another.
    public static func migrations() throws -> String {
        try files(below: "sql/migrations").map { try text($0) }.joined(separator: "\n")
    }
}
