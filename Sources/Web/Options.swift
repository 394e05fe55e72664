/// An option of a select, as `templates/controls/option.mustache` shows it.
public struct Choice: Encodable, Sendable {
    let value: String
    let label: String
    let isSelected: Bool

    public init(value: String, label: String, isSelected: Bool) {
        self.value = value
        self.label = label
        self.isSelected = isSelected
    }
}

extension [Choice] {
    /// Makes the options of a select with one selected.
    public init(_ choices: [(value: String, label: String)], selected: String) {
        self = choices.map { Choice(value: $0.value, label: $0.label, isSelected: $0.value == selected) }
    }
}
