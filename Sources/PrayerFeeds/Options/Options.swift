// The options of a feed.
//
// - FeedOptions.swift: the options and their limits. FeedChoices.swift: choices of their own kinds.
// - FeedOptionReader.swift: from an address to options. FeedOptionQuery.swift: back to the one canonical text.
// - FeedOptionForm.swift and ChosenOptions.swift: the options in a form of a page.
// - StoredOptions.swift: the options that the database holds. FeedOptionProblem.swift: errors as sentences.
