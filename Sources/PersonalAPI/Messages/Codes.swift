package import HTTP

extension Method {
    /// The method of a change of some fields (RFC 5789).
    package static let patch = Method(rawValue: "PATCH")
}

extension Status {
    static let accepted = Status(rawValue: 202)
    /// The status of a change without a condition (RFC 6585 §3).
    static let preconditionRequired = Status(rawValue: 428)
}
