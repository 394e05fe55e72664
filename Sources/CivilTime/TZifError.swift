/// Why a file is not the time zone it should be.
public enum TZifError: Error, Hashable, Sendable {
    /// It does not begin with `TZif`.
    case notTZif
    /// A version of the format that this reader does not know.
    case version(UInt8)
    /// It ends before what it announces.
    case truncated
    /// Counts in the header that contradict each other.
    case counts
    /// A kind of local time with an offset, flag or abbreviation that cannot be.
    case localTimeType
    /// Transitions that are not in order or lead to a kind of local time that is not there.
    case transitions
    /// A last line that is no POSIX TZ string.
    case footer
}

extension TZifError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notTZif: "is not a TZif file"
        case .version(let byte): "is of an unknown TZif version (byte \(byte))"
        case .truncated: "ends too early"
        case .counts: "has a header that contradicts itself"
        case .localTimeType: "holds an impossible kind of local time"
        case .transitions: "holds transitions out of order or without a target"
        case .footer: "does not end with a POSIX TZ string"
        }
    }
}
