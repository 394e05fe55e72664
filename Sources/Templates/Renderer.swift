/// Runs a program over a page's tree.
struct Renderer {
    fileprivate let instructions: UnsafeBufferPointer<TemplateProgram.Instruction>
    fileprivate let literals: UnsafeBufferPointer<UInt8>
    fileprivate let values: UnsafeBufferPointer<PageTree.Value>
    fileprivate let places: UnsafeBufferPointer<Int16>
    fileprivate let nameCount: Int
    fileprivate var output: [UInt8] = []
    /// Structs and items whose names are visible, the innermost last.
    fileprivate var scopes: [Scope] = []

    fileprivate struct Scope {
        /// -1 for a text, the item of a list.
        let shape: Int
        /// The first field; the text itself.
        let first: Int
    }

    /// The UTF-8 text of a page.
    static func render(_ program: TemplateProgram, _ tree: PageTree) -> [UInt8] {
        // Buffers in place of arrays: an array counts its references with each use.
        program.instructions.withUnsafeBufferPointer { instructions in
            program.literals.withUnsafeBufferPointer { literals in
                tree.values.withUnsafeBufferPointer { values in
                    tree.places.withUnsafeBufferPointer { places in
                        var renderer = Renderer(
                            instructions: instructions, literals: literals, values: values, places: places,
                            nameCount: tree.nameCount)
                        renderer.output.reserveCapacity(2 * literals.count + 1_024)
                        renderer.enter(PageTree.frame)
                        renderer.enter(PageTree.page)
                        renderer.run(0, instructions.count)
                        return renderer.output
                    }
                }
            }
        }
    }

    private mutating func run(_ start: Int, _ end: Int) {
        var index = start
        while index < end {
            switch instructions[index] {
            case .literal(let from, let to): output.append(contentsOf: UnsafeBufferPointer(rebasing: literals[from..<to]))
            case .text(let name):
                if let place = find(name), case .text(let text) = values[place] { output.append(escaping: text) }
            case .plain(let name):
                if let place = find(name), case .text(let text) = values[place] { output.append(contentsOf: text.utf8) }
            case .html(let name):
                if let place = find(name), case .html(let html) = values[place] { output.append(contentsOf: html.utf8) }
            case .section(let name, let end):
                if let place = find(name) { runSection(place, index + 1, end) }
                index = end
                continue
            case .inverted(let name, let end):
                if !isShown(name) { run(index + 1, end) }
                index = end
                continue
            }
            index += 1
        }
    }

    private mutating func runSection(_ place: Int, _ start: Int, _ end: Int) {
        switch values[place] {
        case .absent, .flag(false): break
        case .flag(true), .text, .html: run(start, end)
        case .fields:
            enter(place)
            run(start, end)
            scopes.removeLast()
        case .list(let first, let count):
            for item in first..<first + count {
                enter(item)
                run(start, end)
                scopes.removeLast()
            }
        }
    }

    private func isShown(_ name: Int) -> Bool {
        guard let place = find(name) else { return false }
        return switch values[place] {
        case .absent, .flag(false), .list(_, count: 0): false
        default: true
        }
    }

    private mutating func enter(_ place: Int) {
        if case .fields(let shape, let first) = values[place] {
            scopes.append(Scope(shape: shape, first: first))
        } else {
            scopes.append(Scope(shape: -1, first: place))
        }
    }

    /// The place of a name's value; nil if nothing has the name.
    private func find(_ name: Int) -> Int? {
        var index = scopes.count - 1
        while index >= 0 {
            let scope = scopes[index]
            if scope.shape < 0 {
                if name == NameTable.item { return scope.first }
            } else {
                let place = places[scope.shape * nameCount + name]
                if place >= 0 { return scope.first + Int(place) }
            }
            index -= 1
        }
        return nil
    }
}

extension [UInt8] {
    /// Appends a text escaped for use between HTML tags and inside a quoted attribute.
    ///
    /// It works on bytes: a quotation mark is escaped with an accent after it too.
    fileprivate mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for index in bytes.indices {
                // The five characters are below 64, so a bit each tells them apart from the rest.
                guard bytes[index] < 64, Self.special & (1 << UInt64(bytes[index])) != 0 else { continue }
                append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
                append(contentsOf: Self.entity(bytes[index]))
                start = index + 1
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    private static var special: UInt64 { 1 << 0x22 | 1 << 0x26 | 1 << 0x27 | 1 << 0x3C | 1 << 0x3E }

    private static func entity(_ byte: UInt8) -> String.UTF8View {
        switch byte {
        case UInt8(ascii: "&"): "&amp;".utf8
        case UInt8(ascii: "<"): "&lt;".utf8
        case UInt8(ascii: ">"): "&gt;".utf8
        case UInt8(ascii: "\""): "&quot;".utf8
        default: "&#39;".utf8
        }
    }
}
