import Extraction
import Testing

/// Chats as people write them, in four dialects and in Latin letters.
@Suite("Long talks and late answers in Arabic")
struct LongTalkArabicTests {
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
