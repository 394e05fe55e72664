// The pages that people see, a folder for each feature. `Sources/Jadwal/Routes.swift` lists their addresses.
//
// - Home/ and About/: the first page, privacy, terms and sources of data.
// - Login/: signing in. First/: the first minutes of a new account. Settings/: the account.
// - Plans/: the planned day, its buttons, and what has no time.
// - Places/: the saved places of tasks.
// - Calendars/: a customer's calendars, import and export.
// - Trash/: what was deleted or overwritten, and the undo of the last change.
// - Prayer/: prayer times of a place, and feeds.
// - Programs/: programs with a token, and the last position that they send.
// - Devices/: what syncs a customer's calendars. Profiles/: the set-up of phones.
// - Health/ for programs that monitor the service. Development/: the mailbox.
// - Audiences.swift: the callers, each with its way in and its look of a refusal. CustomerServices.swift: what a
//   customer has in each service.
// - Asker.swift: the person behind a request, for `Accounts`. AddressProblems.swift and LinkProblem.swift: texts
//   and pages that several features show. DayLine.swift: a day as one line.
