// The agreements of two people in a chat.
//
// - ThreadReader.swift: the entry. ChatMessage.swift: its input. ThreadAnalysis.swift: its result, with the proof.
// - AgreementChecks.swift: what every agreement must fulfil. Doubts.swift: what speaks against one.
// - ModelAnswer.swift: the answer of a language model.
