public import CivilTime
public import Postgres

// The forms in which Postgres stores the types of the domain.

extension Instant: SQLConvertible {
    public var sqlForm: Timestamp { Timestamp(microsecondsSince1970: microsecondsSince1970) }
    public init(sqlForm: Timestamp) { self.init(microsecondsSince1970: sqlForm.microsecondsSince1970) }
}

extension CustomerID: SQLConvertible {
    public var sqlForm: UUIDValue { uuid }
    public init(sqlForm: UUIDValue) { self.init(sqlForm) }
}

extension Identifier: SQLConvertible {
    public var sqlForm: Int64 { number }
    public init(sqlForm: Int64) { self.init(sqlForm) }
}
