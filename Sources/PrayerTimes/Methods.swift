// The methods to choose from. Angles and minutes are those of the authorities. Rounding and safety minutes
// are those of their published tables, because people compare with these.

extension Method {
    /// All methods in the order of the lists.
    public static let all: [Method] = [
        ummAlQura, muslimWorldLeague, egyptian, karachi, dubai, gulf, kuwait, qatar, singapore, jakim, kemenag,
        diyanet, tehran, jafari, isna, moonsightingCommittee, uoif, russia, tunisia, algeria, morocco, jordan,
        portugal, wifaqulUlama,
    ]

    /// Returns the method with a name such as `umm-al-qura`; nil if there is none.
    public static func named(_ name: String) -> Method? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// Saudi Arabia. Fajr at 18.5° (19° before 1430 AH), Isha 90 minutes after Maghrib, 120 in
    /// Ramadan. The calendar of Makkah for 2016 rounds prayers up and sunrise down.
    public static let ummAlQura = Method(
        "umm-al-qura", "Umm al-Qura University, Makkah",
        fajr: 18.5, isha: .minutes(90, inRamadan: 120), rounding: .upSunriseDown,
        source: "Umm al-Qura calendar (ummulqura.org.sa), Makkah 2016")

    /// 18° and 17°, Dhuhr a minute after the sun has crossed the meridian.
    public static let muslimWorldLeague = Method(
        "muslim-world-league", "Muslim World League",
        fajr: 18, isha: .angle(17), minutes: .adding(dhuhr: 1),
        source: "Muslim World League; Dhuhr's minute as in the Adhan libraries")

    /// 19.5° and 17.5°.
    public static let egyptian = Method(
        "egyptian", "Egyptian General Authority of Survey",
        fajr: 19.5, isha: .angle(17.5), minutes: .adding(dhuhr: 1),
        source: "Egyptian General Authority of Survey; Dhuhr's minute as in the Adhan libraries")

    /// 18° both.
    public static let karachi = Method(
        "karachi", "University of Islamic Sciences, Karachi",
        fajr: 18, isha: .angle(18), minutes: .adding(dhuhr: 1),
        source: "University of Islamic Sciences, Karachi; Dhuhr's minute as in the Adhan libraries")

    /// 18.2° both. The tables of the General Authority of Islamic Affairs for 2018 watch for the
    /// sun a whole degree below the horizon, two minutes further off, and round away from noon.
    public static let dubai = Method(
        "dubai", "United Arab Emirates",
        fajr: 18.2, isha: .angle(18.2), horizon: 1,
        minutes: .adding(sunrise: -2, dhuhr: 2, asr: 2, maghrib: 2),
        rounding: PerEvent(fajr: .nearest, sunrise: .down, dhuhr: .up, asr: .up, maghrib: .up, isha: .nearest),
        source: "General Authority of Islamic Affairs and Endowments (awqaf.gov.ae), Dubai 2018")

    /// 19.5°, Isha 90 minutes after Maghrib.
    public static let gulf = Method(
        "gulf", "Gulf region",
        fajr: 19.5, isha: .minutes(90, inRamadan: 90),
        source: "islamic-network/prayer-times; hablullah/go-prayer")

    /// 18° and 17.5°.
    public static let kuwait = Method(
        "kuwait", "Kuwait",
        fajr: 18, isha: .angle(17.5),
        source: "Ministry of Awqaf, Kuwait, as in the Adhan libraries")

    /// 18°, Maghrib a minute after sunset and Isha 90 after that, as published for Doha in 2016.
    public static let qatar = Method(
        "qatar", "Ministry of Awqaf, Qatar",
        fajr: 18, isha: .minutes(90, inRamadan: 90), minutes: .adding(maghrib: 1), rounding: .nearest(butSunrise: .down),
        source: "Ministry of Awqaf, Qatar, Doha 2016")

    /// 20° and 18°, Dhuhr a minute after the meridian.
    public static let singapore = Method(
        "singapore", "Majlis Ugama Islam Singapura",
        fajr: 20, isha: .angle(18), minutes: .adding(dhuhr: 1), rounding: PerEvent(all: .up),
        source: "MUIS (muis.gov.sg), Singapore 2020")

    /// Fajr at 18° since 20 November 2019, at 20° before; prayers rounded up and sunrise down, as
    /// all 365 days of Melaka's zone in 2026 show.
    public static let jakim = Method(
        "jakim", "Jabatan Kemajuan Islam Malaysia",
        fajr: 18, isha: .angle(18), minutes: .adding(dhuhr: 1), rounding: .upSunriseDown,
        source: "JAKIM (e-solat.gov.my), Melaka 2026")

    /// 20° and 18°. Sunrise and sunset are at a whole degree below the horizon, with two minutes of safety
    /// (ihtiyat) away from noon, three at Dhuhr.
    public static let kemenag = Method(
        "kemenag", "Kementerian Agama, Indonesia",
        fajr: 20, isha: .angle(18), horizon: 1,
        minutes: PerEvent(fajr: 2, sunrise: -2, dhuhr: 3, asr: 2, maghrib: 2, isha: 2), rounding: .upSunriseDown,
        source: "Kementerian Agama (bimasislam.kemenag.go.id), Jakarta 2026; rukyatulhilal.org, Kriteria waktu shalat")

    /// 18° and 17° with Diyanet's precaution (temkin). This is an approximation: no formula gives its tables
    /// for Ankara in 2019 exactly, least of all for Isha.
    public static let diyanet = Method(
        "diyanet", "Diyanet İşleri Başkanlığı, Turkey",
        fajr: 18, isha: .angle(17), horizon: 1,
        minutes: .adding(sunrise: -6, dhuhr: 5, asr: 3, maghrib: 5, isha: -1),
        rounding: PerEvent(fajr: .nearest, sunrise: .nearest, dhuhr: .nearest, asr: .up, maghrib: .up, isha: .nearest),
        source: "Diyanet, Ankara 2019; aladhan.com")

