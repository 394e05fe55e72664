/// Builds the tree of components from the lines of a text.
struct ComponentReader {
    /// Components that have begun and not ended, each inside the one before.
    private var open: [Component] = []
    /// The lines on which they began.
    private var openLines: [Int] = []
    private var done: [Component] = []
    private var partsLeft: Int
    private let limits: Limits

    private init(_ limits: Limits, count: Int) {
        self.limits = limits
        partsLeft = limits.parts(inOctets: count)
    }

    static func components(
        _ octets: [UInt8], _ limits: Limits, _ log: inout ProblemLog
    ) throws(Problem) -> [Component] {
        guard octets.count <= limits.octets else { throw Problem(.tooLong) }
        var reader = ComponentReader(limits, count: octets.count)
        var lines = try LineReader(octets, &log)
        while try lines.next(&log) {
            if let property = try ContentLineParser.property(lines.line, number: lines.number, &log) {
                try reader.take(property, &log)
            } else {
                try reader.takeProse(lines.line, number: lines.number, &log)
            }
        }
        while !reader.open.isEmpty { try reader.closeUnended(&log) }
        return reader.done
    }

    private mutating func take(_ property: Property, _ log: inout ProblemLog) throws(Problem) {
        try count(property)
        switch property.name {
        case "BEGIN": try begin(property, &log)
        case "END": try end(property, &log)
        default:
            guard !open.isEmpty else {
                try log.note(.outsideComponent, line: property.line, name: property.name)
                return
            }
            open[open.count - 1].properties.append(property)
        }
    }

    private mutating func begin(_ property: Property, _ log: inout ProblemLog) throws(Problem) {
        if open.count >= limits.depth {
            try log.note(.tooDeep, line: property.line, name: componentName(property))
            close()
        }
        let name = componentName(property)
        if isSpaced(property.value) { try log.note(.spaceAroundName, line: property.line, name: name) }
        let trimmed = property.value.utf8.drop(while: isSpace).reversed().drop(while: isSpace)
        if name.isEmpty || !trimmed.allSatisfy(isNameOctet) {
            try log.note(.invalidName, line: property.line, name: name)
        }
        open.append(Component(name))
        openLines.append(property.line ?? 0)
    }

    private mutating func end(_ property: Property, _ log: inout ProblemLog) throws(Problem) {
        let name = componentName(property)
        guard open.contains(where: { $0.name == name }) else {
            try log.note(.unexpectedEnd, line: property.line, name: name)
            return
        }
        if isSpaced(property.value) { try log.note(.spaceAroundName, line: property.line, name: name) }
        while let last = open.last, last.name != name { try closeUnended(&log) }
        close()
    }

    private mutating func closeUnended(_ log: inout ProblemLog) throws(Problem) {
        try log.note(.missingEnd, line: openLines.last, name: open.last?.name)
        close()
    }

    private mutating func close() {
        guard let component = open.popLast() else { return }
        openLines.removeLast()
        if open.isEmpty {
            done.append(component)
        } else {
            open[open.count - 1].components.append(component)
        }
    }

    /// A line that is no content line: where it follows a text, it is the rest of it.
    private mutating func takeProse(_ line: [UInt8], number: Int, _ log: inout ProblemLog) throws(Problem) {
        guard let component = open.indices.last, let property = open[component].properties.indices.last,
              open[component].components.isEmpty, isProse(open[component].properties[property])
        else {
            try log.note(.notAContentLine, line: number)
            return
        }
        try log.note(.unfoldedText, line: number, name: open[component].properties[property].name)
        open[component].properties[property].value += "\\n" + decodedText(line[...])
    }

    private func isProse(_ property: Property) -> Bool {
        switch property.name {
        case "SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT", "X-ALT-DESC": true
        default: false
        }
    }

    private func componentName(_ property: Property) -> String {
        // Nearly all are as they should be.
        let isPlain = property.value.utf8.allSatisfy { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
        return isPlain ? property.value : upperCased(property.value.utf8.filter { !endsName($0) })
    }

    private mutating func count(_ property: Property) throws(Problem) {
        partsLeft -= 1
        for parameter in property.parameters { partsLeft -= 1 + parameter.values.count }
        // Whoever reads the value makes something of each item.
        partsLeft -= separators(property.value.utf8Span.span)
        guard partsLeft >= 0 else { throw Problem(.tooManyParts, line: property.line) }
    }

    private func separators(_ octets: Span<UInt8>) -> Int {
        var count = 0
        for index in octets.indices where octets[index] == comma || octets[index] == semicolon { count += 1 }
        return count
    }
}
