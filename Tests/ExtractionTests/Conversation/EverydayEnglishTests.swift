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
