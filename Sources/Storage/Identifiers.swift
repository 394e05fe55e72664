public import Postgres

/// A customer's identity, a UUID that the database makes.
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

extension CustomerID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = CustomerID(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the UUID of a customer")
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The identity of a row of table `Row`; rows of different tables do not mix.
public struct Identifier<Row>: Hashable, Sendable, CustomStringConvertible {
    public let number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    public var description: String { String(number) }
}

extension Identifier: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Int64.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

public enum SignInFlows {}
public enum MagicLinks {}
public enum Sessions {}
public enum DevicePasswords {}
public enum PersonalTokens {}
public enum Jobs {}
public enum PrayerFeeds {}
public enum PrayerTimetables {}
public enum PrayerEditions {}
public enum Calendars {}
public enum Chats {}
public enum Agreements {}
public enum StoredConflicts {}
public enum Notices {}
public enum OutsideSources {}
public enum NotificationDevices {}

public typealias FlowID = Identifier<SignInFlows>
public typealias LinkID = Identifier<MagicLinks>
public typealias SessionID = Identifier<Sessions>
public typealias DevicePasswordID = Identifier<DevicePasswords>
public typealias PersonalTokenID = Identifier<PersonalTokens>
public typealias JobID = Identifier<Jobs>
public typealias PrayerFeedID = Identifier<PrayerFeeds>
public typealias PrayerTimetableID = Identifier<PrayerTimetables>
public typealias MosqueTableID = Identifier<MosqueTableRow>
public typealias PrayerEditionID = Identifier<PrayerEditions>
public typealias ChatID = Identifier<Chats>
public typealias AgreementID = Identifier<Agreements>
public typealias ConflictID = Identifier<StoredConflicts>
public typealias CalendarID = Identifier<Calendars>
public typealias SourceID = Identifier<OutsideSources>
public typealias NoticeID = Identifier<Notices>
public typealias NotificationDeviceID = Identifier<NotificationDevices>
