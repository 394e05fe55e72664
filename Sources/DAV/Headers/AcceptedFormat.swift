import HTTP
import Text

extension CalendarFormat {
    /// Returns the format that a client likes best: jCal only if it likes that more than iCalendar, or names both and
    /// jCal first (RFC 9110 §12.5.1).
    ///
    /// - Parameter accept: the header `Accept`; nil for any format.
    public static func preferred(by accept: String?) -> CalendarFormat {
        let ranges = (accept ?? "*/*").prefix(1_000).split(separator: ",").map { AcceptedRange($0) }
        let jCal = ranges.match(CalendarFormat.jCal.rawValue), text = ranges.match(CalendarFormat.iCalendar.rawValue)
        guard jCal.quality == text.quality else { return jCal.quality > text.quality ? .jCal : .iCalendar }
        return jCal.quality > 0 && jCal.position < text.position ? .jCal : .iCalendar
    }
}

/// A part of `Accept`: `text/calendar;q=0.5`.
private struct AcceptedRange {
    let name: String
    /// 0 to 1. A weight that is no such number counts as 0.
    let quality: Double

    init(_ text: Substring) {
        let parts = text.split(separator: ";").map { $0.trimmed().lowercased() }
        name = parts.first ?? ""
        let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
        quality = (0...1).contains(weight) ? weight : 0
    }
}

extension [AcceptedRange] {
    /// Returns the weight of the most special range that a type is in, and the range's position if it is the type
    /// itself. A type in no range has weight 0.
    fileprivate func match(_ type: String) -> (quality: Double, position: Int) {
        let family = type.prefix { $0 != "/" } + "/*"
        for name in [type, String(family), "*/*"] {
            guard let index = firstIndex(where: { $0.name == name }) else { continue }
            return (self[index].quality, name == type ? index : count)
        }
        return (0, count)
    }
}
