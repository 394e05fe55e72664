/// The words around a series: its first day, its last one, and the days that it leaves out.
enum SeriesWords {
    static let until = Phrases(
        "until | till | til | up to | through | thru | ending | ending on | ends | ends on | حتى | لين | الين | لحد | "
            + "لغاية | إلى غاية | ينتهي | تنتهي | وينتهي | وتنتهي")
    static let except = Phrases(
        "except | except on | except for | excluding | but | but not | but not on | not on | apart from | other than | "
            + "ما عدا | ماعدا | عدا | إلا | باستثناء | غير")
    static let starting = Phrases(
        "starting | starting on | starting from | starts | starts on | beginning | beginning on | commencing | as of | "
            + "from | ابتداء من | بدءا من | اعتبارا من | من | يبدأ | تبدأ | يبدأ من | تبدأ من")
    /// Words before the name of a month in which a series is.
    static let within = Phrases(
        "in | in the month of | during | during the month of | throughout | all through | for all of | في | في شهر | "
            + "خلال | خلال شهر | أثناء | طوال | طوال شهر | طيلة | طيلة شهر | بشهر")
    static let times = Phrases("times | occurrences | مرات | مرة")
    /// Numbers of times within a unit of time: "twice a week".
    static let counts = Phrases("twice | thrice | مرتين | مرتان")
    /// Words such as "per" between a count and its unit.
    static let per = Phrases("a | an | per | each | every | in a | in the | في | كل | بال | لكل")
    /// Words before a repetition that add nothing to it.
    static let once = Phrases("once | مرة")
    /// Repetitions that no series has. They can be a part of a name.
    static let others = Phrases(
        "hourly | quarterly | half-yearly | half yearly | semiannually | bimonthly | bi-monthly | alternating "
            + "| now and then | day after day | يوم ويوم | يوم بعد يوم | ربع سنوي | ربع سنوية | كل فترة | من حين لآخر")
    /// Words that only come before an end that is not understood.
    static let openEnds = Phrases("until | till | til | حتى | لغاية | إلى غاية | لحد | الين")
    /// Words that only come before an exception that is not understood.
    static let openExceptions = Phrases(
        "except | except on | except for | except if | excluding | but not | but not on | apart from | unless | ما عدا "
            + "| ماعدا | عدا | باستثناء | إلا")
    /// Lengths that are no number of minutes or days.
    static let vagueLengths = Phrases(
        "night | nights | term | terms | semester | semesters | season | school year | while | few days "
            + "| few weeks | few months | couple of days | couple of weeks "
            + "| ليلة | ليلتين | ليال | ليالي | فصل | الفصل | فصل دراسي | موسم | فترة")
    /// Occasions that a time is named after, beside words such as "after".
    static let occasions = Phrases(
        "eid | ramadan | prayer | prayers | every prayer | each prayer | school | work | class | classes | lunch "
            + "| dinner | breakfast | bedtime | bed | sleep | iftar | suhoor | sunrise | sunset | holidays "
            + "| the holidays | exams | term | summer | winter | spring | autumn | الصلاة | كل صلاة | صلاة | العيد "
            + "| عيد | رمضان | المدرسة | الدوام | الشغل | العمل | الحصة | الغداء | الغدا | العشاء | العشا | الفطور "
            + "| النوم | الإفطار | السحور | الإجازة | الاختبارات | الصيف | الشتاء | الحج | الفصل")
}
