extension Unicode.Scalar {
    /// True for characters that no name needs: controls, line breaks, and marks that change the direction of the
    /// text after them. False for the joiners that Persian and emoji need.
    package var isUnfitForNames: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
        default: ("\u{202A}"..."\u{202E}").contains(self) || ("\u{2066}"..."\u{2069}").contains(self)
        }
    }
}
