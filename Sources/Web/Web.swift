// The parts that pages are written in.
//
// - Route.swift and Router.swift: from a request to its handler. Audience.swift: a kind of caller.
// - Visit.swift: a request by a person. CustomerVisit.swift: a request by a customer. Pages.swift: from a page to a
//   response. ProblemPage.swift: refusals and faults.
// - Authorization.swift: the credentials that programs send.
// - FormToken.swift: the token of every form. OwnPage.swift: the page that a form leads back to.
// - Options.swift and TimeZoneOptions.swift: select lists. Device.swift and PlaceGuess.swift: a visitor's browser
//   and place.
