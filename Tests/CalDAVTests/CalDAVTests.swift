// The CalDAV server as its clients see it, through the router and a real Postgres.
//
// - DiscoveryTests.swift, AppleTests.swift and OtherClientTests.swift: the needs of real programs, from the issue
//   trackers of other servers.
// - PropFindTests.swift, PropPatchTests.swift, MakeCalendarTests.swift, PutTests.swift, ConditionTests.swift,
//   MoveTests.swift: methods. QueryTests.swift, QueryDataTests.swift, FreeBusyTests.swift, SyncTests.swift,
//   PrincipalTests.swift: reports. FormatTests.swift: jCal, preferences.
// - HostileInputTests.swift, StrangerTests.swift and LimitTests.swift: input that must not do harm.
// - Support: `Client` sends requests, `Answer` reads what comes back.
