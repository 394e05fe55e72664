// Reads times and agreements out of messages. This module is pure: no input, no output, no clock, no chance.
//
// - Words/: the words of messages, and their meanings from the files of templates/lexicon.
// - Expressions/: `ExpressionReader` finds times. `Scanner` reads pieces (Reading/, a file for each kind of piece),
//   `Slots` holds those of one time, `Resolution` says what they mean on the day of the message.
//   `TimeExpression` and `Reading` are the result, `ReadingContext` the circumstances.
// - QuickEntry/: `QuickEntry.read`, one line that describes an event, for the field of the event form.
// - TaskEntry/: `TaskEntry.read`, one line that describes a flexible task, for the field of the task form.
// - Points/: `PointReader`, the point of a pasted link of a map.
// - Acts/: one message of a chat alone. Talk/: what it does to the plans of the chat.
// - Conversation/: `ThreadReader` finds what two people agreed on. Exports/: `ChatExport` reads exported chats.
// - Models/: `ThreadPrompt` and `Judgement`, a language model as a second reader.
