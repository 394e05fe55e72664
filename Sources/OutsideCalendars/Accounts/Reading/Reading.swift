// Reading the calendars of accounts.
//
// - RemoteClient.swift: `RemoteClient`, the requests to one account's servers. RemoteFailure is in it.
// - Discovery.swift: the search for calendars (RFC 6764), and their list.
// - AskAccount.swift: one visit to an account by a worker. Visit.swift: its time, and its right to go on.
// - ReadRemote.swift: the changes of one calendar there. ApplyRemote.swift: their way into the calendar here.

/// The rules of reading.
enum Reading {
    /// The objects of one request.
    static let batch = 50
    /// The days of the past that are read first.
    static let firstDays = 366
    /// The seconds after which all entity tags are compared, whatever the server says about changes.
    static let checkSeconds = 86_400
    /// The seconds between two looks, if the customer was here today, and otherwise.
    static let presentSeconds = 300, absentSeconds = 1_800
    /// The seconds for which an account belongs to its worker. Each request prolongs it.
    static let leaseSeconds = 300
    /// The share of vanished objects above which they are not believed at once.
    static func isSuspicious(gone: Int, of known: Int) -> Bool { known > 20 && gone * 2 > known }
}
