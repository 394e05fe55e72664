import HTTP
public import Places
public import Templates

/// The time zones of a region in a select, as `templates/controls/zones.mustache` shows them.
public struct ZoneRegion: Encodable, Sendable {
    let region: String
    public internal(set) var zones: [Choice]
}

extension TimeZones {
    /// Returns all zones for a select, grouped by region, one of them selected.
    public func options(selected: String, _ language: Language, _ catalogue: Catalogue) -> [ZoneRegion] {
        var regions: [ZoneRegion] = []
        var last: Substring?
        for name in names {
            let parts = name.split(separator: "/", maxSplits: 1)
            let (place, region) = parts.count == 2 ? (parts[1], parts[0]) : (parts[0], "Etc")
            if region != last {
                regions.append(ZoneRegion(region: catalogue.text("region.\(region)", language), zones: []))
                last = region
            }
            let label = String(place).replacing("_", with: " ").replacing("/", with: " – ")
            regions[regions.count - 1].zones.append(Choice(value: name, label: label, isSelected: name == selected))
        }
        return regions
    }
}
