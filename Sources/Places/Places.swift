// Cities of the world, and the system's time zones.
//
// - City.swift: a city. CityFile.swift and CityLine.swift: the files that cities are read from.
// - CityKeys.swift and SearchKey.swift: the spellings by which a city is found. Areas.swift: what a typed text
//   may mean. Typos.swift: keys one letter away.
// - CountryNames.swift and ProvinceNames.swift: names of countries and provinces. DisputedPlaces.swift: places that are
//   named without a country.
// - TimeZones.swift and ZoneFiles.swift: tzdata's zones, read again if their files change. ZoneNames.swift: their
//   cities.
