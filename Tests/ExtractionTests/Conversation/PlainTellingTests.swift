import CivilTime
import Extraction
import Testing

/// Plans of people who fetch, wait, help and repair: told in plain words, answered by whatever shows that one is there.
@Suite("Plain telling")
struct PlainTellingTests {
    @Test("what one told is taken, shared or called off", arguments: [
        ChatCase(
            "a visit that was told, and a yes",
            "A: قال السباك يجي الخميس الساعة ٤ العصر\nB: تمام انا بكون بالبيت", "AGREED 2025-04-17 16:00"),
        ChatCase(
            "an offer to fetch, after the other's arrival",
            "A: our train gets in on Friday at 5pm\nB: I'll pick you up\nA: thanks!", "AGREED 2025-04-18 17:00"),
        ChatCase(
            "thanks take an offer to come",
            "A: I'll pick you up tomorrow at 7am\nB: you're a star", "AGREED 2025-04-16 07:00"),
        ChatCase(
            "a blessing takes an offer to come",
            "A: بمر عليك بكرة الساعة ٥ العصر\nB: الله يسعدك", "AGREED 2025-04-16 17:00"),
        ChatCase(
            "a welcome answers an offer to come",
            "A: اجيك بكرة الساعة ٦ المغرب؟\nB: حياك الله", "AGREED 2025-04-16 18:00"),
        ChatCase(
            "a reason behind a yes refuses nothing",
            "A: نتقابل بكرة ٥ العصر؟\nB: هاجي ٥ عشان مسافر بعدها", "AGREED 2025-04-16 17:00"),
        ChatCase(
            "a yes before a name",
            "A: نزوركم بكرة الساعة ٦؟\nB: كويس يا بنتي واسوي لك معصوب", "AGREED 2025-04-16 18:00"),
        ChatCase(
            "early puts a bare hour into the morning",
            "A: padel tomorrow at 9?\nB: early please, 8\nA: ok", "AGREED 2025-04-16 08:00"),
        ChatCase(
            "what was left is booked",
            "A: Dinner tomorrow?\nB: sure, 8?\nA: they only had 8:15, booked it\nB: awesome",
            "AGREED 2025-04-16 20:15"),
        ChatCase(
            "a plan that nobody named is called off",
            "A: sorry, the hike on Friday is cancelled\nB: oh no", "DENIED"),
        ChatCase(
            "a notice is nobody's plan", "A: تنبيه: قطع المياه غدا من ٨ ص حتى ٦ م\nB: يا الله مرة ثانية", "NONE"),
    ])
    func told(chat: ChatCase) {
        let thread = ChatThread(messages: chat.messages, context: Words.context)
        #expect(answer(Words.reader.read(thread)) == chat.expected)
    }
}
