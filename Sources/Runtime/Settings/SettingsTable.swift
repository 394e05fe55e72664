import Places

/// The settings as a Markdown table; a test compares that of docs/settings.md with it.
public func settingsTable() -> String {
    let rows = Setting.all.map { setting in
        "| `\(setting.key)` | \(setting.shownDefault) | \(setting.meaning) |"
    }
    return (["| setting | default | meaning |", "|---|---|---|"] + rows).joined(separator: "\n")
}

extension Setting {
    /// The default for people; the number of threads depends on the machine.
    fileprivate var shownDefault: String {
        switch (key, self.default) {
        case ("JADWAL_THREADS", _): "2 × cores"
        case (_, ""): ""
        case (_, let text): "`\(text)`"
        }
    }
}
