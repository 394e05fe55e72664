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
        var name: String, value: String, label: String
        var isTicked: Bool
    }
}

/// Fields for a number of each of several entries.
struct OptionNumbers: Encodable {
    var items: [Item]
    struct Item: Encodable {
        /// The field's name, as in `adjust.fajr`.
        var name: String
        var label: String, value: String, placeholder: String
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
                name: name.rawValue, value: choice.value, label: choice.label, isTicked: ticked.contains(choice.value))
        })
        return field
    }

    /// - Parameter textKey: the key of label and hint, if it is not the parameter's own.
    func numbers(
        _ name: FeedParameter, textKey: String? = nil, _ entries: [(value: String, label: String)],
        values: [String: String], placeholder: String
    ) -> OptionField {
        var field = field(name, textKey: textKey, isGroup: true)
        field.numbers = OptionNumbers(items: entries.map { entry in
            OptionNumbers.Item(
                name: "\(name.rawValue).\(entry.value)", label: entry.label,
                value: format.digits(values[entry.value] ?? ""), placeholder: format.digits(placeholder))
        })
        return field
    }

    private func field(_ name: FeedParameter, textKey: String? = nil, isGroup: Bool = false) -> OptionField {
        let key = textKey ?? name.rawValue
        // The problem of a parameter with two groups of fields is shown under the first.
        let problem = key == name.rawValue ? chosen.problems.first { $0.parameter == name.rawValue } : nil
        return OptionField(
            id: key, label: format.text("option.\(key)"), hint: format.text("option.\(key).hint"),
            fieldProblem: problem.map { app.text($0, format.language) }, isGroup: isGroup)
    }
}
