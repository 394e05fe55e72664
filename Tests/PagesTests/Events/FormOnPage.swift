import TestSupport

/// The fields of a form as a browser would send them: read from the page, then changed by the test.
struct FormOnPage {
    let action: String
    private(set) var fields: [(String, String)] = []

    /// Reads the form of a page that is sent by POST to an address below `/events/`.
    init?(_ answer: Answer) {
        let whole = /<form(?: class="[^"]*")? method="post" action="(\/events\/[^"]*)"[^>]*>([\s\S]*?)<\/form>/
        guard let form = answer.text.matches(of: whole).first(where: { !$0.1.contains("/duplicate") })
        else { return nil }
        action = Self.plain(form.1)
        let control = #/
            <input\b([^>]*)> | <select\b([^>]*)>([\s\S]*?)</select> | <textarea\b([^>]*)>\n?([\s\S]*?)</textarea>
            /#
        for match in form.2.matches(of: control) {
            if let attributes = match.1 {
                guard let name = Self.attribute("name", attributes) else { continue }
                let type = Self.attribute("type", attributes)
                guard type != "radio" && type != "checkbox" || attributes.contains(" checked") else { continue }
                fields.append((name, Self.attribute("value", attributes) ?? ""))
            } else if let attributes = match.2, let options = match.3, let name = Self.attribute("name", attributes) {
                let all = options.matches(of: /<option value="([^"]*)"( selected)?>/)
                let chosen = all.first { $0.2 != nil } ?? all.first
                fields.append((name, chosen.map { Self.plain($0.1) } ?? ""))
            } else if let attributes = match.4, let text = match.5, let name = Self.attribute("name", attributes) {
                fields.append((name, Self.plain(text).replacing("\n", with: "\r\n")))
            }
        }
    }

    /// The first value of a field.
    subscript(name: String) -> String {
        get { fields.first { $0.0 == name }?.1 ?? "" }
        set {
            if let index = fields.firstIndex(where: { $0.0 == name }) {
                fields[index].1 = newValue
            } else {
                fields.append((name, newValue))
            }
        }
    }

    func all(_ name: String) -> [String] { fields.filter { $0.0 == name }.map(\.1) }

    mutating func add(_ name: String, _ value: String) { fields.append((name, value)) }

    private static func attribute(_ name: String, _ attributes: Substring) -> String? {
        guard let start = attributes.firstRange(of: " \(name)=\"") else { return nil }
        return plain(attributes[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func plain(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}

extension Browser {
    /// Sends a form of a page with some fields changed.
    func send(_ form: FormOnPage?, _ changes: KeyValuePairs<String, String> = [:]) throws -> Answer {
        guard var form else { throw NoForm() }
        for (name, value) in changes { form[name] = value }
        return try post(form.action, fields: form.fields)
    }
}

private struct NoForm: Error {}
