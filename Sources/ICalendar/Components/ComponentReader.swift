/// Builds the tree of components from the lines of a text.
///
/// A component without END ends where the next component begins that is not allowed in it, or with the
/// component around it. Only the END of an outer component, or the end of the text, shows that an END is
/// missing. Until then the reader remembers the place.
struct ComponentReader {
    /// The components that have begun and not ended, from the outermost to the innermost.
    private var open: [OpenComponent] = []
    private var done: [Component] = []
    private var partsLeft: Int
    private let limits: Limits

    private struct OpenComponent {
        var component: Component
        /// The line of its BEGIN.
        let line: Int?
        /// The numbers of its own properties and components if it has no END; nil if all are its own.
        var ownParts: (properties: Int, components: Int)?
    }

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
            guard let decoded = property.decodedFromQuotedPrintable() else { return try append(property, &log) }
            try log.note(.quotedPrintable, line: property.line, name: property.name)
            try append(decoded, &log)
        }
    }

    private mutating func append(_ property: Property, _ log: inout ProblemLog) throws(Problem) {
        guard !open.isEmpty else {
            try log.note(.outsideComponent, line: property.line, name: property.name)
            return
        }
        open[open.count - 1].component.properties.append(property)
    }

    private mutating func begin(_ property: Property, _ log: inout ProblemLog) throws(Problem) {
        let name = componentName(property)
        for index in open.indices.dropFirst(parentCount(of: name)) { markEnd(at: index) }
        if open.count >= limits.depth {
            if log.reading == .lenient { try closeMarked(&log) }
            if open.count >= limits.depth {
                try log.note(.tooDeep, line: property.line, name: name)
                close()
            }
        }
        if isSpaced(property.value) { try log.note(.spaceAroundName, line: property.line, name: name) }
        let trimmed = property.value.utf8.drop(while: isSpace).reversed().drop(while: isSpace)
        if name.isEmpty || !trimmed.allSatisfy(isNameOctet) {
            try log.note(.invalidName, line: property.line, name: name)
        }
        open.append(OpenComponent(component: Component(name), line: property.line))
    }

    /// Returns the number of open components around a new one, if those that do not allow it have no END.
    private func parentCount(of name: String) -> Int {
        guard ComponentNesting.isKnown(name) else { return open.count }
        if let parent = open.lastIndex(where: { ComponentNesting.allows(name, in: $0.component.name) }) { return parent + 1 }
        return ComponentNesting.mayBeOutermost(name) ? 0 : open.count
    }

    /// Remembers that an open component without END ends here, unless it has ended before.
    private mutating func markEnd(at index: Int) {
        guard open[index].ownParts == nil else { return }
        // The component inside this one is not yet in its list.
        let inner = index + 1 < open.count ? 1 : 0
        let component = open[index].component
        open[index].ownParts = (component.properties.count, component.components.count + inner)
    }

    private mutating func end(_ property: Property, _ log: inout ProblemLog) throws(Problem) {
        let name = componentName(property)
        guard open.contains(where: { $0.component.name == name }) else {
            try log.note(.unexpectedEnd, line: property.line, name: name)
            // In `BEGIN:VTODO` and `END:VTOOD` one name is misspelt.
            if let last = open.last, ComponentNesting.isKnown(last.component.name) != ComponentNesting.isKnown(name) {
                markEnd(at: open.count - 1)
            }
            return
        }
        if isSpaced(property.value) { try log.note(.spaceAroundName, line: property.line, name: name) }
        while let last = open.last, last.component.name != name { try closeUnended(&log) }
        close()
    }

    /// Closes the innermost component, which has no END. The parts after its end go to the component around
    /// it.
    private mutating func closeUnended(_ log: inout ProblemLog) throws(Problem) {
        guard let last = open.last else { return }
        try log.note(.missingEnd, line: last.line, name: last.component.name)
        guard let own = last.ownParts else { return close() }
        let properties = last.component.properties[own.properties...]
        let components = last.component.components[own.components...]
        open[open.count - 1].component.properties.removeSubrange(own.properties...)
        open[open.count - 1].component.components.removeSubrange(own.components...)
        close()
        for property in properties { try append(property, &log) }
        for component in components { add(component) }
    }

    /// Closes the innermost components whose ends are remembered. In a text that is too deep, an END was
    /// probably forgotten.
    private mutating func closeMarked(_ log: inout ProblemLog) throws(Problem) {
        guard let last = open.lastIndex(where: { $0.ownParts != nil }) else { return }
        let inner = open[(last + 1)...]
        open.removeSubrange((last + 1)...)
        while open.last?.ownParts != nil { try closeUnended(&log) }
        open += inner
    }

    private mutating func close() {
        guard let last = open.popLast() else { return }
        add(last.component)
    }

    private mutating func add(_ component: Component) {
        if open.isEmpty {
            done.append(component)
        } else {
            open[open.count - 1].component.components.append(component)
        }
    }

    /// Reads a line that is not a content line. After a property of text it continues this text.
    private mutating func takeProse(_ line: [UInt8], number: Int, _ log: inout ProblemLog) throws(Problem) {
        guard let last = open.indices.last, let property = open[last].component.properties.indices.last,
              open[last].component.components.isEmpty, isProse(open[last].component.properties[property])
        else {
            try log.note(.notAContentLine, line: number)
            return
        }
        try log.note(.unfoldedText, line: number, name: open[last].component.properties[property].name)
        open[last].component.properties[property].value += "\\n" + decodedText(line[...])
    }

    private func isProse(_ property: Property) -> Bool {
        switch property.name {
        case "SUMMARY", "DESCRIPTION", "LOCATION", "COMMENT", "CONTACT", "X-ALT-DESC": true
        default: false
        }
    }

    private func componentName(_ property: Property) -> String {
        // Nearly all names are plain.
        let isPlain = property.value.utf8.allSatisfy { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
        return isPlain ? property.value : upperCased(property.value.utf8.filter { !endsName($0) })
    }

    private mutating func count(_ property: Property) throws(Problem) {
        partsLeft -= 1
        for parameter in property.parameters { partsLeft -= 1 + parameter.values.count }
        // The reader of the value makes something of each item.
        partsLeft -= separators(property.value.utf8Span.span)
        guard partsLeft >= 0 else { throw Problem(.tooManyParts, line: property.line) }
    }

    private func separators(_ octets: Span<UInt8>) -> Int {
        var count = 0
        for index in octets.indices where octets[index] == comma || octets[index] == semicolon { count += 1 }
        return count
    }
}
