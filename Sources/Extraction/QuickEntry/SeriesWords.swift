/// The words around a series: its first day, its last one, and the days that it leaves out.
enum SeriesWords {
    static let until = Phrases(
        "until | till | til | up to | through | thru | ending | ending on | ends | ends on | حتى | لين | الين | لحد | "
            + "لغاية | إلى غاية | ينتهي | تنتهي | وينتهي | وتنتهي")
    static let except = Phrases(
        "except | except on | except for | excluding | but not | but not on | not on | apart from | other than | "
            + "ما عدا | ماعدا | عدا | إلا | باستثناء | غير")
    static let starting = Phrases(
        "starting | starting on | starting from | starts | starts on | beginning | beginning on | commencing | as of | "
            + "from | ابتداء من | بدءا من | اعتبارا من | من | يبدأ | تبدأ | يبدأ من | تبدأ من")
    /// Words before the name of a month in which a series is.
    static let within = Phrases(
        "in | in the month of | during | during the month of | throughout | all through | for all of | في | في شهر | "
            + "خلال | خلال شهر | أثناء | طوال | طوال شهر | طيلة | طيلة شهر | بشهر")
    static let times = Phrases("times | occurrences | مرات | مرة")
    /// Signs and words between the weekdays of a list.
    static let joints = Phrases(", | ، | / | & | + | and | و")
}
