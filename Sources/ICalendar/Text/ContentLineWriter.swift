/// Writes iCalendar content lines: CRLF at the end, folded at 75 octets (RFC 5545 §3.1).
public struct ContentLineWriter {
    public private(set) var bytes: [UInt8] = []

    public init(reserving capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes `name:value` unchanged. Parameters belong to the name, as in `REFRESH-INTERVAL;VALUE=DURATION`.
    ///
    /// Control characters are left out, so that no value can end its line and begin another.
    ///
    /// - Parameters:
    ///   - name: ASCII, shorter than a line.
    ///   - value: already escaped for its type.
    public mutating func line(_ name: String, _ value: String) {
        let start = bytes.count
        bytes += name.utf8
        bytes.append(colon)
        bytes += value.utf8
        endLine(from: start)
    }

    /// Writes a property of type TEXT (RFC 5545 §3.3.11).
    public mutating func text(_ name: String, _ value: String) {
        line(name, escapedText(value))
    }

    /// Copies octets that were written before: whole lines, or parts that make a line of at most 75 octets.
    public mutating func raw(_ octets: [UInt8]) {
        bytes.append(contentsOf: octets)
    }

    /// Writes a property with its parameters, quoted and escaped where necessary.
    public mutating func property(_ property: Property) {
        let start = bytes.count
        bytes += property.name.utf8
        for parameter in property.parameters {
            bytes.append(semicolon)
            bytes += parameter.name.utf8
            bytes.append(equalsSign)
            let isZoneList = parameter.values.count > 1 && parameter.name == "TZID"
            for (index, value) in parameter.values.enumerated() {
                if index > 0 { bytes.append(comma) }
                bytes += writtenParameterValue(value, isZone: isZoneList).utf8
            }
        }
        bytes.append(colon)
        bytes += property.value.utf8
        endLine(from: start)
    }

    /// Writes a component with everything in it.
    public mutating func component(_ component: Component) {
        line("BEGIN", component.name)
        for property in component.properties { self.property(property) }
        for inner in component.components { self.component(inner) }
        line("END", component.name)
    }

    /// Turns the octets from `start` on into a line: removes control characters, folds, adds the line break.
    private mutating func endLine(from start: Int) {
        if bytes[start...].contains(where: isControl) {
            bytes.replaceSubrange(start..., with: bytes[start...].filter { !isControl($0) })
        }
        if bytes.count - start > lineLimit { fold(from: start) }
        bytes.append(carriageReturn)
        bytes.append(lineFeed)
    }

    /// Folds the line that begins at `start`. A line break is allowed between any two octets, but some
    /// programs decode each piece alone. So it is placed before the first octet of a character.
    private mutating func fold(from start: Int) {
        let line = Array(bytes[start...])
        bytes.removeSubrange(start...)
        var position = 0
        var limit = lineLimit
        while line.count - position > limit {
            var end = position + limit
            // The longest character has four octets.
            while line[end] & 0b1100_0000 == 0b1000_0000, end > position + limit - 3 { end -= 1 }
            bytes += line[position..<end]
            bytes += [carriageReturn, lineFeed, blank]
            position = end
            limit = lineLimit - 1
        }
        bytes += line[position...]
    }
}

private let lineLimit = 75
