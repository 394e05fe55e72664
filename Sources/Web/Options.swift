import HTTP
public import Templates

/// The `<option>`s of a select, one of them selected.
///
/// Made here and not in a template: a line costs the engine some microseconds, and selects have many.
public func optionsHTML(_ choices: [(value: String, label: String)], selected: String) -> TrustedHTML {
    var html = ""
    for choice in choices {
        html += "<option value=\"\(htmlEscaped(choice.value))\"\(choice.value == selected ? " selected" : "")>"
        html += "\(htmlEscaped(choice.label))</option>"
    }
    return TrustedHTML(html)
}
