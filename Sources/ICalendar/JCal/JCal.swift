extension Component {
    /// Reads a component from the octets of a jCal text (RFC 7265).
    ///
    /// - Throws: where the octets are not JSON, or not a component; its values are checked as any text's.
    public init(jCal octets: [UInt8]) throws(JCalError) {
        try self.init(jCal: JSONReader.value(octets))
    }

    /// Reads a component from jCal.
    public init(jCal value: JSONValue) throws(JCalError) {
        // JSON's own depth is bounded by its reader; a value made here is as deep as its maker wanted.
        guard case .array(let parts) = value, parts.count == 3, case .string(let name) = parts[0],
              case .array(let properties) = parts[1], case .array(let components) = parts[2], isName(name) || name.isEmpty
        else { throw .notAComponent }
        self.init(upperCased(name.utf8))
        for property in properties { self.properties.append(try Property(jCal: property)) }
        for component in components { self.components.append(try Component(jCal: component)) }
    }
}

extension Component {
    /// The component as jCal text in UTF-8 (RFC 7265 §3.3): `["vevent",[properties],[components]]`. It can
    /// stand inside an HTML `script` element.
    ///
    /// A value that its type cannot read goes as if VALUE were not there: as `unknown`, as it stands, where
    /// the property has no type of its own or the value is not of that one either. What VALUE said is lost
    /// then, for §3.5.1 has no place for it but the type, and a type that is not the value's misleads whoever
    /// reads it. Of parameters of one name the first goes, the one that counts: in an object of JSON several
    /// of a name mean nothing certain (RFC 8259 §4).
    public var jCal: [UInt8] {
        var octets: [UInt8] = []
        writeJCal(to: &octets)
        return octets
    }

    /// One property after the other: the tree of all would be many times as large as the text.
    private func writeJCal(to octets: inout [UInt8]) {
        octets.append(UInt8(ascii: "["))
        JSONValue.string(lowerCased(name)).write(to: &octets)
        octets += ",[".utf8
        for (index, property) in properties.enumerated() {
            if index > 0 { octets.append(comma) }
            property.jCal.write(to: &octets)
        }
        octets += "],[".utf8
        for (index, component) in components.enumerated() {
            if index > 0 { octets.append(comma) }
            component.writeJCal(to: &octets)
        }
        octets += "]]".utf8
    }
}

/// Why octets are not jCal.
public enum JCalError: Error, Hashable, Sendable {
    /// Not JSON, from this octet on.
    case notJSON(offset: Int)
    /// So many values in so few octets that nobody wrote them.
    case tooManyParts
    /// JSON, but not a component as RFC 7265 §3.2 has it.
    case notAComponent
    /// A property that is not as RFC 7265 §3.4 has it, by its name as far as there is one.
    case notAProperty(String)
}
