/// The words of places, people and repetition.
enum PlaceWords {
    static let at = Phrases("at | @ | في | ب")
    static let `in` = Phrases("in")
    /// Words after which "at" says no place.
    static let lookingWords = Phrases("look | looking | laugh | good | bad | aim | aimed | back | stare")
    /// Words that are no place.
    static let notPlaces = Phrases(
        "least | once | all | most | risk | last | first | english | arabic | french | german | موضوع | شأن | "
            + "حال | أسرع | نفس | "
            + "العشر الأواخر | العشر الأوائل | "
            + "الحال | البداية | النهاية | الوقت | وقت | full | advance | person | general | case | order | time")
    static let ends = Phrases(
        "with | at | @ | about | for | to | re | regarding | until | from | in | مع | عن | حول | بخصوص | عشان | "
            + "علشان | من | "
            + "إلى | في | ب | حتى | لمناقشة | بشأن | during | every | كل | after | before | بعد | قبل | "
            + "and bring | on")
    static let with = Phrases("with | w | مع")
    static let notPeople = Phrases(
        "the | a | an | no | all | this | that | each | every | some | our | my | أن | "
            + "بعض | كل | ذلك | هذا")
    /// Words before a name that belong to it.
    static let titles = Phrases(
        "dr | mr | mrs | ms | prof | uncle | aunt | sheikh | umm | abu | bin | أبو | ابو | أم | بو | ابن | بنت | "
            + "عبد | د | دكتور | "
            + "الدكتور | الدكتورة | المهندس | المهندسة | الأستاذ | الأستاذة | الشيخ | العم | الخال | آل | خالتي | "
            + "عمتي")
    static let and = Phrases("and | & | و | +")
    /// Names whose first letter is waw, which else means "and".
    static let namesWithWaw = Phrases(
        "وليد | وفاء | وائل | وداد | ورد | وردة | وسيم | وجدان | وضحى | وعد | وصال | "
            + "وهيب | وسام | والد | والدي | والدتي | والده")
}
