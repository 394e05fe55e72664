import HTTP
import Places
import PrayerFeeds
import Runtime
import Templates
import Web

/// One option of the form, as `templates/prayer/field.mustache` shows it.
struct OptionField: Encodable {
    let id: String
    let label: String
    let hint: String
    let fieldProblem: String?
    /// The select, input or boxes.
    let control: TrustedHTML
    /// Several boxes or inputs under one label.
    let isGroup: Bool
    /// One box with its label beside it.
    let isCheck: Bool
}

/// Makes the controls of an options form. In Swift and not in a template: there are some eighty, and a
/// line costs the engine some microseconds.
struct OptionControls {
    let language: Language
    let app: App
    let chosen: ChosenOptions

    /// One of several.
    func select(_ name: FeedParameter, _ choices: [(value: String, label: String)]) -> OptionField {
        let options = optionsHTML(choices, selected: chosen.values[name.rawValue] ?? choices.first?.value ?? "")
        return field(name, "<div class=\"select\"><select\(attributes(name))>\(options.html)</select></div>")
    }

    /// A number or nothing.
    func number(_ name: FeedParameter, value: String? = nil, placeholder: String = "") -> OptionField {
        let value = value ?? chosen.values[name.rawValue] ?? ""
        return field(name, """
            <input class="figure"\(attributes(name)) type="text" inputmode="decimal" dir="ltr" autocomplete="off" \
            value="\(htmlEscaped(language.digits(value)))" placeholder="\(htmlEscaped(language.digits(placeholder)))">
            """)
    }

    /// Yes where it is ticked.
    func box(_ name: FeedParameter) -> OptionField {
        let isTicked = chosen.values[name.rawValue] == "yes"
        return field(name, """
            <input\(attributes(name)) type="checkbox" value="yes"\(isTicked ? " checked" : "")>
            """, isCheck: true)
    }

    /// Any of several.
    func boxes(_ name: FeedParameter, _ choices: [(value: String, label: String)], ticked: Set<String>) -> OptionField {
        let boxes = choices.map { choice in
            """
            <label class="check"><input type="checkbox" name="\(name.rawValue)" value="\(htmlEscaped(choice.value))"\
            \(ticked.contains(choice.value) ? " checked" : "")><span>\(htmlEscaped(choice.label))</span></label>
            """
        }
        return field(name, "<div class=\"checks\">\(boxes.joined())</div>", isGroup: true)
    }

    /// A number for each of several entries, sent as `adjust.fajr`.
    ///
    /// - Parameter textKey: of label and hint, where it is not the parameter's own.
    func numbers(
        _ name: FeedParameter, textKey: String? = nil, _ entries: [(value: String, label: String)],
        values: [String: String], placeholder: String
    ) -> OptionField {
        let id = textKey ?? name.rawValue
        let inputs = entries.map { entry in
            """
            <label class="small-field"><span>\(htmlEscaped(entry.label))</span>\
            <input type="text" inputmode="numeric" dir="ltr" autocomplete="off" name="\(name.rawValue).\(entry.value)" \
            value="\(htmlEscaped(language.digits(values[entry.value] ?? "")))" placeholder="\(htmlEscaped(language.digits(placeholder)))"></label>
            """
        }
        return field(name, textKey: id, "<div class=\"small-fields\">\(inputs.joined())</div>", isGroup: true)
    }

    private func attributes(_ name: FeedParameter) -> String {
        let id = name.rawValue
        let isWrong = problem(name) != nil
        return " id=\"\(id)\" name=\"\(id)\" aria-describedby=\"\(isWrong ? "\(id)-problem " : "")\(id)-hint\""
            + (isWrong ? " aria-invalid=\"true\"" : "")
    }

    private func problem(_ name: FeedParameter) -> String? {
        chosen.problems.first { $0.parameter == name.rawValue }.map { app.text($0, language) }
    }

    private func field(
        _ name: FeedParameter, textKey: String? = nil, _ control: String, isGroup: Bool = false, isCheck: Bool = false
    ) -> OptionField {
        let key = textKey ?? name.rawValue
        return OptionField(
            id: key, label: app.text("option.\(key)", language), hint: app.text("option.\(key).hint", language),
            // A parameter's error is shown under the first of its groups of fields.
            fieldProblem: textKey == nil || textKey == name.rawValue ? problem(name) : nil,
            control: TrustedHTML(control), isGroup: isGroup, isCheck: isCheck)
    }
}
