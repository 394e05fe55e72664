public import Postgres

/// A customer's identity, a UUID of the database's making.
public struct CustomerID: Hashable, Sendable, CustomStringConvertible {
    public let uuid: UUIDValue

    public init(_ uuid: UUIDValue) {
        self.uuid = uuid
    }

    /// Reads what `description` writes.
    public init?(text: String) {
        guard let uuid = UUIDValue(text) else { return nil }
        self.uuid = uuid
    }

    public var description: String { uuid.description }
}

/// The identity of a row of table `Row`; rows of different tables do not mix.
public struct Identifier<Row>: Hashable, Sendable, CustomStringConvertible {
    public let number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    public var description: String { String(number) }
}

public enum SignInFlows {}
public enum MagicLinks {}
public enum Sessions {}
public enum Jobs {}
public enum PrayerFeeds {}
public enum PrayerTimetables {}
public enum PrayerEditions {}

public typealias FlowID = Identifier<SignInFlows>
public typealias LinkID = Identifier<MagicLinks>
public typealias SessionID = Identifier<Sessions>
public typealias JobID = Identifier<Jobs>
public typealias PrayerFeedID = Identifier<PrayerFeeds>
public typealias PrayerTimetableID = Identifier<PrayerTimetables>
public typealias PrayerEditionID = Identifier<PrayerEditions>
