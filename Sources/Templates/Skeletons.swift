import HTTP
import Mustache
import Synchronization
import System

/// Pages rendered once for each shape and filled with texts after that.
///
/// The template engine decides with every tag what a value is, which costs microseconds a tag. A
/// page's structure depends on its shape alone, so the engine renders it with marks in place of the
/// texts, and what it gives is kept: literal pieces, and which text goes between them, escaped or
/// not. A page of a known shape is then put together without asking the engine.
final class Skeletons: Sendable {
    /// The bytes of all skeletons, since lists make many shapes. Shapes beyond it are rendered in full.
    private static let limit = 8 << 20

    private struct Key: Hashable {
        let template: String, language: Language, shape: [UInt8]
    }

    private struct Known {
        var skeletons: [Key: Skeleton] = [:]
        var bytes = 0
    }

    private let known = Mutex(Known())

    /// Renders a page: `make` reads it, with values for the engine or without.
    func render(
        _ name: String, _ language: Language, _ template: MustacheTemplate,
        _ make: (_ withValues: Bool) -> PageFields
    ) -> [UInt8] {
        let fields = make(false)
        let key = Key(template: name, language: language, shape: fields.shape)
        if let skeleton = known.withLock({ $0.skeletons[key] }) { return skeleton.filled(with: fields.texts) }
        let marked = make(true)
        let skeleton = Skeleton(template.render(marked.values ?? TemplateValues()))
        known.withLock { known in
            guard known.skeletons[key] == nil, known.bytes + skeleton.literalCount <= Self.limit else { return }
            known.skeletons[key] = skeleton
            known.bytes += skeleton.literalCount
        }
        return skeleton.filled(with: fields.texts)
    }
}

/// A rendered page with places for its texts.
private struct Skeleton {
    private struct Piece {
        let literal: [UInt8]
        let text: Int
        let isEscaped: Bool
    }

    private var pieces: [Piece] = []
    private var end: [UInt8] = []
    /// Bytes of all literal pieces.
    private(set) var literalCount = 0

    /// - Parameter marked: what the engine rendered with marks for texts.
    init(_ marked: String) {
        var literal: [UInt8] = []
        var number: Int?
        var isEscaped = false
        for scalar in marked.unicodeScalars {
            switch (scalar, number) {
            case (Mark.plain, _), (Mark.escaped, _):
                number = 0
                isEscaped = scalar == Mark.escaped
            case (Mark.end, let text?):
                pieces.append(Piece(literal: literal, text: text, isEscaped: isEscaped))
                literal = []
                number = nil
            case (_, let digits?):
                number = digits * 10 + Int(scalar.value) - 0x30
            case (_, nil):
                literal.append(contentsOf: String(scalar).utf8)
            }
        }
        end = literal
        literalCount = pieces.reduce(end.count) { $0 + $1.literal.count }
    }

    func filled(with texts: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(literalCount + texts.reduce(0) { $0 + $1.utf8.count } + 256)
        for piece in pieces {
            bytes.append(contentsOf: piece.literal)
            let text = texts[piece.text]
            bytes.append(contentsOf: (piece.isEscaped ? htmlEscaped(text) : text).utf8)
        }
        bytes.append(contentsOf: end)
        return bytes
    }
}

/// What stands for a text while the engine renders: private-use characters around its number.
///
/// The engine's escaping turns the first into the second, which tells where a text is escaped.
/// Texts themselves never meet the engine, so what is in them cannot be mistaken for a mark.
enum Mark {
    static let plain: Unicode.Scalar = "\u{E000}"
    static let escaped: Unicode.Scalar = "\u{E002}"
    static let end: Unicode.Scalar = "\u{E001}"

    static func text(_ number: Int) -> String {
        "\(plain)\(number)\(end)"
    }
}

/// The engine's escaping for HTML: it only sees marks.
struct EscapedHTML: MustacheContentType {
    func escapeText(_ text: String) -> String {
        text.replacing(String(Mark.plain), with: String(Mark.escaped))
    }
}
