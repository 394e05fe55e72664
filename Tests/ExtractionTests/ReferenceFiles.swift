import Extraction
import Foundation

/// The root of the repository, also where the sources are linked from another folder.
private let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Reads a file of `templates/lexicon`.
func lexiconFile(_ name: String) throws -> String {
    try String(contentsOf: root.appending(path: "templates/lexicon/\(name)"), encoding: .utf8)
}

/// A file of reference data, which lies beside the repository and may be absent.
struct ReferenceFile: Sendable {
    let name: String

    static let exportFormats = ReferenceFile(name: "export-formats.jsonl")
    static let cases = ReferenceFile(name: "cases.jsonl")
    static let threads = ReferenceFile(name: "threads-dev.jsonl")

    private var url: URL {
        root.deletingLastPathComponent().appending(path: "shared/reference/extraction/\(name)")
    }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// Reads the objects, one a line.
    func rows() throws -> [[String: Any]] {
        try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }
}

/// Reads the words of times: all files of `templates/lexicon` itself.
func lexiconFiles() throws -> [LexiconFile] {
    let folder = root.appending(path: "templates/lexicon")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".tsv") }.sorted()
        .map { LexiconFile(name: $0, text: try lexiconFile($0)) }
}
