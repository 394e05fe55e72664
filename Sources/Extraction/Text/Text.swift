// A message as tokens to compare, which know their place in it.
//
// - FoldedText.swift: a text with its tokens, the entry. FoldedScalar.swift: one way to write each letter and digit.
// - Tokenizer.swift: words, numbers and signs. ArabiziIndex.swift: Arabic in Latin letters.
