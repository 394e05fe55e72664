import CivilTime
import ICalendar

/// The zones of made calendars: a small database, and one zone that only the calendar describes.
enum MadeZones {
    static let own = "Made/Own"
    static let names = Array(footers.keys).sorted() + [own]

    /// POSIX closing rules: clocks that change north and south of the equator, by half an hour and at
    /// midnight, and clocks that never change.
    private static let footers = [
        "Made/North": "AST-1BST,M3.5.0,M10.5.0/3", "Made/South": "ASST4BSST,M10.3.0/0,M2.3.0/0",
        "Made/Half": "CST-10:30DST-11,M10.1.0,M4.1.0", "Made/Still": "EST-3",
    ]

    private static let database = footers.compactMapValues { footer in
        try? TimeZoneRules(name: footer, tzif: file(footer))
    }

    @Sendable static func rules(_ name: String) -> TimeZoneRules? { database[name] }

    /// Returns the smallest file of RFC 8536 §3.1: one kind of time, no change, and the closing rule.
    private static func file(_ footer: String) -> [UInt8] {
        let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
            + [0, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 1] + [0, 0, 0, 4]
        let block = header + [0, 0, 0, 0, 0, 0] + Array("LMT\0".utf8)
        return block + block + Array("\n\(footer)\n".utf8)
    }

    /// Makes a VTIMEZONE of two observances; no real zone has some of them.
    static func component(_ octets: inout OctetSource) -> Component {
        var zone = Component("VTIMEZONE", properties: [Property("TZID", value: own)])
        for name in ["STANDARD", "DAYLIGHT"] {
            var observance = Component(name)
            let year = octets.among(1960...2040), month = octets.among(1...12)
            observance.properties.append(Property("DTSTART", value: "\(year)\(month < 10 ? "0" : "")\(month)01T0\(octets.below(5))0000"))
            for property in ["TZOFFSETFROM", "TZOFFSETTO"] {
                let offset = octets.among(-24...28) * 1_800
                observance.properties.append(Property(property, value: UTCOffset(seconds: offset)?.text ?? "+0000"))
            }
            if !octets.rarely(3) {
                let day = octets.one(of: ["-1SU", "1SU", "2SA", "3FR"])
                observance.properties.append(Property("RRULE", value: "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(day)"))
            }
            zone.components.append(observance)
        }
        return zone
    }

    /// Checks that a zone of the database, written as a VTIMEZONE, shows the same clocks within its years.
    static func checkWriting(_ name: String, _ octets: inout OctetSource) {
        guard let rules = rules(name) else { return }
        let start = Instant(secondsSince1970: Int64(octets.among(0...2_000)) * 1_000_000)
        let end = start + .seconds(octets.among(1...20_000) * 86_400)
        let component = Component.timeZone(name, rules, over: start..<end)
        guard let zone = try? ObservedZone(component) else { fatalError("\(component): a written zone cannot be read") }
        for _ in 0..<8 {
            let moment = start + .seconds(octets.below(20_000) * 86_400 + octets.below(86_400))
            guard moment < end else { continue }
            guard zone.offset(at: moment) == rules.offset(at: moment) else { fatalError("\(component) is not \(name) at \(moment)") }
        }
    }
}
