// The agreements of two people in a chat.
//
// - ThreadReader.swift: the entry. ChatMessage.swift: its input. ThreadAnalysis.swift: its result, with the proof.
// - ConversationLexicon.swift: the words by which people make plans. PhraseTable.swift and
//   Spelling/ArabiziWords.swift find them among the words of a message (ChatWords.swift, Spelling/Spelling.swift).
// - MessageReader.swift reads a single message (MessageReading.swift): times, acts, activities, places.
//   TimeFilter.swift drops what is no time of a plan, BareHour.swift finds hours that no word marks, PlaceReader.swift
//   finds the place.
// - Negotiation.swift follows the chat over plans (Plan.swift). Its rules: Proposals.swift, Answers.swift with
//   Acceptances.swift and Refusals.swift, Bookings.swift for what a business books; PlanSlots.swift and
//   PlanPlaces.swift take the values of a plan.
// - AgreementChecks.swift: what every agreement must fulfil. ModelAnswer.swift: the answer of a language model.
