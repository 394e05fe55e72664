// Files in formats of others.
//
// - AddressFile.swift: the mmdb file of network addresses, opened again if it changes.
// - TransitFile.swift: the operator's timetable of buses and trains, read again if it changes.
// - JSON.swift and PropertyList.swift: values as text.
