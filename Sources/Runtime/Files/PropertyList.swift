import FoundationEssentials
import Templates

/// Apple's property lists.
public enum PropertyList {
    /// Returns a value as XML in UTF-8; the same value always gives the same bytes.
    public static func xml(_ value: some Encodable) throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return Array(try encoder.encode(value))
    }
}
