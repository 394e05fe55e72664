public import CivilTime
public import System

/// The IANA time zones as the system's tzdata has them.
///
/// The names are read once. The rules of a zone are read when they are first asked for, and again when
/// an upgrade of tzdata has replaced their file; Foundation's own copy is older and never used.
public struct TimeZones: Sendable {
    /// The zones a person chooses from, in alphabetical order.
    public let names: [String]
    /// Older names and the zone they mean, as in Asia/Calcutta for Asia/Kolkata.
    private let links: [String: String]
    private let known: Set<String>
    /// The zones that belong to no place, as in Etc/GMT+2. Nobody chooses one, but programs name them.
    private let placeless: Set<String>
    private let countries: [String: String]
    private let directory: String
    private let files: ZoneFiles

    /// - Parameters:
    ///   - directory: the folder of Debian's tzdata.
    ///   - seconds: the present second of a clock that never goes back.
    public init(
        directory: String = "/usr/share/zoneinfo", seconds: @escaping @Sendable () -> Int = { Int(Monotonic.nanoseconds() / 1_000_000_000) }
    ) throws {
        // zone.tab: one line a zone, its country in the first column and its name in the third.
        var names: Set<String> = ["UTC"], countries: [String: String] = [:]
        for line in try readText("\(directory)/zone.tab").split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t")
            if columns.count >= 3 {
                names.insert(String(columns[2]))
                countries[String(columns[2])] = String(columns[0])
            }
        }
        // tzdata.zi: `L target name` for every other name of a zone, `Z name …` for the first line of each zone.
        var links: [String: String] = [:], placeless: Set<String> = []
        for line in try readText("\(directory)/tzdata.zi").split(separator: "\n") {
            let columns = line.split(separator: " ")
            if columns.count == 3, columns[0] == "L" { links[String(columns[2])] = String(columns[1]) }
            if columns.count > 3, columns[0] == "Z" { placeless.insert(String(columns[1])) }
        }
        // Universal time goes by its short name here; tzdata has it the other way round.
        for (name, target) in links where target == "Etc/UTC" { links[name] = "UTC" }
        links["Etc/UTC"] = "UTC"
        self.names = names.sorted()
        self.known = names
        // "Factory" stands for a clock that was never set.
        self.placeless = placeless.subtracting(names).subtracting(["Etc/UTC", "Factory"])
        self.countries = countries
        self.links = links
        self.directory = directory
        files = ZoneFiles(seconds: seconds)
    }

    /// Returns the zone that a name means; nil if tzdata does not know the name.
    public func zone(named name: String) -> String? {
        if known.contains(name) { return name }
        return links[name].flatMap { known.contains($0) ? $0 : nil }
    }

    /// Returns the rules of the zone that a name means; nil if tzdata does not know the name.
    ///
    /// - Throws: `FileError` or `TZifError` if the zone's file cannot be read or is broken.
    public func rules(named name: String) throws -> TimeZoneRules? {
        // Only a known name becomes a path.
        guard let zone = zone(named: name) ?? placelessZone(named: name) else { return nil }
        return try files.rules(named: zone, path: "\(directory)/\(zone)")
    }

    private func placelessZone(named name: String) -> String? {
        let zone = links[name] ?? name
        return placeless.contains(zone) ? zone : nil
    }

    /// The release of tzdata that is installed now, as in 2026f.
    public var version: String {
        get throws {
            // Its first line: `# version 2026f`.
            let line = try readText("\(directory)/tzdata.zi").prefix { $0 != "\n" }
            return line.split(separator: " ").last.map(String.init) ?? ""
        }
    }

    /// Returns the country of a zone, as in SA for Asia/Riyadh; nil for universal time.
    public func country(of name: String) -> String? {
        zone(named: name).flatMap { countries[$0] }
    }
}
