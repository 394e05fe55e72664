import Text

/// A language of Jadwal's pages and mails, with the rules of its numbers and its direction.
public enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case arabic = "ar"

    /// The tag of BCP 47.
    public var tag: String { rawValue }

    public var direction: String { self == .arabic ? "rtl" : "ltr" }

    /// The language that the page header offers instead.
    public var other: Language { self == .english ? .arabic : .english }

    /// Returns a whole number in the language's own digits.
    public func number(_ value: Int) -> String {
        digits(String(value))
    }

    /// Replaces the European digits of a text by the language's own.
    public func digits(_ text: String) -> String {
        guard self == .arabic else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            // U+0660 is the Arabic-Indic zero. The ten digits are in order in both scripts.
            if ("0"..."9").contains(scalar), let digit = Unicode.Scalar(scalar.value - 0x30 + 0x0660) {
                result.unicodeScalars.append(digit)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Replaces Arabic-Indic digits and the decimal separator between them by European ones: `٢٤٫٥` by `24.5`.
    static func latinDigits(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0660...0x0669: result.append(Unicode.Scalar(UInt8(scalar.value - 0x0660 + 0x30)))
            case 0x066B: result.append(".")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Returns the plural category of a whole number (Unicode CLDR, plural rules of `en` and `ar`).
    public func pluralCategory(_ n: Int) -> String {
        switch self {
        case .english:
            return n == 1 ? "one" : "other"
        case .arabic:
            switch (n, n % 100) {
            case (0, _): return "zero"
            case (1, _): return "one"
            case (2, _): return "two"
            case (_, 3...10): return "few"
            case (_, 11...99): return "many"
            default: return "other"
            }
        }
    }

    /// The categories that a plural text needs in this language.
    public var pluralCategories: [String] {
        self == .english ? ["one", "other"] : ["zero", "one", "two", "few", "many", "other"]
    }

    /// Chooses the preferred language in an Accept-Language header (RFC 9110 §12.5.4).
    ///
    /// - Returns: nil if the header names no language of Jadwal.
    public init?(acceptLanguage header: String) {
        var best: (language: Language, quality: Double)?
        for item in header.prefix(1_000).split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.trimmingSpaces() }
            guard let range = parts.first?.lowercased() else { continue }
            let primary = String(range.split(separator: "-").first ?? "")
            guard let language = Language(rawValue: primary) else { continue }
            var quality = 1.0
            for parameter in parts.dropFirst() where parameter.hasPrefix("q=") {
                quality = Double(parameter.dropFirst(2)) ?? 0
            }
            if quality > 0, quality > best?.quality ?? 0 { best = (language, quality) }
        }
        guard let best else { return nil }
        self = best.language
    }
}

extension Substring {
    func trimmingSpaces() -> String {
        String(trimmed { $0 == " " || $0 == "\t" })
    }
}
