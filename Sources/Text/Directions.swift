extension String {
    /// The text as pages show it: without embeddings and overrides of writing direction (U+202A to U+202E), and
    /// without isolates that have no partner.
    ///
    /// An override turns letters around, so that `gnp.exe` reads as `exe.png`, and the end of an isolate without its
    /// beginning reaches out of the place of the text on a page.
    public var withoutOverrides: String {
        // Most texts have none of the marks, whose first octet is 0xE2.
        guard utf8.contains(0xE2), unicodeScalars.contains(where: \.isDirectionMark) else { return self }
        let scalars = Array(unicodeScalars)
        var open: [Int] = [], paired: Set<Int> = []
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\u{2066}", "\u{2067}", "\u{2068}": open.append(index)
            case "\u{2069}":
                guard let start = open.popLast() else { continue }
                paired.formUnion([start, index])
            default: continue
            }
        }
        var shown = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() where !scalar.isDirectionMark || paired.contains(index) {
            shown.append(scalar)
        }
        return String(shown)
    }

    /// The text set apart in a sentence, since it may run in the other direction. Its own marks of direction are
    /// left out: they could reach out of it.
    public var isolated: String {
        "\u{2068}\(String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isDirectionMark })))\u{2069}"
    }
}

extension Unicode.Scalar {
    fileprivate var isDirectionMark: Bool {
        ("\u{202A}"..."\u{202E}").contains(self) || ("\u{2066}"..."\u{2069}").contains(self)
    }
}
