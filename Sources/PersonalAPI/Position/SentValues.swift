import CivilTime
import Text

/// A number as programs send it: a JSON number, or a text, also with Arabic digits, as a shortcut on a phone in Arabic
/// writes it.
struct SentNumber: Decodable, Equatable {
    let value: Double

    /// Reads a text; nil if it is not a number of at most 32 characters.
    init?(_ text: String) {
        guard text.unicodeScalars.count <= 32 else { return nil }
        var ascii = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "٠"..."٩": ascii.unicodeScalars.append(Unicode.Scalar(scalar.value - 0x660 + 0x30) ?? scalar)
            case "٫", ",": ascii += "."
            case "\u{200E}", "\u{200F}", "\u{061C}", " ": continue
            case "−": ascii += "-"
            default: ascii.unicodeScalars.append(scalar)
            }
        }
        guard let value = Double(ascii), value.isFinite else { return nil }
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            value = number
        } else if let number = SentNumber(try container.decode(String.self)) {
            self = number
        } else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a number")
        }
    }
}

/// A moment as programs send it: seconds or milliseconds since 1970, or a text of RFC 3339.
struct SentTime: Decodable, Equatable {
    let moment: Instant

    /// The number from which on a time is in milliseconds: as seconds it would be after the year 5000.
    private static let firstMilliseconds = 100_000_000_000.0

    private init(moment: Instant) { self.moment = moment }

    /// Reads seconds or milliseconds; nil outside the years 1970 to 9999.
    init?(_ number: Double) {
        let seconds = number >= Self.firstMilliseconds ? number / 1_000 : number
        guard seconds >= 0, seconds < 253_402_300_800 else { return nil }
        self.init(moment: Instant(secondsSince1970: Int64(seconds)))
    }

    /// Reads a number or a text of RFC 3339, as `2026-11-28T18:00:00Z` or with an offset.
    init?(_ text: String) {
        if let number = SentNumber(text) {
            self.init(number.value)
            return
        }
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 40, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
            let date = LocalDate(iso8601: String(decoding: bytes[..<10], as: UTF8.self)),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let hour = Self.number(bytes[11..<13], below: 24), let minute = Self.number(bytes[14..<16], below: 60),
            let second = Self.number(bytes[17..<19], below: 61), let offset = Self.offset(bytes[19...])
        else { return nil }
        let day = Int64(date.daysSince1970) * 86_400
        self.init(moment: Instant(secondsSince1970: day + hour * 3_600 + minute * 60 + second - offset))
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let time =
            if let number = try? container.decode(Double.self) { SentTime(number) } else {
                SentTime(try container.decode(String.self))
            }
        guard let time else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time")
        }
        self = time
    }

    private static func number(_ bytes: ArraySlice<UInt8>, below limit: Int64) -> Int64? {
        guard bytes.allSatisfy(isDigit), let number = Int64(String(decoding: bytes, as: UTF8.self)), number < limit
        else { return nil }
        return number
    }

    /// Returns the seconds of an offset behind any fraction: `Z`, `+03:00` or `+0300`; nil for any other text.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int64? {
        var rest = bytes
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst().drop(while: isDigit)
        }
        if rest.elementsEqual([UInt8(ascii: "Z")]) { return 0 }
        let digits = rest.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard let sign = rest.first, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign), digits.count == 4,
            let hours = number(ArraySlice(digits[..<2]), below: 24),
            let minutes = number(ArraySlice(digits[2...]), below: 60)
        else { return nil }
        return (sign == UInt8(ascii: "+") ? 1 : -1) * (hours * 3_600 + minutes * 60)
    }
}
