import Extraction
import Testing

/// Chats as people write them, in four dialects and in Latin letters.
@Suite("Everyday chats in Arabic")
struct EverydayArabicTests {
    @Test(
        "plans in dialects",
        arguments: [
            ChatCase(
                "السلام عليكم كيفك",
                """
                A: السلام عليكم كيفك
                B: وعليكم السلام الحمدلله بخير
                A: ودي أعزمك على العشا بكرة
                B: والله ما تقصر، أي ساعة؟
                A: تسعة في مطعم الناضج
                B: الله يحييك، بكون هناك
                """, "AGREED 2025-04-16 21:00"),
            ChatCase(
                "تفضى لي بكرة؟",
                """
                A: تفضى لي بكرة؟
                B: ايه متى
                A: العصر
                B: تم
                """, "AGREED 2025-04-16 15:25"),
            ChatCase(
                "عندك شي يوم السبت؟",
                """
                A: عندك شي يوم السبت؟
                B: لا فاضي
                A: نطلع كشتة؟
                B: يلا
                """, "AGREED 2025-04-19 –"),
            ChatCase(
                "موعدنا باقي الليلة ٩؟",
                """
                A: موعدنا باقي الليلة ٩؟
                B: باقي
                """, "AGREED 2025-04-15 21:00"),
            ChatCase(
                "متى نجتمع؟",
                """
                A: متى نجتمع؟
                B: أنا فاضي الأحد والاثنين
                A: خلها الأحد ٤ العصر
                B: حلو
                """, "AGREED 2025-04-20 16:00"),
            ChatCase(
                "الاجتماع تأجل لبكرة الساعة ١١",
                """
                A: الاجتماع تأجل لبكرة الساعة ١١
                B: تمام وصلت
                """, "AGREED 2025-04-16 11:00"),
            ChatCase(
                "بمرك بعد صلاة العشاء",
                """
                A: بمرك بعد صلاة العشاء
                B: حياك
                """, "AGREED 2025-04-15 20:15"),
            ChatCase(
                "وش رايك بكرة نفطر مع بعض ٨ الصبح",
                """
                A: وش رايك بكرة نفطر مع بعض ٨ الصبح
                B: ما أصحى بدري 😂 خلها ١٠
                A: أوكي ١٠
                B: تمام
                """, "AGREED 2025-04-16 10:00"),
            ChatCase(
                "نروح المباراة الجمعة؟",
                """
                A: نروح المباراة الجمعة؟
                B: التذاكر خلصت
                A: خلاص نشوفها عندي
                B: تم الساعة كم؟
                A: ٩ ونص
                B: أوك
                """, "AGREED 2025-04-18 21:30"),
            ChatCase(
                "بكرة عندي اختبار الساعة ٨",
                """
                A: بكرة عندي اختبار الساعة ٨
                B: موفق
                """, "NONE"),
            ChatCase(
                "متى رحلتك؟",
                """
                A: متى رحلتك؟
                B: الخميس الساعة ٣ العصر
                A: توصل بالسلامة
                """, "NONE"),
            ChatCase(
                "نلعب بادل اليوم ١٠ بالليل؟",
                """
                A: نلعب بادل اليوم ١٠ بالليل؟
                B: مين بيجي؟
                A: أنا وفهد وسعد
                B: خلاص معكم
                """, "AGREED 2025-04-15 22:00"),
            ChatCase(
                "الدكتور قال موعدك الأربعاء الجاي الساعة ١٠ الصبح",
                """
                A: الدكتور قال موعدك الأربعاء الجاي الساعة ١٠ الصبح
                B: تمام شكرا
                """, "AGREED 2025-04-16 10:00"),
            ChatCase(
                "انتظرك بكرة الساعة ٧ ونص بالكافيه",
                """
                A: انتظرك بكرة الساعة ٧ ونص بالكافيه
                B: طيب
                """, "AGREED 2025-04-16 19:30"),
            ChatCase(
                "تقدر توصلني المطار يوم الاحد الفجر؟",
                """
                A: تقدر توصلني المطار يوم الاحد الفجر؟
                B: ابشر
                """, "AGREED 2025-04-20 04:10"),
            ChatCase(
                "تقدر توصلني المطار يوم الاحد الفجر؟",
                """
                A: تقدر توصلني المطار يوم الاحد الفجر؟
                B: ما أوعدك بس بحاول
                """, "OPEN 2025-04-20 04:10"),
            ChatCase(
                "نبدأ المشروع الأسبوع الجاي",
                """
                A: نبدأ المشروع الأسبوع الجاي
                B: ان شاء الله
                """, "OPEN 2025-04-20 – to 2025-04-26"),
            ChatCase(
                "اتصل علي بكرة الساعة ١٢ الظهر",
                """
                A: اتصل علي بكرة الساعة ١٢ الظهر
                B: حاضر
                """, "AGREED 2025-04-16 12:00"),
            ChatCase(
                "فيه مباراة اليوم؟",
                """
                A: فيه مباراة اليوم؟
                B: ايه الساعة ٩
                A: حلو
                """, "NONE"),
            ChatCase(
                "الصيدلية تقفل الساعة ١١",
                """
                A: الصيدلية تقفل الساعة ١١
                B: اوك
                """, "NONE"),
            ChatCase(
                "قالت لي أمي العزيمة الجمعة",
                """
                A: قالت لي أمي العزيمة الجمعة
                B: طيب
                """, "NONE"),
            ChatCase(
                "كنا نتقابل كل خميس الساعة ٨",
                """
                A: كنا نتقابل كل خميس الساعة ٨
                B: ايام حلوة
                """, "NONE"),
            ChatCase(
                "لو كنت فاضي بكرة بعد المغرب نتقهوى؟",
                """
                A: لو كنت فاضي بكرة بعد المغرب نتقهوى؟
                B: أكيد
                """, "OPEN 2025-04-16 18:45"),
            ChatCase(
                "بكرة نتقابل؟",
                """
                A: بكرة نتقابل؟
                B: إن شاء الله خير
                """, "OPEN 2025-04-16 –"),
            ChatCase(
                "نتقابل بكرة ٥ العصر؟",
                """
                A: نتقابل بكرة ٥ العصر؟
                B: مو أكيد
                """, "OPEN 2025-04-16 17:00"),
            ChatCase(
                "نتقابل بكرة ٥ العصر؟",
                """
                A: نتقابل بكرة ٥ العصر؟
                B: أكيد مو 😂
                """, "DENIED"),
            ChatCase(
                "نتقابل بكرة ٥ العصر؟",
                """
                A: نتقابل بكرة ٥ العصر؟
                B: 👎
                """, "DENIED"),
            ChatCase(
                "نتقابل بكرة ٥ العصر؟",
                """
                A: نتقابل بكرة ٥ العصر؟
                B: لا مانع
                """, "AGREED 2025-04-16 17:00"),
            ChatCase(
                "نتقابل بكرة ٥ العصر؟",
                """
                A: نتقابل بكرة ٥ العصر؟
                B: ليه لا
                """, "AGREED 2025-04-16 17:00"),
            ChatCase(
                "نتقابل بكرة ٥ العصر؟",
                """
                A: نتقابل بكرة ٥ العصر؟
                B: لا تمام
                """, "AGREED 2025-04-16 17:00"),
            ChatCase(
                "هنتقابل امتى؟",
                """
                A: هنتقابل امتى؟
                B: بعد بكرة ٦ مساء
                A: ماشي حلو
                """, "AGREED 2025-04-17 18:00"),
            ChatCase(
                "انت فاضي النهاردة بالليل؟",
                """
                A: انت فاضي النهاردة بالليل؟
                B: ايوه فاضي خير؟
                A: نروح سينما ٩؟
                B: يلا بينا
                """, "AGREED 2025-04-15 21:00"),
            ChatCase(
                "ما تيجي نتغدى سوا بكرة",
                """
                A: ما تيجي نتغدى سوا بكرة
                B: مش عارفة لسه هقولك
                """, "OPEN 2025-04-16 –"),
            ChatCase(
                "هاجيلك بكرة ٧ المغرب",
                """
                A: هاجيلك بكرة ٧ المغرب
                B: تنور
                """, "AGREED 2025-04-16 19:00"),
            ChatCase(
                "معاد الدكتور بكرة الساعة ٥ متنساش",
                """
                A: معاد الدكتور بكرة الساعة ٥ متنساش
                B: اه عارف
                """, "AGREED 2025-04-16 17:00"),
            ChatCase(
                "اتأخرت ليه؟ كنا قايلين ٧",
                """
                A: اتأخرت ليه؟ كنا قايلين ٧
                B: معلش الطريق زحمة
                """, "NONE"),
            ChatCase(
                "بدك تجي عالسينما بكرا المسا؟",
                """
                A: بدك تجي عالسينما بكرا المسا؟
                B: والله حابب بس عندي امتحان
                """, "DENIED"),
            ChatCase(
                "شو عامل بكرا؟",
                """
                A: شو عامل بكرا؟
                B: ولا شي
                A: تعا نتعشى برا
                B: أي ساعة؟
                A: عالتسعة
                B: أوكي منيح
                """, "AGREED 2025-04-16 21:00"),
            ChatCase(
                "nshoof ba3d yom el jom3a?",
                """
                A: nshoof ba3d yom el jom3a?
                B: yalla, ay sa3a?
                A: 8 bel leil 3end el corniche
                B: tamam 3ala kheir
                """, "AGREED 2025-04-18 20:00"),
            ChatCase(
                "fady bokra?",
                """
                A: fady bokra?
                B: ah leh
                A: ta3ala nel3ab kora 3al sa3a 9 belleil
                B: eshta
                """, "AGREED 2025-04-16 21:00"),
            ChatCase(
                "bukra el meeting el sa3a 10 el sob7",
                """
                A: bukra el meeting el sa3a 10 el sob7
                B: ok insha2allah
                """, "AGREED 2025-04-16 10:00"),
            ChatCase(
                "wein el maw3ed bukra?",
                """
                A: wein el maw3ed bukra?
                B: el sa3a 6 fel mall
                A: tmam
                """, "AGREED 2025-04-16 18:00"),
            ChatCase(
                "el jom3a 3ndna 3zeema ba3d el 3isha, la tenso",
                """
                A: el jom3a 3ndna 3zeema ba3d el 3isha, la tenso
                B: abshr jayeen
                """, "AGREED 2025-04-18 20:15"),
            ChatCase(
                "msh ha2dar agy bokra el sa3a 7, momken el khamees?",
                """
                A: msh ha2dar agy bokra el sa3a 7, momken el khamees?
                B: mashy el khamees nafs el wa2t
                """, "AGREED 2025-04-17 07:00"),
            ChatCase(
                "bokra kan 3ndi meeting bas et2agel",
                """
                A: bokra kan 3ndi meeting bas et2agel
                B: tayeb
                """, "NONE"),
            ChatCase(
                "عندنا call مع العميل Thursday at 2pm، جاهز؟",
                """
                A: عندنا call مع العميل Thursday at 2pm، جاهز؟
                B: yes جاهز
                """, "AGREED 2025-04-17 14:00"),
            ChatCase(
                "let's meet بكرة after عصر",
                """
                A: let's meet بكرة after عصر
                B: ok نلتقي
                """, "AGREED 2025-04-16 15:55"),
        ])
    func dialects(chat: ChatCase) {
        let analysis = Words.reader.read(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected)
    }
}