    /// 17.7°, Maghrib at 4.5°, Isha at 14°; the night ends at Fajr.
    public static let tehran = Method(
        "tehran", "Institute of Geophysics, University of Tehran",
        fajr: 17.7, isha: .angle(14), maghrib: 4.5, nightEnd: .fajr,
        source: "Institute of Geophysics, University of Tehran, Tehran 2018")

    /// 16°, Maghrib at 4°, Isha at 14°; the night ends at Fajr.
    public static let jafari = Method(
        "jafari", "Shia Ithna Ashari, Leva Institute, Qum",
        fajr: 16, isha: .angle(14), maghrib: 4, nightEnd: .fajr,
        source: "Leva Institute, Qum, as in PrayTimes and islamic-network/prayer-times")

    /// 15° both.
    public static let isna = Method(
        "isna", "Islamic Society of North America",
        fajr: 15, isha: .angle(15), minutes: .adding(dhuhr: 1),
        source: "Islamic Society of North America; Dhuhr's minute as in the Adhan libraries")

    /// 18°, within the Committee's minutes by season and latitude. Dhuhr is five minutes after the meridian,
    /// Maghrib three minutes after sunset.
    public static let moonsightingCommittee = Method(
        "moonsighting-committee", "Moonsighting Committee Worldwide",
        fajr: 18, isha: .angle(18), minutes: .adding(dhuhr: 5, maghrib: 3), isSeasonal: true,
        source: "K. Shaukat, moonsighting.com")

    /// 12° both.
    public static let uoif = Method(
        "uoif", "Musulmans de France (UOIF)",
        fajr: 12, isha: .angle(12),
        source: "Union des organisations islamiques de France, as in islamic-network/prayer-times")

    /// 16° and 15°.
    public static let russia = Method(
        "russia", "Spiritual Administration of Muslims of Russia",
        fajr: 16, isha: .angle(15),
        source: "DUM RF, as in islamic-network/prayer-times")

    /// 18° both.
    public static let tunisia = Method(
        "tunisia", "Ministry of Religious Affairs, Tunisia",
        fajr: 18, isha: .angle(18),
        source: "Ministry of Religious Affairs, Tunisia, as in islamic-network/prayer-times")

    /// 18° and 17°.
    public static let algeria = Method(
        "algeria", "Ministry of Religious Affairs, Algeria",
        fajr: 18, isha: .angle(17),
        source: "Ministry of Religious Affairs and Wakfs, Algeria, as in islamic-network/prayer-times")

    /// 19° rounded down, and 17°. Dhuhr is five minutes after the meridian. Sunrise is a minute earlier and
    /// Maghrib two minutes later than seen from the height of the town, as in the tables of eight towns for
    /// 2020.
    public static let morocco = Method(
        "morocco", "Ministry of Habous, Morocco",
        fajr: 19, isha: .angle(17), minutes: .adding(sunrise: -1, dhuhr: 5, maghrib: 2),
        rounding: .nearest(butFajr: .down), reckonsWithHeight: true,
        source: "Ministry of Habous and Islamic Affairs (habous.gov.ma), eight towns in 2020")

    /// 18° both, Maghrib five minutes after sunset.
    public static let jordan = Method(
        "jordan", "Ministry of Awqaf, Jordan",
        fajr: 18, isha: .angle(18), minutes: .adding(maghrib: 5),
        source: "Ministry of Awqaf, Jordan, as in islamic-network/prayer-times")

    /// 18°, Maghrib three minutes after sunset and Isha 77 after that.
    public static let portugal = Method(
        "portugal", "Comunidade Islâmica de Lisboa",
        fajr: 18, isha: .minutes(77, inRamadan: 77), minutes: .adding(dhuhr: 5, maghrib: 3),
        source: "Comunidade Islâmica de Lisboa, as in islamic-network/prayer-times and aladhan.com")

    /// 18° and 15°, the Hanafi school. Dhuhr is four minutes after the meridian, Maghrib five minutes after
    /// sunset.
    public static let wifaqulUlama = Method(
        "wifaqul-ulama", "Wifaqul Ulama, United Kingdom",
        fajr: 18, isha: .angle(15), minutes: .adding(dhuhr: 4, maghrib: 5), school: .hanafi,
        source: "Wifaqul Ulama (wifaqululama.co.uk), as proposed to the Adhan libraries")
}

extension PerEvent<Int> {
    fileprivate static func adding(
        fajr: Int = 0, sunrise: Int = 0, dhuhr: Int = 0, asr: Int = 0, maghrib: Int = 0, isha: Int = 0
    ) -> PerEvent<Int> {
        PerEvent(fajr: fajr, sunrise: sunrise, dhuhr: dhuhr, asr: asr, maghrib: maghrib, isha: isha)
    }
}

extension PerEvent<Rounding> {
    /// The rounding by which no prayer is before its time, and Fajr not after its end.
    public static let upSunriseDown = PerEvent(
        fajr: .up, sunrise: .down, dhuhr: .up, asr: .up, maghrib: .up, isha: .up)

    fileprivate static func nearest(butFajr fajr: Rounding = .nearest, butSunrise sunrise: Rounding = .nearest) -> Self {
        PerEvent(fajr: fajr, sunrise: sunrise, dhuhr: .nearest, asr: .nearest, maghrib: .nearest, isha: .nearest)
    }
}
