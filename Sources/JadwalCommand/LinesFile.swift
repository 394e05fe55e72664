import ArgumentParser
import Foundation
import System

/// The argument of a command that reads a file line by line.
struct LinesFile: ParsableArguments {
    @Argument(help: "The file, or - for standard input.")
    var file: String

    /// Reads the lines that hold more than white space, each with its number.
    ///
    /// - Throws: a `FileError` that names the file.
    func lines() throws -> [(number: Int, text: Substring)] {
        guard file == "-" else { return numberedLines(of: try readText(file)) }
        let octets = FileHandle.standardInput.readDataToEndOfFile()
        guard let text = String(validating: octets, as: UTF8.self) else {
            throw FileError(path: file, message: "is not UTF-8")
        }
        return numberedLines(of: text)
    }

    /// Makes the error of a line, which says what to change.
    func wrong(_ number: Int, _ problem: String) -> FileError {
        FileError(path: file, message: "line \(number): \(problem)")
    }
}

/// The minutes that a file may name, some 1,900 years around its first day.
let fileMinutes = -1_000_000_000...1_000_000_000
