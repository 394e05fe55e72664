// Events: those that a person makes by hand, without the pages that show them.
//
// - EventDraft.swift: an event as a form describes it. EventAttribute.swift: the rows of its attributes, through which
//   drafts are compared, checked, read and written. EventTimes.swift: times that no plain rule gives.
//   EventContext.swift: the facts about the customer that a draft needs.
//   NoComputedSeries.swift: without computed times.
// - DraftText.swift, DraftDifferences.swift, DraftCheck.swift and EventLimits.swift: the form in which drafts are
//   compared, and what they may hold. EventProblem.swift: the reasons to say no.
// - DraftTimes.swift, RepetitionRule.swift, DraftReminders.swift and NewObject.swift: from a draft
//   to an object. SeriesDays.swift: the events of a plain series by their days. DraftReading.swift and
//   KeptParts.swift: back.
// - ObjectEvent.swift: one event of an object. DraftChange.swift, EditObject.swift and RemoveFromObject.swift change it
//   and leave every other line of the text as it is. CopyObject.swift copies it.
//   ScopeCounts.swift counts what a change concerns.
// - StoredEvent.swift: a stored event as pages show it.
// - FindEvent.swift, AddEvent.swift, EditEvent.swift, MoveEvent.swift and DuplicateEvent.swift: the verbs.
