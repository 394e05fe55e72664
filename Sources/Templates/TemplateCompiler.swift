/// A template in one language, ready to be rendered: literal bytes, and instructions between them.
struct TemplateProgram: Sendable {
    enum Instruction {
        /// Bytes of `literals`.
        case literal(from: Int, to: Int)
        /// The text of a name, escaped for HTML; as it is in a mail's text part.
        case text(Int), plain(Int)
        /// The trusted HTML of a name.
        case html(Int)
        /// The instructions up to `end`: once for a flag, text or struct, and for each item of a list.
        case section(Int, end: Int)
        /// The instructions up to `end` if a section of this name shows nothing.
        case inverted(Int, end: Int)
    }

    fileprivate(set) var instructions: [Instruction] = []
    fileprivate(set) var literals: [UInt8] = []
    /// The first instruction that a further literal may be joined to.
    fileprivate var firstJoinable = 0

    fileprivate mutating func append(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty else { return }
        let start = literals.count
        literals.append(contentsOf: bytes)
        if instructions.count > firstJoinable, case .literal(let from, _) = instructions[instructions.count - 1] {
            instructions[instructions.count - 1] = .literal(from: from, to: literals.count)
        } else {
            instructions.append(.literal(from: start, to: literals.count))
        }
    }

    fileprivate mutating func append(_ instruction: Instruction) {
        instructions.append(instruction)
    }

    /// The same program with European digits in its own texts. What a page fills in stays as it is.
    var withLatinDigits: TemplateProgram {
        var program = self
        program.literals = []
        program.instructions = instructions.map { instruction in
            guard case .literal(let from, let to) = instruction else { return instruction }
            let start = program.literals.count
            program.literals += Language.latinDigits(String(decoding: literals[from..<to], as: UTF8.self)).utf8
            return .literal(from: start, to: program.literals.count)
        }
        return program
    }
}

/// The number of every name that a template asks for, so that rendering compares no texts.
struct NameTable: Sendable {
    /// The item of a list of texts, `{{.}}`.
    static let item = 0

    private(set) var numbers: [String: Int] = [".": item]
    /// The name of each number.
    private(set) var names = ["."]

    mutating func number(_ name: String) -> Int {
        if let number = numbers[name] { return number }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }
}

/// Puts frames, partials, texts and addresses of static files in place, once for each language.
struct TemplateCompiler {
    let files: [String: [TemplateNode]]
    let catalogue: Catalogue
    let assets: AssetAddresses
    let language: Language
    var names: NameTable
    private var program = TemplateProgram()
    private var isHTML = true

    init(files: [String: [TemplateNode]], catalogue: Catalogue, assets: AssetAddresses, language: Language, names: NameTable) {
        self.files = files
        self.catalogue = catalogue
        self.assets = assets
        self.language = language
        self.names = names
    }

    mutating func compile(_ name: String) throws(TemplateError) -> TemplateProgram {
        program = TemplateProgram()
        isHTML = !name.hasSuffix(".txt")
        try addFile(name, blocks: nil, named: (by: nil, line: 0))
        if !isHTML { program.append("\n".utf8) }
        return program
    }

    /// The file that nodes are in, and the blocks that replace its own.
    private final class Place {
        let file: String
        let blocks: [String: [TemplateNode]]
        /// The place that the blocks come from; for a partial the place that names it.
        let outer: Place?

        init(file: String, blocks: [String: [TemplateNode]], outer: Place?) {
            self.file = file
            self.blocks = blocks
            self.outer = outer
        }

        func isInside(_ name: String) -> Bool { file == name || outer?.isInside(name) ?? false }
    }

    private func error(_ place: Place?, _ line: Int, _ message: String) -> TemplateError {
        TemplateError(description: "\(place?.file ?? "").mustache:\(line): \(message)")
    }

    private mutating func addFile(
        _ name: String, blocks: [String: [TemplateNode]]?, named: (by: Place?, line: Int)
    ) throws(TemplateError) {
        guard let nodes = files[name] else { throw error(named.by, named.line, "there is no template \(name)") }
        guard named.by?.isInside(name) != true else { throw error(named.by, named.line, "\(name) holds itself") }
        for block in (blocks ?? [:]).keys.sorted() where !Self.holdsBlock(block, nodes) {
            throw error(named.by, named.line, "\(name) has no block \(block)")
        }
        try add(nodes, Place(file: name, blocks: blocks ?? [:], outer: named.by))
    }

    private static func holdsBlock(_ name: String, _ nodes: [TemplateNode]) -> Bool {
        nodes.contains { node in
            switch node {
            case .block(let own, let content): own == name || holdsBlock(name, content)
            case .section(_, _, let content): holdsBlock(name, content)
            case .frame(_, let blocks, _): blocks.values.contains { holdsBlock(name, $0) }
            default: false
            }
        }
    }

    private mutating func add(_ nodes: [TemplateNode], _ place: Place) throws(TemplateError) {
        for node in nodes {
            switch node {
            case .literal(let bytes): program.append(bytes)
            case .key(let key, let line): try addText(key, line, place)
            case .text("lang"): program.append(language.tag.utf8)
            case .text("dir"): program.append(language.direction.utf8)
            case .text(let name): program.append(isHTML ? .text(names.number(name)) : .plain(names.number(name)))
            case .html(let name): program.append(.html(names.number(name)))
            case .section(let name, let isInverted, let content):
                let start = program.instructions.count, number = names.number(name)
                program.append(.section(number, end: 0))
                program.firstJoinable = program.instructions.count
                try add(content, place)
                let end = program.instructions.count
                program.instructions[start] = isInverted ? .inverted(number, end: end) : .section(number, end: end)
                program.firstJoinable = end
            case .partial(let name, let line): try addFile(name, blocks: nil, named: (place, line))
            case .frame(let name, let blocks, let line): try addFile(name, blocks: blocks, named: (place, line))
            case .block(let name, let content):
                if let given = place.blocks[name], let outer = place.outer {
                    try add(given, outer)
                } else {
                    try add(content, place)
                }
            }
        }
    }

    private mutating func addText(_ key: String, _ line: Int, _ place: Place) throws(TemplateError) {
        if key.hasPrefix("asset:") {
            guard let address = assets[String(key.dropFirst("asset:".count))] else {
                throw error(place, line, "there is no static file \(key)")
            }
            program.append(address.utf8)
            return
        }
        guard let text = catalogue.raw(key, language) else {
            throw error(place, line, "\(language.tag).strings lacks \(key)")
        }
        try add(TemplateParser.parse(text, file: "\(language.tag).strings, \(key)"), place)
    }
}
