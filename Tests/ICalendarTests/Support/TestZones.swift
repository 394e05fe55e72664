import CivilTime
import Foundation
@testable import ICalendar
import Synchronization

/// The machine's zone files, each read once.
enum TestZones {
    private static let cache = Mutex<[String: TimeZoneRules?]>([:])

    static func rules(_ name: String) -> TimeZoneRules? {
        cache.withLock { known in
            if let rules = known[name] { return rules }
            let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
            let data = isName && !name.isEmpty ? FileManager.default.contents(atPath: "/usr/share/zoneinfo/\(name)") : nil
            let rules = data.flatMap { try? TimeZoneRules(name: name, tzif: [UInt8]($0)) }
            known[name] = .some(rules)
            return rules
        }
    }

    static let resolver = ZoneResolver { rules($0) }
}
