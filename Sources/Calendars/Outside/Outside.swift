// Calendars whose content comes from outside. Only Jadwal writes into them, through these verbs.
//
// - ForeignObjects.swift: what is changed in objects of others before they are stored.
// - StoreForeign.swift: storing and removing them.
//
// Such a change puts nothing into the trash: the source still has all of it.
