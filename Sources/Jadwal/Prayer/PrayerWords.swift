import CivilTime
import FeatureKit
import PrayerTimes

extension App {
    /// What a place's clock shows at a moment: `4:53`, `١٧:٠٥`.
    func clock(_ moment: Instant, _ zone: TimeZoneRules, _ language: Language) -> String {
        let local = zone.local(moment)
        return language.digits("\(local.hour):\(local.minute < 10 ? "0" : "")\(local.minute)")
    }

    /// `Saturday 21 November 2026`.
    func longDate(_ date: LocalDate, _ language: Language) -> String {
        text("date.long", language, [
            "weekday": text(weekdayKeys[date.weekday.rawValue - 1], language), "day": language.number(date.day),
            "month": text("month.\(date.month)", language), "year": language.number(date.year),
        ])
    }

    /// `November 2026`.
    func monthAndYear(_ date: LocalDate, _ language: Language) -> String {
        text("month.year", language, [
            "month": text("month.\(date.month)", language), "year": language.number(date.year),
        ])
    }

    /// `11 Jumada II 1448 AH`.
    func longDate(_ date: HijriDate, _ language: Language) -> String {
        text("hijri.date", language, [
            "day": language.number(date.day), "month": text("hijri.month.\(date.month)", language),
            "year": language.number(date.year),
        ])
    }

    /// `24.6877° N, 46.7219° E`: to ten metres.
    func words(_ point: Coordinates, _ language: Language) -> String {
        text("city.point", language, [
            "latitude": language.decimal(abs(point.latitude), places: 4),
            "northOrSouth": text(point.latitude < 0 ? "compass.south" : "compass.north", language),
            "longitude": language.decimal(abs(point.longitude), places: 4),
            "eastOrWest": text(point.longitude < 0 ? "compass.west" : "compass.east", language),
        ])
    }
}

extension Language {
    /// A number with as many decimals at the most, in the language's digits and with its separator.
    func decimal(_ value: Double, places: Int) -> String {
        let text = decimalText(value, places: places)
        return digits(self == .arabic ? text.replacing(".", with: "\u{066B}") : text)
    }
}

/// A number as programs write it, `24.6877`: a point, and no zeros at the end.
///
/// - Parameter value: below a thousand million.
func decimalText(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((abs(value) * Double(scale)).rounded())
    var text = String(scaled / scale)
    let rest = scaled % scale
    if rest > 0 {
        var decimals = String(rest)
        decimals = String(repeating: "0", count: places - decimals.count) + decimals
        while decimals.hasSuffix("0") { decimals.removeLast() }
        text += "." + decimals
    }
    return value < 0 && scaled > 0 ? "-" + text : text
}

/// What a person typed, with the digits and signs of Arabic and of print as programs write them.
///
/// Fields for numbers take `٢٤٫٦٨`, and a minus pasted from a table may be U+2212.
func plainNumber(_ typed: String) -> String {
    var plain = ""
    for scalar in typed.unicodeScalars {
        switch scalar.value {
        case 0x0660...0x0669: plain += String(scalar.value - 0x0660)
        case 0x06F0...0x06F9: plain += String(scalar.value - 0x06F0)
        case 0x066B: plain += "."
        case 0x2212: plain += "-"
        case 0x200E, 0x200F, 0x061C: continue
        default: plain.unicodeScalars.append(scalar)
        }
    }
    return plain.trimmed
}
