// Reads times and agreements out of messages. This module is pure: no input, no output, no clock, no chance.
//
// - Text/: a message as tokens to compare, which know their place in it. `FoldedText` is the entry; `FoldedScalar`
//   folds letters, `Tokenizer` splits words, `ArabiziIndex` reads Arabic in Latin letters.
// - Lexicon/: the words and their meanings, from the files of templates/lexicon. `LexiconFile` describes the format.
// - Expressions/: `ExpressionReader` finds times. `Scanner` reads pieces (Reading/, a file for each kind of piece),
//   `Slots` holds those of one time, `Resolution` says what they mean on the day of the message.
//   `TimeExpression` and `Reading` are the result, `ReadingContext` the circumstances.
// - QuickEntry/: `QuickEntry.read`, one line that describes an event, for the field of the event form.
// - Conversation/: `ThreadReader` finds what two people agreed on. Exports/: `ChatExport` reads exported chats.
// - Models/: `ThreadPrompt` and `Judgement`, a language model as a second reader.
