extension String {
    /// The text set apart in a sentence, since it may run in the other direction. Its own marks of direction are
    /// left out: they could reach out of it.
    var isolated: String {
        let plain = unicodeScalars.filter { scalar in
            !("\u{202A}"..."\u{202E}").contains(scalar) && !("\u{2066}"..."\u{2069}").contains(scalar)
        }
        return "\u{2068}\(String(String.UnicodeScalarView(plain)))\u{2069}"
    }
}
