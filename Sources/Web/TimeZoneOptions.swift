import HTTP
public import Places
public import Templates

/// The time zones of a region in a select, as `templates/controls/zones.mustache` shows them.
public struct ZoneRegion: Encodable, Sendable {
    let region: String
    public internal(set) var zones: [Choice]
}

extension TimeZones {
    /// Returns all zones for a select by the names of their cities, grouped by region, one of them selected.
    public func options(selected: String, _ language: Language, _ catalogue: Catalogue) -> [ZoneRegion] {
        var regions: [ZoneRegion] = []
        var last: Substring?
        for name in names {
            let parts = name.split(separator: "/", maxSplits: 1)
            let region = parts.count == 2 ? parts[0] : "Etc"
            if region != last {
                regions.append(ZoneRegion(region: catalogue.text("region.\(region)", language), zones: []))
                last = region
            }
            let label = TimeZones.name(of: name, arabic: language == .arabic)
            regions[regions.count - 1].zones.append(Choice(value: name, label: label, isSelected: name == selected))
        }
        for index in regions.indices {
            let keyed = regions[index].zones.map { zone in
                (key: ZoneName(zone: zone.value)?.sortKey(arabic: language == .arabic) ?? zone.label, zone: zone)
            }
            regions[index].zones = keyed.sorted { ($0.key, $0.zone.value) < ($1.key, $1.zone.value) }.map(\.zone)
        }
        return regions
    }
}
