import HTTP
public import Places
public import Templates

extension TimeZones {
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
