extension String {
    /// The text as lists show it: at most 200 characters. A stored text may have a megabyte, and a page shows it
    /// hundreds of times.
    public var shortened: String { shortened(to: 200) }

    /// Returns the text as pages show it: without white space at its ends and without marks that turn it around, and
    /// if it is long, its beginning with `…`.
    ///
    /// - Parameter most: the most characters, as Unicode counts them.
    public func shortened(to most: Int) -> String {
        let text = unicodeScalars.trimmed(while: \.properties.isWhitespace)
        guard let end = text.index(text.startIndex, offsetBy: most, limitedBy: text.endIndex), end < text.endIndex
        else { return String(text).withoutOverrides }
        return String(text[..<end]).withoutOverrides + "…"
    }
}
