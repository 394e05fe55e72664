// Times in a sentence, each with the words that say it and the readings that it allows.
//
// - ExpressionReader.swift: the entry. ReadingContext.swift: the circumstances. TimeExpression.swift: the result.
// - Scanner.swift goes through the tokens and reads pieces (Pieces.swift; Reading/ has a file for each kind of them).
// - Composition.swift joins pieces into one time (Slots.swift).
// - Resolution.swift and HourResolution.swift say what it means on the day of the message.
