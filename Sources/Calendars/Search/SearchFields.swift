import ICalendar
import Storage
import Text

/// The texts of one component that are searched: the first 4,000 characters of each. A text may have a megabyte.
struct SearchFields {
    /// The kinds of objects that are searched.
    static let kinds: Set<String> = ["VEVENT", "VTODO"]

    let title: String
    let place: String
    let categories: [String]
    /// The names and addresses of organizer and guests, a text each.
    let people: [String]
    let note: String

    init(_ part: Component) {
        title = part.plainText("SUMMARY").searched
        place = part.plainText("LOCATION").searched
        people = (part.all("ORGANIZER") + part.all("ATTENDEE")).map(Person.init).map { person in
            [person.name, person.mailAddress].compactMap(\.self).joined(separator: " ").searched
        }
        categories = part.all("CATEGORIES").flatMap(\.readableTexts).map(\.searched)
        note = part.plainText("DESCRIPTION").searched
    }

    var all: [String] { [title, place] + categories + people + [note] }
}

extension String {
    fileprivate var searched: String { String(String.UnicodeScalarView(unicodeScalars.prefix(4_000))) }
}

extension SearchWords {
    /// Finds the words of an object: the titles and places of the series and of its changed parts, then their
    /// categories and people, then their notes. A text that several parts have is read once.
    ///
    /// At most 256 words are stored, from the first 4,000 letters of each text: some kilobytes of a row. What is
    /// behind them, as the end of a long note, is not found.
    init(_ calendar: Component) {
        self.init()
        let parts = calendar.components.filter { SearchFields.kinds.contains($0.name) }
        let series = parts.filter(\.isMaster)
        let changed = parts.filter { !$0.isMaster }
        let fields = (series + changed).map(SearchFields.init)
        // The short texts first: a long one may not be read to its end.
        let texts = fields.flatMap { [$0.title, $0.place] } + fields.flatMap { $0.categories + $0.people }
            + fields.map(\.note)
        var place = 0, known: Set<[UInt8]> = []
        for text in texts where known.insert(Array(text.utf8)).inserted {
            for word in foldedWords(text) {
                guard count < Self.mostWords, place < Self.mostPlaces else { return }
                place += 1
                for form in wordForms(word) { add(form, at: place) }
            }
            // A phrase does not go on in the next text.
            place += 1
        }
    }

    private static let mostWords = 256, mostPlaces = 4_000
}
