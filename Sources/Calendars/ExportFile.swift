import CivilTime
import DAV
import ICalendar
import Runtime
package import Storage

extension CalendarHome {
    /// Writes a calendar as one file: a VCALENDAR with all objects, each time zone once, before its first use.
    ///
    /// The components are those of the stored texts, property by property. An object whose floating times have a zone
    /// of their own (X-WR-TIMEZONE) follows as a VCALENDAR of its own, as it is stored.
    ///
    /// - Parameter write: gets the next octets of the file. Objects are read by the hundred, so a file of any size
    ///   needs little memory.
    package func export(_ calendar: CalendarRow, _ write: ([UInt8]) throws -> Void) throws {
        try export(calendar, as: { $0 }, write)
    }

    /// Writes a calendar as one file.
    ///
    /// - Parameters:
    ///   - refreshHours: tells subscribers how often to ask; nil for a file.
    ///   - view: returns what the file has of an object.
    func export(
        _ calendar: CalendarRow, refreshHours: Int? = nil, as view: ([Component]) -> [Component],
        _ write: ([UInt8]) throws -> Void
    ) throws {
        var file = CalendarFileWriter(database: zoneDatabase)
        try write(CalendarFileWriter.head(of: calendar, refreshHours: refreshHours))
        var last: String?
        while true {
            let objects = try app.store.objects(of: owner, calendar.id, after: last, limit: 100)
            for object in objects { file.add(view(try CalendarStream(object.octets).components)) }
            try write(file.take())
            guard let next = objects.last?.member.segment else { break }
            last = next
        }
        try write(file.end())
    }

    /// Returns the customer's calendars with a name of a file for each, no two alike: `Family`, `Family 2`.
    ///
    /// - Parameter withDeleted: true for those that can come back, too.
    package func fileNames(withDeleted: Bool = false) throws -> [(calendar: CalendarRow, name: String)] {
        var taken: Set<String> = []
        return try (list().calendars + (withDeleted ? deleted() : [])).map { calendar in
            let base = calendar.fileName
            var name = base, number = 1
            while !taken.insert(name.lowercased()).inserted {
                number += 1
                name = "\(base) \(number)"
            }
            return (calendar, name)
        }
    }
}

extension CalendarRow {
    /// The name without characters that mean something in paths.
    package var fileName: String {
        let name = displayName.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F || "\\/:*?\"<>|".unicodeScalars.contains(scalar)
                ? " " : String(scalar)
        }.joined().split(separator: " ").joined(separator: " ")
        let short = String(name.drop { $0 == "." }.prefix(60))
        guard short.isEmpty else { return short }
        let plain = segment.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return plain.isEmpty ? "calendar" : plain
    }
}

/// Merges stored objects into one calendar.
private struct CalendarFileWriter {
    let database: ZoneResolver.Database
    private var writer = ContentLineWriter()
    /// The time zones that are written, by TZID.
    private var zones: [String: Component] = [:]
    /// The calendars of objects that must stay alone.
    private var alone: [Component] = []

    init(database: @escaping ZoneResolver.Database) {
        self.database = database
    }

    static func head(of calendar: CalendarRow, refreshHours: Int?) -> [UInt8] {
        var writer = ContentLineWriter()
        writer.line("BEGIN", "VCALENDAR")
        writer.line("VERSION", "2.0")
        writer.line("PRODID", productID)
        writer.text("NAME", calendar.displayName)
        writer.text("X-WR-CALNAME", calendar.displayName)
        if let color = calendar.color {
            // RFC 7986 §5.9 takes names of CSS only; Apple's programs read the value.
            writer.line("COLOR", CalendarPalette.nearest(to: color).css)
            writer.line("X-APPLE-CALENDAR-COLOR", color)
        }
        if let refreshHours {
            // RFC 7986 §5.7; Outlook reads the other.
            writer.line("REFRESH-INTERVAL;VALUE=DURATION", "PT\(refreshHours)H")
            writer.line("X-PUBLISHED-TTL", "PT\(refreshHours)H")
        }
        return writer.bytes
    }

    mutating func add(_ calendars: [Component]) {
        for calendar in calendars {
            if calendar.first("X-WR-TIMEZONE") != nil {
                alone.append(calendar)
                continue
            }
            var names: [String: String] = [:]
            for zone in calendar.components where zone.name == "VTIMEZONE" { add(zone, &names) }
            for part in calendar.components where part.name != "VTIMEZONE" {
                writer.component(names.isEmpty ? part : part.renamingZones(names))
            }
        }
    }

    /// Writes a time zone unless it is written. A zone of the same name with other rules gets another name, unless
    /// the zone database knows the name and so decides the rules.
    private mutating func add(_ zone: Component, _ names: inout [String: String]) {
        guard let name = zone.first("TZID").flatMap({ try? $0.text() }) else { return }
        guard let written = zones[name] else {
            zones[name] = zone
            writer.component(zone)
            return
        }
        guard written != zone, database(name) == nil else { return }
        var number = 2
        while let other = zones["\(name) (\(number))"], other != zone { number += 1 }
        let newName = "\(name) (\(number))"
        names[name] = newName
        guard zones[newName] == nil else { return }
        zones[newName] = zone
        var renamed = zone
        renamed.set(Property("TZID", text: newName))
        writer.component(renamed)
    }

    /// Returns the octets since the last call.
    mutating func take() -> [UInt8] {
        defer { writer = ContentLineWriter() }
        return writer.bytes
    }

    mutating func end() -> [UInt8] {
        writer.line("END", "VCALENDAR")
        for calendar in alone { writer.component(calendar) }
        return take()
    }
}

extension Component {
    /// Returns the component with other TZIDs in its properties, also in those of alarms.
    fileprivate func renamingZones(_ names: [String: String]) -> Component {
        var copy = self
        copy.properties = properties.map { property in
            guard let name = property.parameter("TZID").flatMap({ names[$0] }) else { return property }
            var property = property
            property.setParameter("TZID", name)
            return property
        }
        copy.components = components.map { $0.renamingZones(names) }
        return copy
    }
}
