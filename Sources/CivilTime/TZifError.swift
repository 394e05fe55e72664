/// An error in a time zone file.
public enum TZifError: Error, Hashable, Sendable {
    /// It does not begin with `TZif`.
    case notTZif
    /// A version of the format that this reader does not know.
    case version(UInt8)
    /// It is shorter than its header says.
    case truncated
    /// The counts in its header contradict each other.
    case counts
    /// A type of local time has an invalid offset, flag or abbreviation.
    case localTimeType
    /// The transitions are not in order, or one leads to a type of local time that is missing.
    case transitions
    /// Its last line is not a POSIX TZ string.
    case footer
}

extension TZifError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notTZif: "is not a TZif file"
        case .version(let byte): "is of an unknown TZif version (byte \(byte))"
        case .truncated: "ends too early"
        case .counts: "has a header that contradicts itself"
        case .localTimeType: "has an invalid type of local time"
        case .transitions: "has transitions out of order or without a target"
        case .footer: "does not end with a POSIX TZ string"
        }
    }
}
