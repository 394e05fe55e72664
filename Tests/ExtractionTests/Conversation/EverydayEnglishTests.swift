import Extraction
import Testing

/// Chats as people write them: short, late, with other things between.
@Suite("Everyday chats in English")
struct EverydayEnglishTests {
    @Test(
        "plans as people make them",
        arguments: [
            ChatCase(
                "hey wanna hang tmrw?",
                """
                A: hey wanna hang tmrw?
                B: yeah sure when
                A: like 6ish?
                B: cool
                """, "AGREED 2025-04-16 18:00"),
            ChatCase(
                "you around thursday? thinking of grabbing dinner",
                """
                A: you around thursday? thinking of grabbing dinner
                B: thursday's no good, got a thing. friday?
                A: friday works, 8?
                B: 8's perfect
                """, "AGREED 2025-04-18 20:00"),
            ChatCase(
                "can u pick me up from the airport on saturday? landing at 11",
                """
                B: can u pick me up from the airport on saturday? landing at 11pm
                A: of course
                """, "AGREED 2025-04-19 23:00"),
            ChatCase(
                "what are you up to this weekend?",
                """
                A: what are you up to this weekend?
                B: nothing much, you?
                A: thinking of camping, you in?
                B: count me in
                """, "AGREED 2025-04-18 – to 2025-04-19"),
            ChatCase(
                "dinner at mine on wednesday 7:30",
                """
                A: dinner at mine on wednesday 7:30
                B: ooh nice, what can I bring?
                A: just yourself
                B: haha ok see you then
                """, "AGREED 2025-04-16 19:30"),
            ChatCase(
                "I'm thinking we do the review on Sunday 20th at 2pm, room 4",
                """
                B: I'm thinking we do the review on Sunday 20th at 2pm, room 4
                A: Works. Send an invite pls
                """, "AGREED 2025-04-20 14:00"),
            ChatCase(
                "did you book the flight?",
                """
                A: did you book the flight?
                B: yes for friday at 6am
                A: nice
                """, "NONE"),
            ChatCase(
                "what time is your exam tomorrow",
                """
                A: what time is your exam tomorrow
                B: 9am
                A: good luck!
                """, "NONE"),
            ChatCase(
                "are you coming to ali's wedding on thursday?",
                """
                B: are you coming to ali's wedding on thursday?
                A: inshallah, can't wait
                """, "AGREED 2025-04-17 –"),
            ChatCase(
                "lunch today?",
                """
                A: lunch today?
                B: already ate
                A: tomorrow then
                B: ok 1:30 at shawarma house
                """, "AGREED 2025-04-16 13:30"),
            ChatCase(
                "meeting at 3pm today still happening?",
                """
                A: meeting at 3pm today still happening?
                B: yes
                """, "AGREED 2025-04-15 15:00"),
            ChatCase(
                "hey can we push our call to 5?",
                """
                A: hey can we push our call to 5?
                B: sure
                """, "AGREED 2025-04-15 17:00"),
            ChatCase(
                "see you at 8 tonight",
                """
                A: see you at 8 tonight
                B: see you!
                """, "AGREED 2025-04-15 20:00"),
            ChatCase(
                "see you tomorrow!",
                """
                A: see you tomorrow!
                B: see you
                """, "NONE"),
            ChatCase(
                "sorry I was asleep",
                """
                B: sorry I was asleep
                A: no worries. tomorrow 10am at the office?
                B: 👍
                """, "AGREED 2025-04-16 10:00"),
            ChatCase(
                "gym at 7?",
                """
                A: gym at 7?
                B: which day
                A: tomorrow
                B: am?
                A: yes
                B: done
                """, "AGREED 2025-04-16 07:00"),
            ChatCase(
                "let's do brunch on Saturday",
                """
                A: let's do brunch on Saturday
                B: ugh Saturday I'm working
                A: Sunday?
                B: Sunday's good! 11?
                A: perfect
                """, "AGREED 2025-04-20 11:00"),
            ChatCase(
                "dentist called, your appointment moved to Monday 10:30",
                """
                A: dentist called, your appointment moved to Monday 10:30
                B: ok thanks
                """, "AGREED 2025-04-21 10:30"),
            ChatCase(
                "I'll be in Dubai from Sunday to Tuesday",
                """
                A: I'll be in Dubai from Sunday to Tuesday
                B: enjoy
                """, "NONE"),
            ChatCase(
                "my shift ends at 6",
                """
                A: my shift ends at 6
                B: ok
                """, "NONE"),
            ChatCase(
                "movie on friday?",
                """
                A: movie on friday?
                B: which one
                A: the new batman, 9:15pm at the mall
                B: I'm not into superhero movies tbh
                """, "OPEN 2025-04-18 21:15"),
            ChatCase(
                "want to join us for iftar on Thursday?",
                """
                A: want to join us for iftar on Thursday?
                B: I'd love to but I'm travelling
                """, "DENIED"),
            ChatCase(
                "coffee?",
                """
                A: coffee?
                B: sure, now?
                A: in 20 min
                B: ok
                """, "AGREED 2025-04-15 10:22"),
            ChatCase(
                "When should we do the presentation?",
                """
                A: When should we do the presentation?
                B: How about Monday morning
                A: 9?
                B: Let me see... yes 9 is fine
                """, "AGREED 2025-04-21 09:00"),
            ChatCase(
                "we have a team lunch on Thursday 1pm",
                """
                A: we have a team lunch on Thursday 1pm
                B: great
                """, "AGREED 2025-04-17 13:00"),
            ChatCase(
                "The party is on Friday at 9",
                """
                A: The party is on Friday at 9
                B: can't make it sadly
                """, "DENIED"),
            ChatCase(
                "Tennis on Thursday at 6pm?",
                """
                A: Tennis on Thursday at 6pm?
                B: I can do 7
                A: 7 it is
                """, "AGREED 2025-04-17 19:00"),
            ChatCase(
                "Tennis on Thursday at 6pm?",
                """
                A: Tennis on Thursday at 6pm?
                B: I can do 7
                """, "OPEN 2025-04-17 19:00"),
            ChatCase(
                "Can we meet on 22/4 at 4pm?",
                """
                A: Can we meet on 22/4 at 4pm?
                B: Yes
                B: oh wait, I have class until 5
                A: 5:30 then?
                B: great
                """, "AGREED 2025-04-22 17:30"),
            ChatCase(
                "Let's meet Sunday 5pm",
                """
                A: Let's meet Sunday 5pm
                B: ok
                A: *5:30
                B: ok
                """, "AGREED 2025-04-20 17:30"),
            ChatCase(
                "do you have my charger?",
                """
                A: do you have my charger?
                B: yes
                A: bring it tomorrow please
                B: ok
                """, "NONE"),
            ChatCase(
                "Remember we have the parents meeting next Sunday at 6pm",
                """
                A: Remember we have the parents meeting next Sunday at 6pm
                B: Yes I know
                """, "AGREED 2025-04-20 18:00"),
            ChatCase(
                "Shall we say Tuesday at noon?",
                """
                A: Shall we say Tuesday at noon?
                B: Let's do it
                """, "AGREED 2025-04-22 12:00"),
            ChatCase(
                "is tuesday 22nd ok for you?",
                """
                A: is tuesday 22nd ok for you?
                B: yep
                A: cool, 3pm my office
                B: 👌
                """, "AGREED 2025-04-22 15:00"),
            ChatCase(
                "free for a quick call at 4?",
                """
                A: free for a quick call at 4?
                B: sure thing
                """, "OPEN 2025-04-15 16:00"),
            ChatCase(
                "Are you free on Saturday?",
                """
                A: Are you free on Saturday?
                B: Yes, why?
                """, "OPEN 2025-04-19 –"),
            ChatCase(
                "Basketball tonight 9pm",
                """
                A: Basketball tonight 9pm
                B: who's coming
                A: me, sami and fahad
                B: ok I'm in
                """, "AGREED 2025-04-15 21:00"),
            ChatCase(
                "Basketball tonight 9pm",
                """
                A: Basketball tonight 9pm
                B: who's coming
                """, "OPEN 2025-04-15 21:00"),
            ChatCase(
                "Can you babysit on Friday evening?",
                """
                A: Can you babysit on Friday evening?
                B: I wish I could! We're away
                A: no problem
                """, "DENIED"),
            ChatCase(
                "My flight lands at 6pm tomorrow",
                """
                A: My flight lands at 6pm tomorrow
                B: ok I'll pick you up
                A: thanks!
                """, "NONE"),
            ChatCase(
                "Your package will arrive tomorrow between 2pm and 5pm",
                """
                B: Your package will arrive tomorrow between 2pm and 5pm
                A: ok thanks
                """, "NONE"),
            ChatCase(
                "Hi! Confirming your reservation for 4 on Thursday 17 April a",
                """
                B: Hi! Confirming your reservation for 4 on Thursday 17 April at 8:30pm. Reply YES to confirm.
                A: YES
                """, "AGREED 2025-04-17 20:30"),
            ChatCase(
                "Hi! Confirming your reservation for 4 on Thursday 17 April a",
                """
                B: Hi! Confirming your reservation for 4 on Thursday 17 April at 8:30pm. Reply YES to confirm.
                """, "OPEN 2025-04-17 20:30"),
            ChatCase(
                "Sunday lunch at grandma's?",
                """
                A: Sunday lunch at grandma's?
                B: Yes!! 2 as usual?
                A: yup
                """, "AGREED 2025-04-20 14:00"),
            ChatCase(
                "Sunday lunch at grandma's?",
                """
                A: Sunday lunch at grandma's?
                B: Yes!! 2 as usual?
                """, "OPEN 2025-04-20 14:00"),
            ChatCase(
                "lol imagine we get married on friday at 8",
                """
                A: lol imagine we get married on friday at 8
                B: hahaha sure
                """, "NONE"),
            ChatCase(
                "He said they will come on Sunday at 5",
                """
                A: He said they will come on Sunday at 5
                B: ok good
                """, "NONE"),
            ChatCase(
                "I think the meeting was at 4 not 3",
                """
                A: I think the meeting was at 4 not 3
                B: yes
                """, "NONE"),
            ChatCase(
                "Are you awake?",
                """
                A: Are you awake?
                B: Yes
                A: Good. call me at 11?
                B: Ok
                """, "AGREED 2025-04-15 11:00"),
        ])
    func plans(chat: ChatCase) {
        let analysis = Words.reader.read(ChatThread(messages: chat.messages, context: Words.context))
        #expect(answer(analysis) == chat.expected)
    }
}
