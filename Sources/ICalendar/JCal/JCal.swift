// jCal (RFC 7265): components as JSON, written and read.
//
// This file holds the entry points. JCalWriter.swift and JCalReader.swift convert properties and values;
// `JSONValue` and `JSONReader` are JSON itself.

extension Component {
    /// Reads a component from a jCal text (RFC 7265).
    ///
    /// - Throws: `JCalError` if the octets are not JSON, or not a component. Its values are not checked.
    public init(jCal octets: [UInt8]) throws(JCalError) {
        try self.init(jCal: JSONReader.value(octets))
    }

    /// Reads a component from jCal.
    public init(jCal value: JSONValue) throws(JCalError) {
        // The JSON reader limits the depth of a text. A value that a caller made has the depth that the
        // caller chose.
        guard case .array(let parts) = value, parts.count == 3, case .string(let name) = parts[0],
              case .array(let properties) = parts[1], case .array(let components) = parts[2], isName(name) || name.isEmpty
        else { throw .notAComponent }
        self.init(upperCased(name.utf8))
        for property in properties { self.properties.append(try Property(jCal: property)) }
        for component in components { self.components.append(try Component(jCal: component)) }
    }
}

extension Component {
    /// The component as jCal text in UTF-8 (RFC 7265 §3.3): `["vevent",[properties],[components]]`. It can be
    /// placed inside an HTML `script` element.
    ///
    /// A value that does not match its VALUE is written by the property's own type. If that does not match
    /// either, or if there is none, it is written unchanged as `unknown`. The VALUE is lost then: §3.5.1 has
    /// no place for it except the type, and a wrong type would mislead readers. Of several parameters of one
    /// name the first one, which counts, is written, because repeated names in a JSON object have no certain
    /// meaning (RFC 8259 §4).
    public var jCal: [UInt8] {
        var octets: [UInt8] = []
        writeJCal(to: &octets)
        return octets
    }

    /// Writes one property after the other; a tree of all would be many times as large as the text.
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

/// The reason why octets are not jCal.
public enum JCalError: Error, Hashable, Sendable {
    /// Not JSON, at this octet.
    case notJSON(offset: Int)
    /// More values than a real text of this length has.
    case tooManyParts
    /// JSON, but not a component (RFC 7265 §3.2).
    case notAComponent
    /// A value that is not a property (RFC 7265 §3.4), with its name if there is one.
    case notAProperty(String)
}
