// The way of a feed to its readers.
//
// - FeedRenderer.swift: renders a feed and stores it. TimetableStore.swift: the days of a place, computed once.
// - FeedRenewal.swift: the worker's tasks. FeedAddress.swift: the secret address of a customer's feed.
