/// The method of a request (RFC 9110 §9; for calendars RFC 4918 and RFC 4791).
///
/// Methods are case-sensitive: `get` is not `GET`. Unknown methods are kept unchanged.
public struct Method: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }

    /// True if the method changes nothing (RFC 9110 §9.2.1, RFC 4918 §9.1, RFC 3253 §3.6).
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .propfind, .report: true
        default: false
        }
    }

    public static let get = Method(rawValue: "GET")
    public static let head = Method(rawValue: "HEAD")
    public static let post = Method(rawValue: "POST")
    public static let put = Method(rawValue: "PUT")
    public static let delete = Method(rawValue: "DELETE")
    public static let options = Method(rawValue: "OPTIONS")
    public static let propfind = Method(rawValue: "PROPFIND")
    public static let proppatch = Method(rawValue: "PROPPATCH")
    public static let report = Method(rawValue: "REPORT")
    public static let mkcalendar = Method(rawValue: "MKCALENDAR")
    public static let mkcol = Method(rawValue: "MKCOL")
    public static let move = Method(rawValue: "MOVE")
    public static let copy = Method(rawValue: "COPY")
}
