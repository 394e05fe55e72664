// The language model as a second reader of a chat, without the network: what it is asked, and what is believed of it.
//
// - ThreadPrompt.swift: the chat as a model gets it: numbered lines without names, numbers, addresses and links.
//   MaskedText.swift hides those. MaskedNumbers.swift, MaskedAddresses.swift and MaskedNames.swift find them.
// - ModelSchema.swift: the form of an answer. ModelReply.swift: its strict reading.
//   JSONValue.swift: JSON to be written.
// - Judgement.swift: the answer of the rules and that of the model together.
//
// Conversation/ModelAnswer.swift makes an analysis of an answer: every value comes from quoted
// words, by our own reader.
