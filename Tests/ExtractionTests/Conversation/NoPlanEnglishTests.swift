import Extraction
import Testing

/// Chats as people write them: short, late, with other things between.
@Suite("Chats about times without a plan in English")
struct NoPlanEnglishTests {
    @Test(
        "what people say about times without a plan",
        arguments: [
            ChatCase(
                "omg work was so busy today, I left at 9",
                """
                A: omg work was so busy today, I left at 9
                B: same, I finished at 8
                A: see you
                """, "NONE"),
            ChatCase(
                "the new season starts on Friday",
                """
                A: the new season starts on Friday
                B: yesss
                """, "NONE"),
            ChatCase(
                "I usually wake up at 6",
                """
                A: I usually wake up at 6
                B: ok
                """, "NONE"),
            ChatCase(
                "exam results come out on Sunday",
                """
                A: exam results come out on Sunday
                B: inshallah good news
                """, "NONE"),
            ChatCase(
                "My birthday is on the 20th of April",
                """
                A: My birthday is on the 20th of April
                B: ok noted!
                """, "NONE"),
            ChatCase(
                "Sara's birthday is on Friday",
                """
                A: Sara's birthday is on Friday
                B: yes I know
                """, "NONE"),
            ChatCase(
                "we land at 3pm tomorrow",
                """
                A: we land at 3pm tomorrow
                B: ok safe flight
                """, "NONE"),
            ChatCase(
                "the guests are coming on Friday at 7",
                """
                A: the guests are coming on Friday at 7
                B: ok
                """, "NONE"),
            ChatCase(
                "can you send me the file by 5?",
                """
                A: can you send me the file by 5?
                B: sure
                """, "NONE"),
            ChatCase(
                "please submit the report before Sunday",
                """
                A: please submit the report before Sunday
                B: ok will do
                """, "NONE"),
            ChatCase(
                "I will be late, around 10 minutes",
                """
                A: I will be late, around 10 minutes
                B: ok
                """, "NONE"),
            ChatCase(
                "what are your plans for friday?",
                """
                A: what are your plans for friday?
                B: family dinner at 8
                A: nice
                """, "NONE"),
            ChatCase(
                "are you working tomorrow?",
                """
                A: are you working tomorrow?
                B: yes until 5
                """, "NONE"),
            ChatCase(
                "when did you arrive?",
                """
                A: when did you arrive?
                B: at 5
                A: good
                """, "NONE"),
            ChatCase(
                "when is ramadan this year?",
                """
                A: when is ramadan this year?
                B: 1 march
                A: ok
                """, "NONE"),
            ChatCase(
                "do you remember when we met on 5 May?",
                """
                A: do you remember when we met on 5 May?
                B: yes haha
                """, "NONE"),
            ChatCase(
                "Ahmed wants to meet you on Sunday at 4",
                """
                A: Ahmed wants to meet you on Sunday at 4
                B: ok
                """, "AGREED 2025-04-20 16:00"),
            ChatCase(
                "they moved the deadline to Thursday 5pm",
                """
                A: they moved the deadline to Thursday 5pm
                B: great
                """, "NONE"),
            ChatCase(
                "prayer is at 12:10 today",
                """
                A: prayer is at 12:10 today
                B: ok
                """, "NONE"),
            ChatCase(
                "The sale ends on Saturday",
                """
                A: The sale ends on Saturday
                B: let's go!
                """, "NONE"),
            ChatCase(
                "2+2=4 right?",
                """
                A: 2+2=4 right?
                B: yes
                """, "NONE"),
            ChatCase(
                "my number is 0501234567",
                """
                A: my number is 0501234567
                B: ok
                """, "NONE"),
            ChatCase(
                "I paid 200 on 5/4",
                """
                A: I paid 200 on 5/4
                B: ok thanks
                """, "NONE"),
            ChatCase(
                "Lunch was great today at 1",
                """
                A: Lunch was great today at 1
                B: yes
                """, "NONE"),
            ChatCase(
                "I'm free on Friday",
                """
                A: I'm free on Friday
                B: ok
                """, "OPEN 2025-04-18 –"),
            ChatCase(
                "I'm flying on 24/4 at 10pm",
                """
                A: I'm flying on 24/4 at 10pm
                B: ok have fun
                """, "NONE"),
            ChatCase(
                "if you're free tomorrow we could meet",
                """
                A: if you're free tomorrow we could meet
                B: let's see
                """, "OPEN 2025-04-16 –"),
            ChatCase(
                "you should have come yesterday at 8",
                """
                A: you should have come yesterday at 8
                B: sorry
                """, "NONE"),
            ChatCase(
                "My mom said dinner is at 8 on Friday and you're invited",
                """
                A: My mom said dinner is at 8 on Friday and you're invited
                B: Aww, I'll be there!
                """, "AGREED 2025-04-18 20:00"),
            ChatCase(
                "Pick up the kids at 3 today please",
                """
                A: Pick up the kids at 3 today please
                B: ok
                """, "AGREED 2025-04-15 15:00"),
            ChatCase(
                "Sunday?",
                """
                A: Sunday?
                B: Sunday.
                """, "AGREED 2025-04-20 –"),
            ChatCase(
                "See you at the wedding on Friday",
                """
                A: See you at the wedding on Friday
                B: see you there
                """, "AGREED 2025-04-18 –"),
            ChatCase(
                "5?",
                """
                A: 5?
                B: 5
                """, "NONE"),
            ChatCase(
                "I called you at 5",
                """
                A: I called you at 5
                B: sorry was in a meeting until 6
                A: ok
                """, "NONE"),
            ChatCase(
                "Flight MS 612 departs 18:45 on 22 Apr",
                """
                A: Flight MS 612 departs 18:45 on 22 Apr
                B: ok
                """, "NONE"),
            ChatCase(
                "Your OTP is 4471, valid until 5pm",
                """
                A: Your OTP is 4471, valid until 5pm
                B: ok
                """, "NONE"),
            ChatCase(
                "would love to see you someday",
                """
                A: would love to see you someday
                B: me too!
                """, "NONE"),
            ChatCase(
                "thanks for yesterday, dinner was amazing",
                """
                A: thanks for yesterday, dinner was amazing
                B: anytime! let's do it again next week
                A: sure!
                """, "OPEN 2025-04-20 – to 2025-04-26"),
        ])
    func others(chat: ChatCase) {
        let analysis = Words.reader.read(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected)
    }
}
