// The API of apps: calls of Connect (connectrpc.com, unary, version 1) over the same services as the pages.
//
// `Sources/Jadwal/Methods.swift` is the table of all methods. A handler takes a message and a call and returns a
// message. An error of a handler becomes one of Connect in one place.
//
// - Connect/: codecs, calls, errors, and the audiences that let calls in.
// - SignIn/: tokens, and signing in. Phone/: what a phone needs to set itself up. WhatsApp/: its link.
// - Calendars/, Events/, Inbox/, Notifications/, Settings/ and Sessions/: the services of `jadwal.v1`.
//
// An API call never reads a cookie: its access token is the only proof, so no other site can make a browser call it.
