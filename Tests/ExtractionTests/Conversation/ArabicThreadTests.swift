import Extraction
import Testing

@Suite("Chats in Arabic and Arabizi")
struct ArabicThreadTests {
    @Test(
        "Gulf",
        arguments: [
            ChatCase("أبشر", "A: نتعشى بكرة الساعة ٩؟\nB: أبشر", "AGREED 2025-04-16 21:00"),
            ChatCase("تم", "A: موعدنا الخميس بعد المغرب\nB: تم", "AGREED 2025-04-17 18:45"),
            ChatCase("إن شاء الله بعد عرض", "A: نشوفك بكرة الساعة ٥ العصر\nB: ان شاء الله", "AGREED 2025-04-16 17:00"),
            ChatCase(
                "إن شاء الله إذا قدرت", "A: نشوفك بكرة الساعة ٥ العصر\nB: ان شاء الله إذا قدرت",
                "OPEN 2025-04-16 17:00"),
            ChatCase("إن شاء الله أحاول", "A: تجي الاستراحة الليلة؟\nB: إن شاء الله أحاول", "OPEN 2025-04-15 –"),
            ChatCase("بشوف", "A: وش رايك نطلع البر الجمعة؟\nB: بشوف وأرد لك", "OPEN 2025-04-18 –"),
            ChatCase("ما أقدر", "A: وش رايك نطلع البر الجمعة؟\nB: والله ما أقدر مشغول", "DENIED"),
            ChatCase(
                "ما يناسبني", "A: نجتمع الأحد الساعة ١٠؟\nB: الأحد ما يناسبني، الاثنين أفضل\nA: طيب الاثنين\n",
                "AGREED 2025-04-21 10:00"),
            ChatCase("خلها", "A: نتقابل بكرة الساعة ٧ المسا؟\nB: خلها ٨\nA: تم", "AGREED 2025-04-16 20:00"),
            ChatCase("متى وأجاب", "A: ودنا نتغدى سوا\nB: متى؟\nA: السبت الساعة ١\nB: زين", "AGREED 2025-04-19 13:00"),
            ChatCase(
                "عزيمة", "B: عندنا عشاء يوم الخميس الساعة ٩، حياك الله\nA: الله يحييك، جايين إن شاء الله",
                "AGREED 2025-04-17 21:00"),
            ChatCase("كنسل", "A: كشتة الجمعة بعد العصر؟\nB: تم\nB: معليش كنسل، طلع لي شغل", "DENIED"),
            ChatCase(
                "تغيير", "A: نتقابل بكرة الساعة ٥ العصر؟\nB: زين\nB: ممكن نخليها ٦؟\nA: ماشي",
                "AGREED 2025-04-16 18:00"),
            ChatCase("ما عندي مانع", "A: نسوي كول بكرة ١١ الصبح؟\nB: ما عندي مانع", "AGREED 2025-04-16 11:00"),
            ChatCase("أمس", "A: رحنا البحر أمس الساعة ٥\nB: حلو", "NONE"),
            ChatCase("عندي", "A: عندي موعد أسنان بكرة الساعة ٩\nB: الله يعينك", "NONE"),
            ChatCase("أخوي", "A: أخوي مسافر الخميس الساعة ٦\nB: يوصل بالسلامة", "NONE"),
            ChatCase("يفتح", "A: متى يفتح البنك؟\nB: الساعة ٩\nA: تمام", "NONE"),
            ChatCase("قال لي", "A: قال لي المدير الاجتماع الأحد الساعة ١٠\nB: طيب", "NONE"),
            ChatCase("أمزح", "A: نتزوج الجمعة الساعة ٨\nA: أمزح معك\nB: طيب", "NONE"),
            ChatCase("جمعة مباركة", "A: جمعة مباركة\nB: علينا وعليك", "NONE"),
            ChatCase("فاضي فقط", "A: فاضي بكرة العصر؟\nB: ايه", "OPEN 2025-04-16 15:25"),
            ChatCase(
                "فاضي ثم موعد", "A: فاضي بكرة العصر؟\nB: ايه فاضي\nA: حلو نتقابل في الكوفي",
                "AGREED 2025-04-16 15:25"),
            ChatCase("لا شكرا", "A: نتغدى بكرة الساعة ١؟\nB: لا شكرا", "DENIED"),
            ChatCase("باكر", "A: نتلاقى باكر الساعة ٨ المسا؟\nB: صار", "AGREED 2025-04-16 20:00"),
        ])
    func gulf(chat: ChatCase) { #expect(read(chat) == chat.expected) }

    @Test(
        "Egypt",
        arguments: [
            ChatCase("ماشي", "A: نتقابل بكرة الساعة ٧ بالليل؟\nB: ماشي", "AGREED 2025-04-16 19:00"),
            ChatCase("مش هقدر", "A: نتغدى الجمعة الساعة ٢؟\nB: معلش مش هقدر", "DENIED"),
            ChatCase("هشوف", "A: تيجي السينما الخميس الساعة ٩؟\nB: هشوف وأرد عليك", "OPEN 2025-04-17 21:00"),
            ChatCase("إيه رأيك", "A: إيه رأيك نشرب قهوة بكرة الساعة ٦؟\nB: اشطا", "AGREED 2025-04-16 18:00"),
            ChatCase("إمتى", "A: عايز أشوفك\nB: إمتى؟\nA: السبت الساعة ٥ العصر\nB: تمام", "AGREED 2025-04-19 17:00"),
            ChatCase(
                "مش مناسب", "A: نتقابل الحد الساعة ٦؟\nB: الحد مش مناسب خليها الاتنين\nA: ماشي الاتنين",
                "AGREED 2025-04-21 18:00"),
            ChatCase("اتلغى", "A: الفرح الجمعة الساعة ٨ بالليل، هتيجي؟\nB: أكيد\nA: للأسف الفرح اتلغى", "DENIED"),
            ChatCase("ممكن", "A: نتعشى بكرة الساعة ٧؟\nB: ممكن", "OPEN 2025-04-16 19:00"),
            ChatCase("هعدي عليك", "A: هعدي عليك بكرة الساعة ٤ العصر\nB: مستنيك", "AGREED 2025-04-16 16:00"),
            ChatCase("امبارح", "A: شفت الماتش امبارح الساعة ٩؟\nB: آه كان حلو", "NONE"),
        ])
    func egypt(chat: ChatCase) { #expect(read(chat) == chat.expected) }

    @Test(
        "Levant",
        arguments: [
            ChatCase("إي أكيد", "A: شو رأيك نتعشى بكرا الساعة ٨؟\nB: إي أكيد", "AGREED 2025-04-16 20:00"),
            ChatCase("ما فيني", "A: منشرب قهوة بكرا عالخمسة؟\nB: ما فيني والله", "DENIED"),
            ChatCase("تكرم عينك", "A: بدي شوفك بكرا الساعة ٦ المسا\nB: تكرم عينك", "AGREED 2025-04-16 18:00"),
            ChatCase(
                "ما بيناسبني", "A: نلتقي الخميس الساعة ٥؟\nB: الخميس ما بيناسبني، الجمعة؟\nA: منيح",
                "AGREED 2025-04-18 17:00"),
            ChatCase("رح شوف", "A: تعال لعنا السبت عالعشا\nB: رح شوف وبرد عليك", "OPEN 2025-04-19 –"),
            ChatCase("هلق", "A: وينك هلق؟\nB: بالبيت", "NONE"),
        ])
    func levant(chat: ChatCase) { #expect(read(chat).prefix(chat.expected.count) == chat.expected) }

    @Test(
        "standard",
        arguments: [
            ChatCase(
                "اجتماع", "B: نود إبلاغكم بأن اجتماع اللجنة يوم الأحد الساعة ١٠ صباحاً\nA: تم، شكراً",
                "AGREED 2025-04-20 10:00"),
            ChatCase("يرجى التأكيد", "B: موعدكم يوم الأحد الساعة ١٠ صباحاً، يرجى التأكيد", "OPEN 2025-04-20 10:00"),
            ChatCase(
                "أؤكد", "B: موعدكم يوم الأحد الساعة ١٠ صباحاً، يرجى التأكيد\nA: نعم مؤكد", "AGREED 2025-04-20 10:00"),
            ChatCase("أعتذر", "B: هل نلتقي غداً الساعة الخامسة مساءً؟\nA: أعتذر، لا أستطيع", "DENIED"),
            ChatCase(
                "هجري", "B: حفل الزواج يوم ٢٥ شوال في قاعة الفيصل، يشرفنا حضوركم\nA: ألف مبروك، سنحضر بإذن الله",
                "AGREED 2025-04-23 –"),
        ])
    func standard(chat: ChatCase) { #expect(read(chat) == chat.expected) }

    @Test(
        "Arabizi and mixtures",
        arguments: [
            ChatCase("tmam", "A: nt2abal bukra el sa3a 7 bel leil?\nB: tmam", "AGREED 2025-04-16 19:00"),
            ChatCase("mashi", "A: nro7 el cinema el khamees el sa3a 9?\nB: mashi", "AGREED 2025-04-17 21:00"),
            ChatCase("msh ha2dar", "A: nt3asha bukra el sa3a 8?\nB: ma3lesh msh ha2dar", "DENIED"),
            ChatCase("hashoof", "A: nt3asha bukra el sa3a 8?\nB: hashoof w arod 3alek", "OPEN 2025-04-16 20:00"),
            ChatCase("khaliha", "A: nt3asha bukra el sa3a 7?\nB: khaliha 8\nA: tmam", "AGREED 2025-04-16 20:00"),
            ChatCase("inshallah", "A: coffee bukra ba3d el 3asr?\nB: inshallah", "AGREED 2025-04-16 15:55"),
            ChatCase("meeting", "A: عندنا meeting الأحد الساعة 10 الصبح\nB: ok تمام", "AGREED 2025-04-20 10:00"),
            ChatCase("sorry", "A: عشا الخميس الساعة 9؟\nB: sorry مشغول", "DENIED"),
        ])
    func arabizi(chat: ChatCase) { #expect(read(chat) == chat.expected) }

    private func read(_ chat: ChatCase) -> String {
        answer(Words.reader.read(ChatThread(messages: chat.messages, context: Words.context)))
    }
}
