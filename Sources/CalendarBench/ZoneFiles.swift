import CivilTime
import Foundation
import Synchronization

/// The machine's time zone files, each read once. libical reads the same files.
enum ZoneFiles {
    private static let known = Mutex<[String: TimeZoneRules?]>([:])

    static func rules(_ name: String) -> TimeZoneRules? {
        known.withLock { known in
            if let rules = known[name] { return rules }
            // Only names in the bench's own data are asked for.
            let rules = FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)").flatMap { data in
                try? TimeZoneRules(name: name, tzif: [UInt8](data))
            }
            known[name] = .some(rules)
            return rules
        }
    }
}
