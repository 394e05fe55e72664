import CivilTime

/// The words of days, weekdays and months.
enum DayWords {
    /// A day counted from today, with the part of the day that the word means.
    static let near = Lexicon<(offset: Int, part: DayPart?)>([
        ((0, nil), "today | اليوم | النهارده | يومنا هذا"),
        ((1, nil), "tomorrow | tomorow | tmrw | tmr | 2morrow | بكرة | بكرا | غدا | غد | الغد | باكر | يوم غد"),
        ((1, nil), "يوم الغد"),
        ((2, nil), "day after tomorrow | the day after tomorrow | بعد بكرة | بعد بكرا | بعد غد | بعد الغد"),
        ((2, nil), "بعد باكر"),
        ((0, .night), "tonight | الليلة | هالليلة | هذي الليلة | هذه الليلة"),
        ((0, .evening), "this evening | هذا المساء | مساء اليوم"),
        ((0, .morning), "this morning | هذا الصباح | صباح اليوم"),
        ((0, .afternoon), "this afternoon"),
    ])

    static let weekdays = Lexicon<Weekday>([
        (.sunday, "sunday | الأحد | يوم الأحد | يوم أحد"),
        (.monday, "monday | mon | الاثنين | الاتنين | الإثنين | يوم الاثنين | يوم الإثنين | يوم اثنين"),
        (.tuesday, "tuesday | tue | tues | الثلاثاء | الثلاثا | يوم الثلاثا | الثلوث | يوم الثلاثاء | يوم ثلاثاء"),
        (.wednesday, "wednesday | الأربعاء | الأربعا | يوم الأربعا | الربوع | يوم الأربعاء | يوم أربعاء"),
        (.thursday, "thursday | thu | thur | thurs | الخميس | يوم الخميس | يوم خميس"),
        (.friday, "friday | fri | الجمعة | يوم الجمعة | يوم جمعة"),
        (.saturday, "saturday | السبت | يوم السبت | يوم سبت"),
    ])

    /// Words that mean a weekday only where a day is expected, as after "on" and "every".
    static let expectedWeekdays = Lexicon<Weekday>([
        (.sunday, "sun | أحد"), (.monday, "اثنين | إثنين"), (.tuesday, "ثلاثاء | ثلاثا"),
        (.wednesday, "wed | weds | أربعاء | أربعا"),
        (.thursday, "خميس"), (.friday, "جمعة"), (.saturday, "sat | سبت"),
    ])

    static let weekdaysAfterAnd = Lexicon(weekdays, prefixed: ["و", "و "])
    static let expectedWeekdaysAfterAnd = Lexicon(expectedWeekdays, prefixed: ["و", "و "])

    static let pluralWeekdays = Lexicon<Weekday>([
        (.sunday, "sundays"), (.monday, "mondays"), (.tuesday, "tuesdays"), (.wednesday, "wednesdays"),
        (.thursday, "thursdays"), (.friday, "fridays"), (.saturday, "saturdays"),
    ])

    /// Words before a day that belong to it.
    static let leads = Phrases(
        "on | for | by | on the | يوم | في | في يوم | ليوم | بتاريخ | في تاريخ | تاريخ | "
        + "بيوم | الموافق")

    static let next = Phrases("next")
    static let this = Phrases("this | coming | this coming | the coming")
    static let past = Phrases("last | past | previous | الماضي | الماضية | الفائت | الفايت | اللي فات | السابق")
    /// Words after an Arabic weekday: the coming one.
    static let coming = Phrases(
        "القادم | القادمة | الجاي | الجاية | المقبل | المقبلة | اللي جاي | هذا | هذي | هذه | ذا | الحالي")
    static let afterComing = Phrases("بعد القادم | بعد القادمة | بعد الجاي | بعد الجاية | اللي بعده | اللي بعدها")
    static let nextWeek = Phrases(
        "next week | of next week | الأسبوع القادم | الأسبوع الجاي | الأسبوع المقبل | من الأسبوع القادم | "
            + "من الأسبوع الجاي | من الأسبوع المقبل")

    static let months = Lexicon<Int>([
        (1, "january | jan | يناير | كانون الثاني"), (2, "february | feb | فبراير | شباط"),
        (3, "march | mar | مارس | آذار"), (4, "april | apr | أبريل | ابريل | إبريل | نيسان"),
        (5, "may | مايو | أيار"), (6, "june | jun | يونيو | يونيه | حزيران"),
        (7, "july | jul | يوليو | يوليه | تموز"), (8, "august | aug | أغسطس | آب"),
        (9, "september | sept | sep | سبتمبر | أيلول"), (10, "october | oct | أكتوبر | تشرين الأول"),
        (11, "november | nov | نوفمبر | تشرين الثاني"), (12, "december | dec | ديسمبر | كانون الأول"),
    ])

    static let hijriMonths = Lexicon<Int>([
        (1, "muharram | محرم"), (2, "safar | صفر"),
        (3, "rabi i | rabi al awwal | rabi al awal | rabi ul awwal | rabi' al awwal | ربيع الأول | ربيع أول"),
        (4, "rabi ii | rabi al thani | rabi al akhir | rabi ul thani | ربيع الآخر | ربيع الثاني | ربيع ثاني"),
        (5, "jumada i | jumada al ula | jumada al awwal | جمادى الأولى | جمادى الأول"),
        (6, "jumada ii | jumada al akhirah | jumada al thani | جمادى الآخرة | جمادى الثانية | جمادى الثاني"),
        (7, "rajab | رجب"), (8, "shaban | sha'ban | شعبان"), (9, "ramadan | ramadhan | رمضان"),
        (10, "shawwal | shawal | شوال"),
        (11, "dhu al qadah | dhu al qa'dah | dhul qadah | dhul qidah | dhul qa'dah | ذو القعدة | ذي القعدة"),
        (11, "ذوالقعدة"),
        (12, "dhu al hijjah | dhul hijjah | dhul hijja | zul hijjah | ذو الحجة | ذي الحجة | ذوالحجة"),
    ])

    /// Days and weeks as units, in days; a month is 0.
    static let units = Lexicon<Int>([
        (1, "day | days | يوم | أيام | ايام | يوما"), (7, "week | weeks | أسبوع | أسابيع | اسابيع"),
        (0, "month | months | شهر | أشهر | شهور"),
    ])
    /// One or two units in one word.
    static let unitPhrases = Lexicon<(count: Int, unit: Int)>([
        ((1, 1), "a day | يوم"), ((1, 7), "a week | أسبوع"), ((1, 0), "a month | شهر"),
        ((2, 1), "يومين"), ((2, 7), "أسبوعين"), ((2, 0), "شهرين"),
    ])
    static let after = Phrases("in | بعد")
    /// Words after which a bare number is a day of the month.
    static let beforeDayNumber = Phrases("on the | by the | for the | يوم | في يوم | بيوم")
    /// Words that may follow "on the 25th": another word makes it something else, as "on the 2nd floor".
    static let afterDayNumber = Phrases("at | @ | from | with | in | for | after | before | all | until | every")
    static let wholeDay = Phrases(
        "all day | all day long | the whole day | whole day | طول اليوم | طوال اليوم | كل اليوم | اليوم كله | "
            + "يوم كامل | اليوم كامل | على مدار اليوم")
    static let ordinals = Phrases("st | nd | rd | th")
    static let between = Phrases("of | من | شهر | من شهر")
    static let hijriMarks = Phrases("ah | ه | هجري | هجرية")
    static let gregorianMarks = Phrases("ad | م | ميلادي | ميلادية")
}
