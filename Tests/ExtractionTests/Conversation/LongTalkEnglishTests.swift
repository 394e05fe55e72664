import Extraction
import Testing

/// Chats as people write them: short, late, with other things between.
@Suite("Long talks and late answers in English")
struct LongTalkEnglishTests {
    @Test(
        "longer talks",
        arguments: [
            ChatCase(
                "Hey! Long time. How have you been?",
                """
                A: Hey! Long time. How have you been?
                B: Good alhamdulillah, you?
                A: All good. We should catch up
                B: Definitely! Next week?
                A: Sure, Wednesday?
                B: I have uni till 4 on Wednesday
                A: After that then, 5?
                B: Works. Usual place?
                A: Yes 👍
                """, "AGREED 2025-04-16 17:00"),
            ChatCase(
                "can you make it to the clinic at 10:15 tomorrow?",
                """
                A: can you make it to the clinic at 10:15 tomorrow?
                B: 10:15 is tight, 11 ok?
                A: 11 is fully booked, 11:30
                B: ok good
                """, "AGREED 2025-04-16 11:30"),
            ChatCase(
                "tomorrow?",
                """
                A: tomorrow?
                B: tomorrow what?
                A: the gym
                B: ah yes. 6?
                A: 6pm yes
                """, "AGREED 2025-04-16 18:00"),
            ChatCase(
                "I booked us a table at 9pm on Friday at Nozomi",
                """
                A: I booked us a table at 9pm on Friday at Nozomi
                B: amazing thank you!!
                """, "AGREED 2025-04-18 21:00"),
            ChatCase(
                "need to see you about the contract. thursday 11am?",
                """
                A: need to see you about the contract. thursday 11am?
                B: thursday 11am is perfect
                """, "AGREED 2025-04-17 11:00"),
            ChatCase(
                "shall we start at 7 or 7:30 tomorrow morning?",
                """
                A: shall we start at 7 or 7:30 tomorrow morning?
                B: 7:30 better
                A: done
                """, "AGREED 2025-04-16 07:30"),
            ChatCase(
                "i'm coming to riyadh on the 25th",
                """
                A: i'm coming to riyadh on the 25th
                B: really? let's have dinner that night
                A: yes please! 8?
                B: deal
                """, "AGREED 2025-04-25 20:00"),
            ChatCase(
                "let's go to the beach this friday",
                """
                A: let's go to the beach this friday
                B: it's too hot for the beach
                A: pool then?
                B: haha ok. after asr?
                A: perfect
                """, "AGREED 2025-04-18 15:55"),
            ChatCase(
                "hi, I'd like to book a haircut for tomorrow",
                """
                A: hi, I'd like to book a haircut for tomorrow
                B: sure, we have 4:30 or 6
                A: 6 please
                B: confirmed
                """, "AGREED 2025-04-16 18:00"),
            ChatCase(
                "hi, I'd like to book a haircut for tomorrow",
                """
                A: hi, I'd like to book a haircut for tomorrow
                B: sorry we are fully booked tomorrow
                A: thursday?
                B: 3pm is available
                A: great I'll take it
                """, "AGREED 2025-04-17 15:00"),
            ChatCase(
                "any slots on Sunday?",
                """
                A: any slots on Sunday?
                B: 10am and 2pm
                A: 2pm
                B: booked
                """, "AGREED 2025-04-20 14:00"),
            ChatCase(
                "Can we reschedule our Sunday meeting to Monday same time?",
                """
                A: Can we reschedule our Sunday meeting to Monday same time?
                B: which meeting?
                A: the 10am one
                B: ah ok sure
                """, "AGREED 2025-04-21 10:00"),
            ChatCase(
                "we're having people over on saturday from 7, come!",
                """
                A: we're having people over on saturday from 7, come!
                B: will be there
                """, "AGREED 2025-04-19 19:00"),
            ChatCase(
                "dinner at 8 tonight, don't be late",
                """
                A: dinner at 8 tonight, don't be late
                B: never am 😂
                """, "OPEN 2025-04-15 20:00"),
            ChatCase(
                "remember: thursday, 6pm, my place",
                """
                A: remember: thursday, 6pm, my place
                B: yes boss
                """, "AGREED 2025-04-17 18:00"),
            ChatCase(
                "meeting moved to 3",
                """
                A: meeting moved to 3
                B: ok
                """, "AGREED 2025-04-15 15:00"),
            ChatCase(
                "do you want to come with us to the match on saturday?",
                """
                A: do you want to come with us to the match on saturday?
                B: who's playing?
                A: hilal nassr
                B: obviously yes
                A: kick off is 9
                B: cool
                """, "AGREED 2025-04-19 –"),
            ChatCase(
                "ok see you on sunday then",
                """
                A: ok see you on sunday then
                B: yes, 5pm right?
                A: right
                """, "AGREED 2025-04-20 17:00"),
            ChatCase(
                "Let's do a call. Tomorrow 10am your time?",
                """
                A: Let's do a call. Tomorrow 10am your time?
                B: Could be 10:30, depends on my other meeting
                """, "OPEN 2025-04-16 10:30"),
            ChatCase(
                "Let's do a call. Tomorrow 10am?",
                """
                A: Let's do a call. Tomorrow 10am?
                B: hmm I'd rather do Thursday
                A: Thursday 10am works too
                B: 👌
                """, "AGREED 2025-04-17 10:00"),
        ])
    func longer(chat: ChatCase) {
        let analysis = Words.reader.read(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected)
    }

    @Test(
        "late questions and answers",
        arguments: [
            ChatCase(
                "flight is at 9 tomorrow, leave home at 6",
                """
                A: flight is at 9 tomorrow, leave home at 6
                B: ok drive safe
                """, "NONE"),
            ChatCase(
                "there's a sale tomorrow until 10pm wanna go?",
                """
                A: there's a sale tomorrow until 10pm wanna go?
                B: yes let's go after work
                """, "AGREED 2025-04-16 –"),
            ChatCase(
                "Omar can't come on Friday",
                """
                A: Omar can't come on Friday
                B: ok
                """, "NONE"),
            ChatCase(
                "do you prefer Friday or Saturday?",
                """
                A: do you prefer Friday or Saturday?
                B: either works
                """, "OPEN 2025-04-19 –"),
            ChatCase(
                "I'll let you know about Friday",
                """
                A: I'll let you know about Friday
                B: ok
                """, "NONE"),
            ChatCase(
                "same place tomorrow at 1?",
                """
                A: same place tomorrow at 1?
                B: yes chef
                """, "AGREED 2025-04-16 13:00"),
            ChatCase(
                "Are you coming tomorrow?",
                """
                A: Are you coming tomorrow?
                B: yes
                """, "AGREED 2025-04-16 –"),
            ChatCase(
                "dinner friday 8pm? I know you said you're busy",
                """
                A: dinner friday 8pm? I know you said you're busy
                B: I'll make it work
                """, "AGREED 2025-04-18 20:00"),
            ChatCase(
                "Friday lunch cancelled, chef is sick",
                """
                A: Friday lunch cancelled, chef is sick
                B: oh no ok
                """, "NONE"),
            ChatCase(
                "party at 9 on thursday",
                """
                A: party at 9 on thursday
                B: I might come
                """, "OPEN 2025-04-17 21:00"),
            ChatCase(
                "party at 9 on thursday",
                """
                A: party at 9 on thursday
                B: Thursday is my daughter's recital 😔
                """, "OPEN 2025-04-17 21:00"),
        ])
    func late(chat: ChatCase) {
        let analysis = Words.reader.read(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected)
    }
}
