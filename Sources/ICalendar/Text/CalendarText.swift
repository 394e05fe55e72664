/// The text of one calendar object with the place of each line, so that an edit changes nothing else.
///
/// Reading a text and writing it again would fold its lines in another way, and write names, quotes and line breaks in
/// one form. `octets(of:)` copies every line of the edited object that is as it was.
public struct CalendarText: Sendable {
    public let octets: [UInt8]
    /// The VCALENDAR.
    public let calendar: Component

    /// The lines of the object; nil if its components are not nested as its lines say. Lenient reading repairs such
    /// texts, and an edit writes them as a whole.
    private let root: Node?
    private let lines: [Int: Line]
    private let lineBreak: [UInt8]

    /// A property as it was read, with its octets.
    private struct Line: Sendable {
        let property: Property
        let octets: Range<Int>
    }

    /// The lines of a component.
    private final class Node: Sendable {
        let name: String
        let begin: Range<Int>, end: Range<Int>
        /// The numbers of the lines of its properties.
        let properties: Set<Int>
        let children: [Node]

        init(_ name: String, begin: Range<Int>, end: Range<Int>, properties: Set<Int>, children: [Node]) {
            self.name = name
            self.begin = begin
            self.end = end
            self.properties = properties
            self.children = children
        }

        /// Returns true if a component has lines of this one.
        func has(_ component: Component) -> Bool {
            component.properties.contains { property in property.line.map(properties.contains) ?? false }
                || component.components.contains { inner in children.contains { $0.has(inner) } }
        }

        /// Returns true if a component that was read consists of these lines.
        func matches(_ component: Component) -> Bool {
            name == component.name && properties.count == component.properties.count
                && component.properties.allSatisfy { property in property.line.map(properties.contains) ?? false }
                && children.count == component.components.count
                && zip(children, component.components).allSatisfy { $0.matches($1) }
        }
    }

    /// Reads a text with one VCALENDAR.
    ///
    /// - Returns: nil if the text has no calendar.
    public init?(_ octets: [UInt8]) throws(Problem) {
        guard let calendar = try CalendarStream(octets).components.first else { return nil }
        self.octets = octets
        self.calendar = calendar
        var lineBreak = [carriageReturn, lineFeed]
        if let first = octets.firstIndex(of: lineFeed), first == 0 || octets[first - 1] != carriageReturn {
            lineBreak = [lineFeed]
        }
        self.lineBreak = lineBreak
        var reader = TreeReader(octets, calendar)
        guard utf8FromUTF16(octets) == nil, let root = reader.read(), root.matches(calendar) else {
            self.root = nil
            lines = [:]
            return
        }
        self.root = root
        lines = reader.lines
    }

    /// Returns the text of the object after an edit. Lines that are as they were are copied octet by octet.
    ///
    /// - Parameter edited: the VCALENDAR after the edit, whose properties still have the numbers of their lines; or
    ///   another one that was made of parts of it.
    public func octets(of edited: Component) -> [UInt8] {
        guard let root else {
            var writer = ContentLineWriter(reserving: octets.count)
            writer.component(edited)
            return writer.bytes
        }
        var output = Output(lineBreak: lineBreak)
        output.bytes.reserveCapacity(octets.count + 500)
        output.bytes += octets[..<root.begin.lowerBound]
        write(edited, root, &output)
        return output.bytes
    }

    private func write(_ component: Component, _ node: Node?, _ output: inout Output) {
        if let node {
            output.copy(octets[node.begin])
        } else {
            output.write { $0.line("BEGIN", component.name) }
        }
        for entry in entries(of: component, node) {
            switch entry.part {
            case .property(let property): write(property, &output)
            case .component(let inner, let node): write(inner, node, &output)
            }
        }
        if let node {
            output.copy(octets[node.end])
        } else {
            output.write { $0.line("END", component.name) }
        }
    }

    private func write(_ property: Property, _ output: inout Output) {
        if let line = property.line.flatMap({ lines[$0] }), line.property == property {
            output.copy(octets[line.octets])
        } else {
            output.write { $0.property(property) }
        }
    }

    /// A part of a component, with the place in the old text to which it belongs.
    private struct Entry {
        enum Part {
            case property(Property)
            case component(Component, Node?)
        }

        let place: Int
        let part: Part
    }

