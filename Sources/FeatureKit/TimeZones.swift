import HTTP

/// The names of the IANA time zones that the system's tzdata knows.
public struct TimeZones: Sendable {
    /// The zones a person chooses from, in alphabetical order.
    public let names: [String]
    /// Older names and the zone they mean, as in Asia/Calcutta for Asia/Kolkata.
    private let links: [String: String]
    private let known: Set<String>

    /// - Parameter directory: the folder of Debian's tzdata.
    public init(directory: String = "/usr/share/zoneinfo") throws {
        // zone.tab: one line a zone and country, the zone's name in the third column.
        var names: Set<String> = ["UTC"]
        for line in try readText("\(directory)/zone.tab").split(separator: "\n") where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t")
            if columns.count >= 3 { names.insert(String(columns[2])) }
        }
        // tzdata.zi: `L target name` for every other name of a zone.
        var links: [String: String] = [:]
        for line in try readText("\(directory)/tzdata.zi").split(separator: "\n") where line.hasPrefix("L ") {
            let columns = line.split(separator: " ")
            if columns.count == 3 { links[String(columns[2])] = String(columns[1]) }
        }
        // Universal time goes by its short name here; tzdata has it the other way round.
        for (name, target) in links where target == "Etc/UTC" { links[name] = "UTC" }
        links["Etc/UTC"] = "UTC"
        self.names = names.sorted()
        self.known = names
        self.links = links
    }

    /// The zone a name means; nil for a name that tzdata does not know.
    public func zone(named name: String) -> String? {
        if known.contains(name) { return name }
        return links[name].flatMap { known.contains($0) ? $0 : nil }
    }

    /// The `<option>`s of a select, grouped by region, one of them selected.
    public func options(selected: String, _ language: Language, _ catalogue: Catalogue) -> TrustedHTML {
        var regions: [(name: String, choices: [(value: String, label: String)])] = []
        for name in names {
            let parts = name.split(separator: "/", maxSplits: 1)
            let (place, region) = parts.count == 2 ? (parts[1], String(parts[0])) : (parts[0], "Etc")
            if region != regions.last?.name { regions.append((region, [])) }
            let label = String(place).replacing("_", with: " ").replacing("/", with: " – ")
            regions[regions.count - 1].choices.append((name, label))
        }
        return TrustedHTML(regions.map { region in
            let label = htmlEscaped(catalogue.text("region.\(region.name)", language))
            return "<optgroup label=\"\(label)\">\(optionsHTML(region.choices, selected: selected).html)</optgroup>"
        }.joined())
    }
}
