// Customers, sign-in and sessions.
//
// - KnownBrowser.swift: a browser's proof that it signed in before.
// - Sessions.swift: the check of a session, remembered between requests.