    /// Returns the parts of a component in the order of its old text; a new one follows the part before it.
    private func entries(of component: Component, _ node: Node?) -> [Entry] {
        var entries: [Entry] = [], place = 0
        for property in component.properties {
            if let number = property.line, let line = lines[number], node?.properties.contains(number) == true {
                place = line.octets.lowerBound
            }
            entries.append(Entry(place: place, part: .property(property)))
        }
        place = .max
        var free = node?.children ?? []
        for inner in component.components {
            // The first component with lines of an old one is that one; others were copied from it.
            let index = free.firstIndex { $0.name == inner.name && $0.has(inner) }
            let match = index.map { free.remove(at: $0) }
            if let match { place = match.begin.lowerBound }
            entries.append(Entry(place: place, part: .component(inner, match)))
        }
        let order = entries.indices.sorted { (entries[$0].place, $0) < (entries[$1].place, $1) }
        return order.map { entries[$0] }
    }

    /// The text that is written.
    private struct Output {
        var bytes: [UInt8] = []
        let lineBreak: [UInt8]

        mutating func copy(_ octets: ArraySlice<UInt8>) {
            endLine()
            bytes += octets
        }

        mutating func write(_ write: (inout ContentLineWriter) -> Void) {
            endLine()
            var writer = ContentLineWriter()
            write(&writer)
            bytes += lineBreak.count == 2 ? writer.bytes : writer.bytes.filter { $0 != carriageReturn }
        }

        /// The last line of a text may have no line break.
        private mutating func endLine() {
            guard let last = bytes.last, last != lineFeed, last != carriageReturn, bytes != byteOrderMark
            else { return }
            bytes += lineBreak
        }
    }

    /// Finds the lines of each component.
    private struct TreeReader {
        private let octets: [UInt8]
        /// The place of each physical line, the first one at index 1.
        private var starts: [Int]
        private var properties: [Int: Property] = [:]
        private(set) var lines: [Int: Line] = [:]

        init(_ octets: [UInt8], _ calendar: Component) {
            self.octets = octets
            var position = octets.starts(with: byteOrderMark) ? byteOrderMark.count : 0
            starts = [0, position]
            while position < octets.count {
                if octets[position] == lineFeed {
                    position += 1
                    starts.append(position)
                } else if octets[position] == carriageReturn {
                    while position < octets.count, octets[position] == carriageReturn { position += 1 }
                    if position < octets.count, octets[position] == lineFeed { position += 1 }
                    starts.append(position)
                } else {
                    position += 1
                }
            }
            note(calendar)
        }

        private mutating func note(_ component: Component) {
            for property in component.properties {
                if let line = property.line { properties[line] = property }
            }
            for inner in component.components { note(inner) }
        }

        /// A component whose END was not yet read.
        private struct OpenNode {
            let name: String
            let begin: Range<Int>
            var properties: Set<Int> = []
            var children: [Node] = []
        }

        /// Returns the lines of the only component at the top; nil if the lines are not nested properly.
        mutating func read() -> Node? {
            var marks: [(number: Int, name: String?, isBegin: Bool)] = []
            for number in 1..<starts.count where starts[number] < octets.count && !isSpace(octets[starts[number]]) {
                if properties[number] != nil {
                    marks.append((number, nil, false))
                } else if let name = componentName("BEGIN:", at: number) {
                    marks.append((number, name, true))
                } else if let name = componentName("END:", at: number) {
                    marks.append((number, name, false))
                }
            }
            var open: [OpenNode] = [], root: Node?
            for (index, mark) in marks.enumerated() {
                let end = index + 1 < marks.count ? starts[marks[index + 1].number] : octets.count
                let range = starts[mark.number]..<end
                guard root == nil else { return nil }
                if mark.isBegin, let name = mark.name {
                    open.append(OpenNode(name: name, begin: range))
                } else if let name = mark.name {
                    guard let last = open.popLast(), last.name == name else { return nil }
                    let node = Node(
                        name, begin: last.begin, end: range, properties: last.properties, children: last.children)
                    if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
                } else if let property = properties[mark.number] {
                    guard !open.isEmpty else { return nil }
                    open[open.count - 1].properties.insert(mark.number)
                    lines[mark.number] = Line(property: property, octets: range)
                }
            }
            return open.isEmpty ? root : nil
        }

        /// Returns the name in a line as `BEGIN:VEVENT`, in upper case; nil if the line is another.
        private func componentName(_ keyword: String, at number: Int) -> String? {
            let start = starts[number], end = number + 1 < starts.count ? starts[number + 1] : octets.count
            let line = octets[start..<end].filter { !isSpace($0) && $0 != carriageReturn && $0 != lineFeed }
            guard upperCased(line.prefix(keyword.utf8.count)) == keyword else { return nil }
            return upperCased(line.dropFirst(keyword.utf8.count))
        }
    }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
