import Places
import PrayerFeeds
import Runtime
import Templates
import Web

/// One option of the form, as `templates/prayer/field.mustache` shows it: one of the five controls.
struct OptionField: Encodable {
    let id: String
    let label: String
    let hint: String
    let fieldProblem: String?
    /// True for several boxes or inputs under one label.
    let isGroup: Bool
    var select: OptionSelect?
    var number: OptionNumber?
    var box: OptionBox?
    var boxes: OptionBoxes?
    var numbers: OptionNumbers?

    /// The element to go to for the error: the first wrong number of several, the first box, or the control.
    var problemID: String {
        numbers?.items.first { $0.isWrong }?.id ?? numbers?.items.first?.id ?? boxes?.items.first?.id ?? id
    }
}

/// A list from which one choice is selected.
struct OptionSelect: Encodable {
    var choices: [Choice]
}

/// A field for a number, which may be empty.
struct OptionNumber: Encodable {
    var value: String
    var placeholder: String
}

/// A box that is ticked for yes.
struct OptionBox: Encodable {
    var isTicked: Bool
}

/// Boxes for any of several choices.
struct OptionBoxes: Encodable {
    var items: [Item]
    struct Item: Encodable {
        var id: String, name: String, value: String, label: String
        var isTicked: Bool
    }
}

/// Fields for a number of each of several entries.
struct OptionNumbers: Encodable {
    var items: [Item]
    struct Item: Encodable {
        var id: String
        /// The field's name, as in `adjust.fajr`.
        var name: String
        var label: String, value: String, placeholder: String
        /// `numeric`; `text` for numbers that may be negative, since the number pad of an iPhone has no minus.
        var keyboard: String
        /// True if the field does not hold a whole number within the limits.
        var isWrong: Bool
    }
}

/// Makes the fields of an options form.
struct OptionControls {
    let format: Formatter
    let app: App
    let chosen: ChosenOptions

    func select(_ name: FeedParameter, _ choices: [(value: String, label: String)]) -> OptionField {
        var field = field(name)
        let selected = chosen.values[name.rawValue] ?? choices.first?.value ?? ""
        field.select = OptionSelect(choices: [Choice](choices, selected: selected))
        return field
    }

    func number(_ name: FeedParameter, value: String? = nil, placeholder: String = "") -> OptionField {
        var field = field(name)
        field.number = OptionNumber(
            value: format.digits(value ?? chosen.values[name.rawValue] ?? ""),
            placeholder: format.digits(placeholder))
        return field
    }

    func box(_ name: FeedParameter) -> OptionField {
        var field = field(name)
        field.box = OptionBox(isTicked: chosen.values[name.rawValue] == "yes")
        return field
    }

    func boxes(_ name: FeedParameter, _ choices: [(value: String, label: String)], ticked: Set<String>) -> OptionField {
        var field = field(name, isGroup: true)
        field.boxes = OptionBoxes(items: choices.map { choice in
            OptionBoxes.Item(
                id: "\(name.rawValue)-\(choice.value)", name: name.rawValue, value: choice.value, label: choice.label,
                isTicked: ticked.contains(choice.value))
        })
        return field
    }

    /// - Parameter textKey: the key of label and hint, if it is not the parameter's own.
    func numbers(
        _ name: FeedParameter, textKey: String? = nil, _ entries: [(value: String, label: String)],
        values: [String: String], placeholder: String
    ) -> OptionField {
        var field = field(name, textKey: textKey, isGroup: true)
        let limits = limits(of: name)
        field.numbers = OptionNumbers(items: entries.map { entry in
            let value = values[entry.value] ?? ""
            return OptionNumbers.Item(
                id: "\(field.id)-\(entry.value)", name: "\(name.rawValue).\(entry.value)", label: entry.label,
                value: format.digits(value), placeholder: format.digits(placeholder),
                keyboard: name == .adjust ? "text" : "numeric",
                isWrong: limits.map { !value.isEmpty && Int(value).map($0.contains) != true } ?? false)
        })
        return field
    }

    /// Returns the least and the most minutes, if the parameter has an error that names them.
    private func limits(of name: FeedParameter) -> ClosedRange<Int>? {
        guard let values = chosen.problems.first(where: { $0.parameter == name.rawValue })?.values,
            let least = values["least"].flatMap({ Int($0) }), let most = values["most"].flatMap({ Int($0) })
        else { return nil }
        return least...most
    }

    private func field(_ name: FeedParameter, textKey: String? = nil, isGroup: Bool = false) -> OptionField {
        let key = textKey ?? name.rawValue
        // The problem of a parameter with two groups of fields is shown under the first.
        let problem = key == name.rawValue ? chosen.problems.first { $0.parameter == name.rawValue } : nil
        return OptionField(
            id: key, label: format.text("option.\(key)"), hint: format.text("option.\(key).hint"),
            fieldProblem: problem.map(words), isGroup: isGroup)
    }

    /// Returns an error as a sentence for the form: its fields hold single numbers, and it names no parameters.
    private func words(_ problem: FeedOptionProblem) -> String {
        switch problem.key {
        case "feed.problem.pairs": format.text("option.problem.minutes", problem.values.mapValues(format.digits))
        case "feed.problem.number": format.text("option.problem.number", problem.values.mapValues(format.digits))
        default: app.text(problem, format.language)
        }
    }
}
