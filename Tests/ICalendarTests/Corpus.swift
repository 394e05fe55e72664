import Foundation
import Testing

/// Calendars of other projects, which are not part of this repository. They are in a folder beside it, or in
/// that of `JADWAL_REFERENCE`.
enum Corpus {
    static let reference: String = {
        // Resolved, since the package `Engine` links the sources from another folder.
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
        let reference = ProcessInfo.processInfo.environment["JADWAL_REFERENCE"] ?? "\(root)/../shared/reference"
        return reference + "/icalendar"
    }()
    static let folder = reference + "/corpus"

    static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { $0.hasSuffix(".ics") }.sorted() ?? []

    static let isHere = ConditionTrait.enabled("no reference data") { !names.isEmpty }

    static func octets(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    }
}
