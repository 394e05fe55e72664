// The tables of cities.
//
// - Cities.swift: a city by its number or address. CitySearch.swift: cities by what somebody typed.
// - LargestCities.swift: the first cities of a country. CityImport.swift: all cities of a file, replacing those
//   before.
