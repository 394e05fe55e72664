/// The words of numbers and lengths.
enum NumberWords {
    static let numbers = Lexicon<Int>([
        (1, "one | واحد | واحدة | وحدة"), (2, "two | اثنين | ثنتين | اثنان | اثنتين | اثنتان"),
        (3, "three | ثلاث | ثلاثة"),
        (4, "four | أربع | أربعة"), (5, "five | خمس | خمسة"), (6, "six | ست | ستة"), (7, "seven | سبع | سبعة"),
        (8, "eight | ثمان | ثماني | ثمانية"), (9, "nine | تسع | تسعة"), (10, "ten | عشر | عشرة"),
        (11, "eleven | احدعش | إحدى عشرة | أحد عشر | احدى عشر"),
        (12, "twelve | اثنعش | اثنى عشر | اثنا عشر | اثنتا عشرة"),
        (15, "fifteen | خمسطعش | خمسة عشر | خمس عشرة"), (20, "twenty | عشرين | عشرون"),
        (25, "twenty five | خمس وعشرين | خمسة وعشرين"), (30, "thirty | ثلاثين | ثلاثون"),
        (40, "forty | أربعين | أربعون"),
        (45, "forty five | خمس وأربعين | خمسة وأربعين"), (50, "fifty | خمسين | خمسون"), (60, "sixty | ستين | ستون"),
        (90, "ninety | تسعين | تسعون"),
    ])
    static let hours = Lexicon<Int>([
        (1, "الواحدة | الوحدة"), (2, "الثانية"), (3, "الثالثة"), (4, "الرابعة"), (5, "الخامسة"), (6, "السادسة"),
        (7, "السابعة"), (8, "الثامنة"), (9, "التاسعة"), (10, "العاشرة"), (11, "الحادية عشرة | الحادية عشر"),
        (12, "الثانية عشرة | الثانية عشر"),
    ])
    static let monthDays = Lexicon<Int>([
        (1, "الأول | أول"), (2, "الثاني | ثاني"), (3, "الثالث | ثالث"), (4, "الرابع | رابع"), (5, "الخامس | خامس"),
        (6, "السادس | سادس"), (7, "السابع | سابع"), (8, "الثامن | ثامن"), (9, "التاسع | تاسع"), (10, "العاشر | عاشر"),
        (15, "الخامس عشر"), (20, "العشرين"), (30, "الثلاثين"),
    ])

    /// Minutes of a unit after a number.
    static let units = Lexicon<Int>([
        (60, "h | hr | hrs | hour | hours | ساعة | ساعات"),
        (1, "min | mins | minute | minutes | دقيقة | دقائق | دقايق"),
    ])
    /// Lengths without a number.
    static let lengths = Lexicon<Int>([
        (15, "a quarter of an hour | quarter of an hour | quarter hour | ربع ساعة"), (20, "ثلث ساعة"),
        (30, "half an hour | half hour | a half hour | نص ساعة | نصف ساعة"),
        (45, "three quarters of an hour | ساعة إلا ربع | ساعة الا ربع"), (40, "ساعة إلا ثلث"),
        (75, "an hour and a quarter | ساعة وربع"), (80, "ساعة وثلث"),
        (90, "an hour and a half | one hour and a half | hour and a half | ساعة ونص | ساعة ونصف | ساعة و نص"),
        (90, "ساعة و نصف"),
        (120, "ساعتين | ساعتان"), (135, "ساعتين وربع"), (150, "ساعتين ونص | ساعتين ونصف | ساعتين و نص"),
        (2, "دقيقتين"),
    ])
    /// Lengths that need a word such as "for": alone, `ساعة` can be a watch.
    static let oneHour = Lexicon<Int>([
        (60, "an hour | one hour | hour | ساعة | ساعة واحدة | ساعة وحدة"), (1, "a minute | دقيقة"),
    ])
    /// The same after "by" in Arabic, as in `بنص ساعة`.
    static let lengthsAfterBy = Lexicon(lengths, prefixed: ["ب", "ب "])
    static let oneHourAfterBy = Lexicon(oneHour, prefixed: ["ب", "ب "])
    static let numbersAfterBy = Lexicon(numbers, prefixed: ["ب", "ب "])
    static let halves = Lexicon<Int>([
        (30, "and a half | ونص | ونصف | و نص | و نصف"), (15, "and a quarter | وربع | و ربع"), (20, "وثلث"),
        (-15, "إلا ربع"),
    ])
    static let and = Phrases("and | و")
    static let during = Phrases("for | lasting | for about | لمدة | مدة | مدته | مدتها | خلال")
    /// Words before a length that make it something else.
    static let notLengths = Phrases("in | بعد | قبل | every | كل | after | before | within | each")
    static let notAfterLength = Phrases("ago | after | before | later | early | late | قبل | بعد | من")
}
