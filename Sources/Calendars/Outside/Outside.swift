// Calendars whose content comes from outside. Only Jadwal writes into them, through these verbs.
//
// - ForeignObjects.swift: what is changed in objects of others before they are stored.
// - StoreForeign.swift: storing and removing them.
//
// What such a change overwrites or removes does not go to the trash: it comes again from where it came.
