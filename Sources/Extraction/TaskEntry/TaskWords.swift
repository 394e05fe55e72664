/// The words of tasks beside those of times.
enum TaskWords {
    static let importance = WordTable<TaskDraftImportance>([
        (
            .must,
            "must | must happen | it must happen | must be done | urgent | urgently | very important | important "
                + "| high priority | has to happen | has to be done | without fail | no matter what | asap "
                + "| لا بد | لا بد منه | لا بد منها | لابد | لابد منه | لابد منها | ضروري | ضروري جدا"
                + " | ضرورية | لازم "
                + "| لازم لازم | مهم | مهم جدا | مهمة جدا | عاجل | مستعجل | مستعجلة | بأي حال | ضروري مرة"
                + " | واجب | أكيد لازم"
        ),
        (.usual, "usual priority | normal priority | أولوية عادية"),
        (
            .ifRoom,
            "if there is room | only if there is room | if there's room | only if there's room | if there is time "
                + "| only if there is time | if there's time | if i have time | if time permits | if possible "
                + "| if it fits | low priority | optional | whenever | not important | when i have time "
                + "| إن بقي متسع | إذا بقي متسع | إن بقي وقت | إذا بقي وقت | إذا فيه وقت | إذا في وقت"
                + " | لو فيه وقت | لو في وقت "
                + "| إن أمكن | إذا أمكن | لو أمكن | إذا فضيت | لو فضيت | إن وجد وقت | إذا وجد وقت | إن كان هناك وقت "
                + "| إذا كان هناك وقت | اختياري | اختيارية | غير مهم | مو ضروري | مش ضروري | مهو ضروري | موب لازم "
                + "| على الفراغ | وقت الفراغ | لو سمح الوقت | إذا سمح الوقت | إن سمح الوقت"
        ),
    ])
    static let once = Phrases("once | one time | مرة | مرة واحدة")
    static let twice = Phrases("twice | مرتين | مرتان")
    static let thrice = Phrases("thrice")
    static let times = Phrases("times | time | x | مرات | مرة | مره | نوبات | حصص | جلسات | sessions")
    static let per = Phrases("a | an | per | each | every | in a | in the | on a | / | في | كل | لكل | بال | ف")
    /// A preposition and a unit in one word.
    static let inWeek = Phrases("بالأسبوع | فالأسبوع | بالاسبوع الواحد | weekly | a week | wk")
    static let inDay = Phrases("باليوم | فاليوم | بالنهار | a day")
    static let rest = Phrases(
        "apart | between | in between | between them | of rest | of rest between | of rest between them"
            + " | of rest apart "
            + "| off between | rest | rest between | rest between them | rest in between | راحة | راحة بينها"
            + " | راحة بينهما "
            + "| بينها | بينهما | بين كل مرة | بين كل مرتين | بين المرات | فاصل | راحة بين المرات")
    static let withWords = Phrases("with | with at least | at least | مع | بينها | بفاصل | على الأقل | مع فاصل")
    /// Words before a length that belong to it.
    static let takes = Phrases(
        "takes | taking | takes about | needs | about | around | for | for about | lasting | lasts"
            + " | approximately | roughly "
            + "| each time | it takes | will take | needs about | تأخذ | ياخذ | تاخذ | يأخذ | تستغرق | يستغرق"
            + " | مدتها | مدته "
            + "| لمدة | مدة | حوالي | تقريبا | حدود | بحدود | في حدود | نحو | قرابة | كل مرة | في كل مرة"
            + " | يبيلها | يبيله "
            + "| تبيلها | يبغالها | بدها | بده | محتاجة | تحتاج | يحتاج | عايزة | محتاج | خلال | على مدى")
    /// Words after a length that belong to it.
    static let lengthTails = Phrases(
        "each | each time | every time | a time | in total | كل مرة | في كل مرة | تقريبا | لكل مرة | بالمرة"
            + " | في المرة")
    static let pieces = Phrases(
        "in pieces of | in sessions of | in blocks of | in parts of | in chunks of | split into | in slots of "
            + "| على دفعات | على جلسات | بجلسات | على أجزاء | في جلسات | مقسمة على | على دفعات من"
            + " | على جلسات من | جلسات من "
            + "| في جلسات من | بجلسات من | دفعات من | على أجزاء من | أجزاء من | كل جلسة | بدفعات من")
    static let or = Phrases("or | أو | او | ولا | والا")
    static let before = Phrases("before | prior to | ahead of | قبل | قبل يوم | قبل نهاية | أبل")
    static let after = Phrases(
        "after | from | past | later than | not before | بعد | عقب | من بعد | من | ورا | اعتبارا من")
    static let until = Phrases(
        "by | until | till | til | no later than | not later than | due | due by | due on | at the latest by"
            + " | latest "
            + "| حتى | لين | الين | لحد | لغاية | إلى غاية | بحلول | في موعد أقصاه | موعدها | موعده"
            + " | آخر موعد | آخر يوم | آخرها "
            + "| آخره | بحد أقصى | كحد أقصى")
    static let from = Phrases("from | from the | من | out of")
    static let home = Phrases("home | work | the office | البيت | المكتب | الدوام")
    static let the = Phrases("the | my | our")
    static let places = Phrases("at | at the | @ | in the | inside the | في | عند | لدى | داخل | بـ")
    /// Words after a preposition that are no place.
    static let notPlaces = Phrases(
        "least | once | all | most | risk | last | first | time | morning | evening | end | beginning"
            + " | future | past "
            + "| meantime | background | internet | web | net | الإنترنت | الانترنت | النت | نت | البداية"
            + " | النهاية | الوقت "
            + "| وقت | الحال | الأول | الآخر | أسرع | أقرب | الليل | الصباح | المساء | النهار | بداية | نهاية"
            + " | الأقل | الأكثر "
            + "| الممكن | الضروري | جديد | الأسبوع | الشهر | اليوم | السنة | كل | أي | موضوع | شأن | نفس"
            + " | حدود | حين")
}
