import Postgres

/// The words of an object by which a search finds it, each with its places in the text.
public struct SearchWords: Sendable, Hashable {
    /// The places of each word, in rising order.
    private var places: [String: [Int]] = [:]

    public init() {}

    /// The number of different words.
    public var count: Int { places.count }

    /// Adds a word.
    ///
    /// - Parameters:
    ///   - word: folded letters and digits, at most some dozen.
    ///   - place: the number of the word in the text, from 1, not below an earlier one. Further places of a word that
    ///     has many are left out: the word is found, a phrase with it perhaps not.
    public mutating func add(_ word: String, at place: Int) {
        guard place <= Self.lastPlace, places[word]?.last != place,
              places[word]?.count ?? 0 < Self.mostPlaces
        else { return }
        places[word, default: []].append(place)
    }

    /// The largest place that Postgres stores, and the most of a word, as a bound of the row.
    private static let lastPlace = 16_383, mostPlaces = 16

    /// Returns the text of a `tsvector`: each word after the owner's mark, and the mark itself.
    func vector(of owner: CustomerID) -> String {
        let mark = searchMark(of: owner)
        return places.reduce(into: "'\(mark)'") { text, word in
            text += " '\(mark)\(word.key)':" + word.value.map(String.init).joined(separator: ",")
        }
    }
}

/// A condition on the words of an object.
public enum SearchTerm: Sendable, Hashable {
    /// One of these words.
    case word([String])
    /// A word that begins with one of these.
    case beginning([String])
    /// These words, one after the other.
    case phrase([String])

    /// The text of a `tsquery`. Folded words have no quotation marks.
    fileprivate func query(_ mark: String) -> String {
        switch self {
        case .word(let words): "(" + words.map { "'\(mark)\($0)'" }.joined(separator: " | ") + ")"
        case .beginning(let words): "(" + words.map { "'\(mark)\($0)':*" }.joined(separator: " | ") + ")"
        case .phrase(let words): "(" + words.map { "'\(mark)\($0)'" }.joined(separator: " <-> ") + ")"
        }
    }
}

extension [SearchTerm] {
    /// Returns the text of a `tsquery` that all terms must meet; it is not empty.
    func query(of owner: CustomerID) -> String {
        let mark = searchMark(of: owner)
        return map { $0.query(mark) }.joined(separator: " & ")
    }
}

/// Returns the owner's mark before each word: eight letters from the last six octets of the id, which are random.
///
/// Two owners with one mark would only read a part of the index together; statements also name the owner.
func searchMark(of owner: CustomerID) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".unicodeScalars)
    let number = owner.uuid.bytes.suffix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return (0..<8).reduce(into: "") { mark, place in
        mark.unicodeScalars.append(letters[Int(number >> UInt64(42 - 6 * place) & 63)])
    }
}
