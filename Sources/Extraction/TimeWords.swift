import PrayerTimes

/// A part of the day.
enum DayPart: Sendable {
    case morning, noon, afternoon, evening, night

    /// The hour of the part if nothing else is said.
    var usualHour: Int {
        switch self {
        case .morning: 9
        case .noon: 12
        case .afternoon: 15
        case .evening: 19
        case .night: 21
        }
    }
}

/// The words of clocks, parts of the day and prayers.
enum TimeWords {
    /// Words that mean a part of the day wherever they are.
    static let parts = Lexicon<DayPart>([
        (.morning, "in the morning | الصبح | صباحا | الصباح | في الصباح | بالصباح | بالصبح | الضحى | ضحى"),
        (.afternoon, "in the afternoon | عصرا"), (.noon, "ظهرا"),
        (.evening, "in the evening | مساء | مسا | المساء | المسا | في المساء | بالمساء"),
        (.night, "at night | in the night | الليل | بالليل | ليلا | في الليل"),
    ])
    /// Words that mean a part of the day only beside a day.
    static let partsBesideDay = Lexicon<DayPart>([
        (.morning, "morning | صباح"), (.afternoon, "afternoon"), (.evening, "evening | مساء | مسا"),
        (.night, "night | ليل | ليلة"),
    ])
    /// Words that mean a part of the day only after an hour.
    static let partsAfterHour = Lexicon<DayPart>([
        (.morning, "am | a m | ص | الفجر | فجرا | قبل الظهر | this morning"),
        (.afternoon, "pm | p m | م | العصر | بعد الظهر | بعد العصر | this afternoon"), (.noon, "الظهر"),
        (.evening, "المغرب | مغربا | this evening"), (.night, "tonight"),
    ])
    static let greetings = Phrases("الخير | النور | الورد")
    static let oClock = Phrases("o'clock | oclock")
    /// Minutes after midnight; 1440 ends the day.
    static let moments = Lexicon<Int>([
        (720, "noon | midday | منتصف النهار"), (1_440, "midnight | منتصف الليل | نص الليل | نصف الليل"),
    ])

    static let at = Phrases(
        "at | @ | at around | at about | around | الساعة | في الساعة | على الساعة | عند الساعة | ع الساعة | "
            + "بالساعة | عالساعة")
    static let from = Phrases("from | من | من الساعة | بين | between | between the hours of | بين الساعة")
    static let to = Phrases(
        "to | until | till | til | and | - | – | — | إلى | الى | ل | لين | لحد | حتى | و | للساعة | إلى الساعة | "
            + "الى الساعة | "
            + "حتى الساعة | لين الساعة | والساعة | و الساعة")
    static let until = Phrases(
        "until | till | til | حتى | لين | لحد | إلى | حتى الساعة | لين الساعة | "
        + "إلى الساعة | لغاية الساعة | لغاية")
    /// Minutes to add to an hour.
    static let fractions = Lexicon<Int>([
        (30, "ونص | و نص | ونصف | والنصف | و نصف"), (15, "وربع | و ربع | والربع"), (20, "وثلث | و ثلث | والثلث"),
        (5, "وخمس | وخمس دقائق | وخمس دقايق"), (10, "وعشر | وعشر دقائق | وعشر دقايق"),
        (-15, "إلا ربع | الا ربع | إلا ربعا | إلا الربع"), (-20, "إلا ثلث | إلا ثلثا"),
        (-5, "إلا خمس | إلا خمس دقائق"),
        (-10, "إلا عشر | إلا عشر دقائق"),
    ])
    /// Minutes before an English hour that follows.
    static let hourMoves = Lexicon<Int>([
        (30, "half past | half after"), (15, "quarter past | a quarter past | quarter after"),
        (-15, "quarter to | a quarter to | quarter till"), (5, "five past"), (10, "ten past"), (20, "twenty past"),
        (25, "twenty five past"), (-5, "five to"), (-10, "ten to"), (-20, "twenty to"), (-25, "twenty five to"),
    ])

    static let prayers = Lexicon<DayEvent>([
        (.fajr, "fajr | fajir | الفجر"), (.sunrise, "sunrise | الشروق | شروق الشمس | طلوع الشمس"),
        (.dhuhr, "dhuhr | duhr | zuhr | dhohr | thuhr | الظهر"), (.asr, "asr | 'asr | العصر"),
        (.maghrib, "maghrib | magrib | maghreb | sunset | المغرب | الغروب | غروب الشمس"),
        (.isha, "isha | ishaa | isha'a | 'isha | العشاء | العشا"),
    ])
    static let fridayPrayer = Phrases(
        "friday prayer | friday prayers | jumuah | jumu'ah | jummah | jumma | jumuah prayer | jumu'ah prayer | "
            + "صلاة الجمعة")
    static let beforePrayer = Phrases("صلاة | أذان | اذان | the | وقت | صلاة ال")
    static let afterPrayer = Phrases("prayer | prayers | adhan | athan | salah | salat | time")
    /// 1 after a prayer, −1 before it.
    static let sides = Lexicon<Int>([(1, "after | بعد | right after"), (-1, "before | قبل")])
    static let atPrayer = Phrases(
        "at | عند | وقت | مع أذان | مع صلاة | على أذان | مع | في وقت | عند أذان | "
        + "وقت صلاة | وقت أذان")
    /// Words for meals and evenings out, which make 7 to 11 evening hours.
    static let eveningWords = Phrases(
        "dinner | supper | movie | cinema | party | concert | theatre | theater | drinks | iftar | عشاء | العشاء | "
            + "عشا | "
            + "سهرة | فيلم | سينما | حفلة | حفل | عرس | زواج | مسرح | إفطار")
    /// Words for what is early, which make 3 to 6 morning hours.
    static let morningWords = Phrases("breakfast | suhoor | suhur | sunrise | فطور | الفطور | سحور | السحور")
}
