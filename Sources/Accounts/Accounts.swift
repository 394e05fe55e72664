// Customers, sign-in and sessions.
//
// - Sessions.swift: the check of a session, remembered between requests.
