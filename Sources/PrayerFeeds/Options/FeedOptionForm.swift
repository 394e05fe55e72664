package import HTTP

extension FeedOptions {
    /// Returns the parameters that a page's form means. Values that are sent box by box are joined. Empty
    /// fields are left out.
    ///
    /// A form without JavaScript sends `entries=fajr&entries=isha` for ticked boxes and
    /// `adjust.fajr=2` for a field of one prayer; an address says `entries=fajr,isha&adjust=fajr:2`.
    /// Fields of other names stay as they are, so that the reader can report unknown names.
    package static func parameters(ofForm form: Form) -> Form {
        var joined: [(name: String, values: [String])] = []
        for field in form.fields where !field.value.isEmpty {
            let parts = field.name.split(separator: ".", maxSplits: 1)
            let name = parts.count == 2 ? String(parts[0]) : field.name
            let value = parts.count == 2 ? "\(parts[1]):\(field.value)" : field.value
            if let index = joined.firstIndex(where: { $0.name == name }), isJoined(name) {
                joined[index].values.append(value)
            } else {
                joined.append((name, [value]))
            }
        }
        return Form(fields: joined.map { Form.Field(name: $0.name, value: $0.values.joined(separator: ",")) })
    }

    private static func isJoined(_ name: String) -> Bool {
        switch FeedParameter(rawValue: name) {
        case .entries, .ramadan, .adjust, .length, .iqama: true
        default: false
        }
    }
}
