package import Runtime
import Storage

/// The words of objects that are missing or old: of those that a release without a search stored.
package enum SearchFilling {
    /// The objects of one transaction: some megabytes and some hundredths of a second.
    static let batch = 100

    /// Finds the words of some objects of one customer.
    ///
    /// Running twice is harmless: words are found in the text, and written for the text that was read.
    ///
    /// - Returns: true if there is more to do at once.
    package static func fillNext(_ app: App) throws -> Bool {
        guard let owner = try app.store.ownerOfUnread() else { return false }
        // Objects that are being changed right now get their words from the change.
        return try app.store.fillWords(of: owner, limit: batch, words) > 0
    }

    static func words(_ row: UnreadRow) -> SearchWords {
        storedCalendar(row.octets).map(SearchWords.init) ?? SearchWords()
    }
}

extension CalendarHome {
    /// Finds the words of the customer's objects whose words are missing, up to some hundred of them.
    ///
    /// - Returns: false if there are more.
    func fillWords() throws -> Bool {
        let store = try app.store, batch = SearchFilling.batch
        for _ in 0..<4 where try store.fillWords(of: owner, limit: batch, SearchFilling.words) < batch { return true }
        return false
    }
}
