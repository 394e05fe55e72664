// Travel: the ways between two places, and the minutes they take.
//
// - WayFinder.swift: `WayFinder`, the interface: the ways of an event. MatrixOfWays.swift: those between many places.
//   They ask the engine of the settings, and take the estimate if it does not help.
// - TravelWay.swift: a way with its minutes and its source. Estimates.swift: the estimate from the straight line.
// - ConfiguredEngine.swift: the engine of a way of travelling, by the settings. EngineFailure.swift: its failures.
// - EngineClient.swift: one request. EngineGate.swift: the pauses of an engine that fails.
// - KeptAnswers.swift: answers that were kept. TravelBudget.swift: the requests that an engine of others may get.
// - EngineCheck.swift: a question for `jadwal doctor`.
//
// Whatever an engine does, there is an answer: the estimate, marked as one, with the reason.
