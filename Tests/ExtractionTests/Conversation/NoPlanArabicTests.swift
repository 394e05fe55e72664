import Extraction
import Testing

/// Chats as people write them, in four dialects and in Latin letters.
@Suite("Chats about times without a plan in Arabic")
struct NoPlanArabicTests {
    @Test(
        "what people say about times without a plan",
        arguments: [
            ChatCase(
                "البنك فاتح بكرة من ٩ الى ٢",
                """
                A: البنك فاتح بكرة من ٩ الى ٢
                B: زين
                """, "NONE"),
            ChatCase(
                "الدوام من ٨ الى ٤",
                """
                A: الدوام من ٨ الى ٤
                B: اوكي
                """, "NONE"),
            ChatCase(
                "خلصت شغل الساعة ٥",
                """
                A: خلصت شغل الساعة ٥
                B: تمام
                """, "NONE"),
            ChatCase(
                "العيد يوم الجمعة ان شاء الله",
                """
                A: العيد يوم الجمعة ان شاء الله
                B: ان شاء الله
                """, "NONE"),
            ChatCase(
                "الاختبارات تبدأ يوم الأحد",
                """
                A: الاختبارات تبدأ يوم الأحد
                B: الله يوفقك
                """, "NONE"),
            ChatCase(
                "وصلت البيت الساعة ١٠",
                """
                A: وصلت البيت الساعة ١٠
                B: الحمدلله
                """, "NONE"),
            ChatCase(
                "صليت العصر؟",
                """
                A: صليت العصر؟
                B: ايه
                """, "NONE"),
            ChatCase(
                "الجو بكرة بيكون حلو",
                """
                A: الجو بكرة بيكون حلو
                B: ايه والله
                """, "NONE"),
            ChatCase(
                "المباراة بكرة الساعة ٩",
                """
                A: المباراة بكرة الساعة ٩
                B: يلا هلال
                """, "OPEN 2025-04-16 21:00"),
            ChatCase(
                "أنا مسافر دبي الخميس وراجع السبت",
                """
                A: أنا مسافر دبي الخميس وراجع السبت
                B: توصل بالسلامة
                """, "NONE"),
            ChatCase(
                "ولدي عنده تطعيم بكرة الساعة ٩",
                """
                A: ولدي عنده تطعيم بكرة الساعة ٩
                B: الله يحفظه
                """, "NONE"),
            ChatCase(
                "كم الساعة عندكم؟",
                """
                A: كم الساعة عندكم؟
                B: ٤ العصر
                A: اوكي
                """, "NONE"),
            ChatCase(
                "متى صلاة الجمعة؟",
                """
                A: متى صلاة الجمعة؟
                B: ١٢
                A: شكرا
                """, "NONE"),
            ChatCase(
                "نمت الساعة ٣ الفجر",
                """
                A: نمت الساعة ٣ الفجر
                B: حرام عليك
                """, "NONE"),
            ChatCase(
                "السباك بيجي بكرة الساعة ٤",
                """
                A: السباك بيجي بكرة الساعة ٤
                B: طيب
                """, "NONE"),
            ChatCase(
                "اللي فات مات، نبدأ صفحة جديدة من بكرة",
                """
                A: اللي فات مات، نبدأ صفحة جديدة من بكرة
                B: اتفقنا
                """, "NONE"),
            ChatCase(
                "ذكرني بكرة أكلم المدير",
                """
                A: ذكرني بكرة أكلم المدير
                B: ابشر
                """, "NONE"),
            ChatCase(
                "لا تنسى الدواء الساعة ٨",
                """
                A: لا تنسى الدواء الساعة ٨
                B: حاضر
                """, "NONE"),
            ChatCase(
                "حلقة المسلسل الليلة الساعة ١٠",
                """
                A: حلقة المسلسل الليلة الساعة ١٠
                B: متحمس
                """, "NONE"),
            ChatCase(
                "ana 3andi exam bukra el sa3a 9",
                """
                A: ana 3andi exam bukra el sa3a 9
                B: bel tawfee2
                """, "NONE"),
            ChatCase(
                "e7na konna fel cinema embare7 el sa3a 10",
                """
                A: e7na konna fel cinema embare7 el sa3a 10
                B: 7elw
                """, "NONE"),
        ])
    func others(chat: ChatCase) {
        let analysis = Words.reader.read(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected)
    }
}
