import ArgumentParser
import System
import Text

/// The folder argument of a command that solves published problems.
struct ProblemFolder: ParsableArguments {
    @Argument(help: "The folder of the problems. The first column of its best.tsv names them.")
    var folder: String

    /// Reads the names of the problems, in order. A line that begins with # is a comment.
    ///
    /// - Throws: a `FileError` that names the file.
    func names() throws -> [String] {
        try lines(of: "best.tsv").filter { !$0.text.hasPrefix("#") }.map { line in
            let name = line.text.split(separator: "\t", omittingEmptySubsequences: false)[0].trimmed()
            guard !name.isEmpty, !name.contains("/") else {
                throw wrong("best.tsv", line.number, "the first column must be the name of a problem")
            }
            return String(name)
        }
    }

    /// Reads the lines of a file that hold more than white space, each with its number.
    func lines(of name: String) throws -> [(number: Int, text: Substring)] {
        numberedLines(of: try readText("\(folder)/\(name)"))
    }

    /// Makes the error of a line, which says what to change.
    func wrong(_ name: String, _ number: Int, _ problem: String) -> FileError {
        FileError(path: "\(folder)/\(name)", message: "line \(number): \(problem)")
    }

    /// Reads the number of places, which is the first line of a problem.
    func count(_ name: String, _ lines: [(number: Int, text: Substring)]) throws -> Int {
        guard let first = lines.first, let count = Int(first.text.trimmed()), (2...1_000).contains(count) else {
            throw wrong(name, lines.first?.number ?? 1, "must be the number of places, from 2 to 1000")
        }
        return count
    }
}
