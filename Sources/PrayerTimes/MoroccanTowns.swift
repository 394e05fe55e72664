import Glibc

/// Returns the height of the nearest Moroccan town within 30 km; nil if there is none. The ministry's
/// method computes sunrise and sunset as seen from each town.
func heightOfMoroccanTown(near place: Coordinates) -> Double? {
    let nearest = towns
        .map { (metres: $0.metres, distance: kilometres(from: place, toLatitude: $0.latitude, $0.longitude)) }
        .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance < 30 else { return nil }
    return nearest.metres
}

/// Returns a distance on a plane, which is exact enough over 30 km.
private func kilometres(from place: Coordinates, toLatitude latitude: Double, _ longitude: Double) -> Double {
    let north = (latitude - place.latitude) * 111.2
    let east = (longitude - place.longitude) * 111.2 * cos(radians(place.latitude))
    return (north * north + east * east).squareRoot()
}

/// The towns with their heights in metres above the sea. The first ones follow from the ministry's tables
/// for 2020, often as the highest ground. The others are from gazetteers.
private let towns: [(latitude: Double, longitude: Double, metres: Double)] = [
    (30.42, -9.58, 200),    // Agadir
    (35.46, -6.04, 112),    // Asilah
    (33.60, -7.62, 196),    // Casablanca
    (23.69, -15.94, 155),   // Dakhla
    (31.93, -4.43, 832),    // Errachidia
    (34.03, -5.02, 412),    // Fes
    (34.68, -1.91, 640),    // Oujda
    (34.02, -6.84, 127),    // Rabat

    (31.97, -6.57, 1_360),  // Azilal
    (33.43, -5.22, 1_250),  // Azrou
    (32.24, -7.95, 450),    // Ben Guerir
    (32.34, -6.36, 620),    // Beni Mellal
    (33.36, -4.73, 1_750),  // Boulemane
    (32.53, -1.96, 1_140),  // Bouarfa
    (35.17, -5.27, 600),    // Chefchaouen
    (31.54, -8.77, 340),    // Chichaoua
    (31.73, -7.01, 960),    // Demnate
    (31.43, -4.23, 800),    // Erfoud
    (32.11, -1.23, 900),    // Figuig
    (32.50, -6.69, 420),    // Fkih Ben Salah
    (28.99, -10.06, 300),   // Guelmim
    (34.23, -3.35, 360),    // Guercif
    (33.53, -5.11, 1_665),  // Ifrane
    (34.31, -2.16, 1_100),  // Jerada
    (32.05, -7.41, 470),    // El Kelaa
    (32.60, -6.26, 500),    // Kasba Tadla
    (33.82, -6.07, 450),    // Khemisset
    (32.94, -5.67, 830),    // Khenifra
    (32.88, -6.91, 800),    // Khouribga
    (31.63, -8.00, 466),    // Marrakech
    (33.89, -5.55, 550),    // Meknes
    (32.68, -4.74, 1_510),  // Midelt
    (33.05, -3.99, 900),    // Missour
    (30.92, -6.89, 1_135),  // Ouarzazate
    (34.80, -5.58, 320),    // Ouazzane
    (32.86, -6.57, 780),    // Oued Zem
    (33.83, -4.83, 850),    // Sefrou
    (33.00, -7.62, 370),    // Settat
    (34.54, -4.64, 570),    // Taounate
    (34.41, -2.89, 390),    // Taourirt
    (29.72, -8.98, 1_000),  // Tafraout
    (29.74, -7.97, 700),    // Tata
    (34.21, -4.01, 510),    // Taza
    (31.51, -5.53, 1_340),  // Tinghir
    (29.70, -9.73, 260),    // Tiznit
    (30.33, -5.84, 720),    // Zagora
]
