// Browsers and phones that take notices.
//
// - RegisterDevice.swift: they register and are deleted. NoticeSeal.swift: the encryption of their addresses.
