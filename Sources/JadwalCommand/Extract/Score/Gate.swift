/// A count of a score, with the share that it must reach.
struct Gate {
    enum Limit {
        case atLeast(Double), atMost(Double)
    }

    let name: String
    let part: Int
    let whole: Int
    /// nil for a count that is only told.
    let limit: Limit?

    init(_ name: String, _ part: Int, of whole: Int, _ limit: Limit? = nil) {
        (self.name, self.part, self.whole, self.limit) = (name, part, whole, limit)
    }

    var isMet: Bool {
        switch limit {
        case .atLeast(let share): Double(part) >= share * Double(whole)
        case .atMost(let share): Double(part) <= share * Double(whole)
        case nil: true
        }
    }

    /// The line of the table: name, count, share, limit and a tick.
    var line: String {
        let share = whole == 0 ? "–" : percent(Double(part) / Double(whole))
        let count = "\(part) of \(whole)"
        let wanted =
            switch limit {
            case .atLeast(let share): "≥ \(percent(share)) \(isMet ? "✓" : "✗")"
            case .atMost(let share): "≤ \(percent(share)) \(isMet ? "✓" : "✗")"
            case nil: ""
            }
        return (padded(name, 44) + padded(count, -14) + padded(share, -9) + "   " + wanted).trimmedEnd
    }

    private func percent(_ share: Double) -> String { "\((share * 1_000).rounded() / 10) %" }

    /// Returns a text with spaces behind it, or before it for a negative width.
    private func padded(_ text: String, _ width: Int) -> String {
        let spaces = String(repeating: " ", count: max(0, abs(width) - text.count))
        return width < 0 ? spaces + text : text + spaces
    }
}

private extension String {
    var trimmedEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
