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
                """, "AGREED 2025-04-16 07:30"),
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

    @Test(
        "longer talks",
        arguments: [
            ChatCase(
                "نقدر نأجل موعدنا بكرة؟",
                """
                A: نقدر نأجل موعدنا بكرة؟
                B: ايه لمتى؟
                A: الأحد نفس الوقت
                B: تم
                """, "AGREED 2025-04-20 –"),
            ChatCase(
                "العشا عندنا الجمعة الجاية",
                """
                A: العشا عندنا الجمعة الجاية
                B: تسلمون، أي وقت؟
                A: بعد صلاة العشاء
                B: ان شاء الله نكون عندكم
                """, "AGREED 2025-04-18 20:15"),
            ChatCase(
                "نلعب كورة اليوم؟",
                """
                A: نلعب كورة اليوم؟
                B: لا والله تعبان
                A: طيب بكرة؟
                B: بكرة ان شاء الله
                A: ٩ المسا نفس الملعب
                B: تم
                """, "AGREED 2025-04-16 21:00"),
            ChatCase(
                "متى بتجي الرياض؟",
                """
                A: متى بتجي الرياض؟
                B: الخميس
                A: طيب نشوفك على العشا؟
                B: أكيد، وين؟
                A: مطعم الديرة الساعة ٩
                B: تمام
                """, "AGREED 2025-04-17 21:00"),
            ChatCase(
                "بكرة فاضية؟",
                """
                A: بكرة فاضية؟
                B: بعد العصر فاضية
                A: حلو نروح المول ٥؟
                B: يلا
                """, "AGREED 2025-04-16 17:00"),
            ChatCase(
                "عندك وقت نتكلم عن المشروع؟",
                """
                A: عندك وقت نتكلم عن المشروع؟
                B: اليوم لا، بكرة الصبح
                A: ١٠؟
                B: ممتاز
                """, "AGREED 2025-04-16 10:00"),
            ChatCase(
                "ممكن تمر علي الساعة ٦؟",
                """
                A: ممكن تمر علي الساعة ٦؟
                B: ٦ صعبة، ٧ زين؟
                A: زين
                """, "AGREED 2025-04-15 19:00"),
            ChatCase(
                "وش رايكم نفطر سوا السبت؟",
                """
                A: وش رايكم نفطر سوا السبت؟
                B: فكرة! وين؟
                A: كافيه لومي الساعة ١٠ الصبح
                B: اوكيه حاضرين
                """, "AGREED 2025-04-19 10:00"),
            ChatCase(
                "اجتماعنا بكرة ملغي",
                """
                A: اجتماعنا بكرة ملغي
                B: طيب
                """, "NONE"),
            ChatCase(
                "حجزت لك عند الدكتور يوم الاثنين ٤:٣٠ العصر",
                """
                A: حجزت لك عند الدكتور يوم الاثنين ٤:٣٠ العصر
                B: الله يعطيك العافية
                """, "OPEN 2025-04-21 16:30"),
            ChatCase(
                "نتقابل يوم الاحد؟",
                """
                A: نتقابل يوم الاحد؟
                B: لا الاثنين
                A: طيب الاثنين الساعة كم؟
                B: ٤ العصر
                A: تمام
                """, "AGREED 2025-04-21 16:00"),
            ChatCase(
                "بعزمك على قهوة الخميس",
                """
                A: بعزمك على قهوة الخميس
                B: ههه قبلت 😄 الساعة؟
                A: ٥ ونص
                B: اوكي
                """, "AGREED 2025-04-17 17:30"),
            ChatCase(
                "ابغى موعد الأحد",
                """
                A: ابغى موعد الأحد
                B: فيه ١٠ الصبح أو ٢ الظهر
                A: ٢ الظهر
                B: تم الحجز
                """, "AGREED 2025-04-20 14:00"),
            ChatCase(
                "el jom3a nro7 el ba7r?",
                """
                A: el jom3a nro7 el ba7r?
                B: mashghool el jom3a, el sabt?
                A: el sabt tamam, el sa3a 4
                B: ok
                """, "AGREED 2025-04-19 16:00"),
            ChatCase(
                "7abibi, fadi el leila?",
                """
                A: 7abibi, fadi el leila?
                B: eh wallah
                A: ta3al nshoof el match 3andi el sa3a 10
                B: jay
                """, "AGREED 2025-04-15 22:00"),
            ChatCase(
                "mumkin ashoofak bukra?",
                """
                A: mumkin ashoofak bukra?
                B: akeed, emta?
                A: ba3d el maghreb
                B: inshallah
                """, "AGREED 2025-04-16 18:45"),
        ])
    func longer(chat: ChatCase) {
        let analysis = Words.reader.read(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected)
    }

    @Test(
        "late questions and answers",
        arguments: [
            ChatCase(
                "يوم الجمعة عندنا تجمع عائلي",
                """
                A: يوم الجمعة عندنا تجمع عائلي
                B: الله يهنيكم
                """, "NONE"),
            ChatCase(
                "نتقابل اليوم؟",
                """
                A: نتقابل اليوم؟
                B: اليوم لا
                A: بكرة؟
                B: بكرة كمان صعب
                A: طيب متى؟
                B: الجمعة بعد المغرب
                A: خلاص الجمعة
                """, "AGREED 2025-04-18 18:45"),
            ChatCase(
                "بشوفك بكرة ان شاء الله",
                """
                A: بشوفك بكرة ان شاء الله
                B: ان شاء الله
                """, "NONE"),
            ChatCase(
                "لازم نتكلم اليوم",
                """
                A: لازم نتكلم اليوم
                B: الساعة ١٠ بالليل فاضي
                A: اوكي
                """, "AGREED 2025-04-15 22:00"),
            ChatCase(
                "مريت عليك أمس وما لقيتك",
                """
                A: مريت عليك أمس وما لقيتك
                B: معليش كنت برا
                """, "NONE"),
            ChatCase(
                "يقولون بكرة مطر",
                """
                A: يقولون بكرة مطر
                B: والله؟
                """, "NONE"),
            ChatCase(
                "متى الاختبار؟",
                """
                A: متى الاختبار؟
                B: الاثنين ١٠
                A: الله يستر
                """, "NONE"),
        ])
    func late(chat: ChatCase) {
        let analysis = Words.reader.read(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected)
    }
}
