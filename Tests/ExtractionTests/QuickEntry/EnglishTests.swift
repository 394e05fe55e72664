import Testing

@Suite("One line in English")
struct EnglishTests {
    @Test(
        "says a day",
        arguments: [
            ("Dentist today", "Dentist | 11-23"),
            ("Dentist tomorrow", "Dentist | 11-24"),
            ("Dentist day after tomorrow", "Dentist | 11-25"),
            ("Tomorrow: call the bank", "call the bank | 11-24"),
            ("Dentist on Sunday", "Dentist | 11-29"),
            ("Dentist Monday", "Dentist | 11-30"),
            ("Dentist on Wed", "Dentist | 11-25"),
            ("Dentist next Sunday", "Dentist | 11-29"),
            ("Dentist next Wednesday", "Dentist | 12-02"),
            ("Dentist this Friday", "Dentist | 11-27"),
            ("Dentist Tuesday next week", "Dentist | 12-01"),
            ("Dentist 25 November", "Dentist | 11-25"),
            ("Dentist on 25th of November", "Dentist | 11-25"),
            ("Dentist on November 25", "Dentist | 11-25"),
            ("Dentist Nov 25th, 2027", "Dentist | 2027-11-25"),
            ("Dentist 5 Jan", "Dentist | 2027-01-05"),
            ("Dentist 22 November", "Dentist | 2027-11-22"),
            ("Dentist 23 November", "Dentist | 11-23"),
            ("Dentist 25/11", "Dentist | 11-25"),
            ("Dentist 3/4", "Dentist | 2027-04-03"),
            ("Dentist 12/25", "Dentist | 12-25"),
            ("Dentist 25/11/27", "Dentist | 2027-11-25"),
            ("Dentist 2026-11-25", "Dentist | 11-25"),
            ("Dentist 25.11.2026", "Dentist | 11-25"),
            ("Dentist 25-11-2026", "Dentist | 11-25"),
            ("Dentist in 3 days", "Dentist | 11-26"),
            ("Dentist in a week", "Dentist | 11-30"),
            ("Dentist in two weeks", "Dentist | 12-07"),
            ("Dentist in 3 months", "Dentist | 2027-02-23"),
            ("Dentist on the 25th", "Dentist | 11-25"),
            ("Dentist on the 2nd at 10:00", "Dentist | 12-02 | 10:00"),
            ("Iftar 10 Ramadan", "Iftar | 2027-02-17"),
            ("Iftar Ramadan 10, 1449", "Iftar | 2028-02-06"),
            ("Trip 1 Shawwal 1448", "Trip | 2027-03-09"),
            ("Trip 9 Dhul Hijjah", "Trip | 2027-05-15"),
            ("Trip 1448/09/10", "Trip | 2027-02-17"),
            ("Birthday 29 February", "Birthday | 2028-02-29"),
            ("Sunday 29 November dentist", "dentist | 11-29"),
            ("Sunday, 29 November dentist", "dentist | 11-29"),
            ("Camping 25-27 November", "Camping | 11-25 to 11-27 | all day"),
            ("Camping from 25 to 27 November", "Camping | 11-25 to 11-27 | all day"),
            ("Camping November 25-27", "Camping | 11-25 to 11-27 | all day"),
            ("Camping from Thursday to Saturday", "Camping | 11-26 to 11-28 | all day"),
            ("Camping Thursday for 3 days", "Camping | 11-26 to 11-28 | all day"),
            ("Holiday 1 December all day", "Holiday | 12-01 | all day"),
            ("Holiday tomorrow all-day", "Holiday | 11-24 | all day"),
            ("Review by Thursday", "Review | 11-26"),
        ])
    func days(sentence: String, meaning: String) throws {
        #expect(try summary(read(sentence)) == meaning)
    }

    @Test(
        "says a time",
        arguments: [
            ("Gym 2pm", "Gym | 14:00"), ("Gym 2 pm", "Gym | 14:00"), ("Gym 2:30pm", "Gym | 14:30"),
            ("Gym 2.30pm", "Gym | 14:30"), ("Gym 8 a.m.", "Gym | 8:00"), ("Gym 12am", "Gym | 0:00"),
            ("Gym 12pm", "Gym | 12:00"),
            ("Gym 14:30", "Gym | 14:30"), ("Gym 07:30", "Gym | 7:30"), ("Gym 05:15", "Gym | 5:15"),
            ("Gym at 5:15", "Gym | 17:15"),
            ("Gym at 3", "Gym | 15:00"), ("Gym @ 3", "Gym | 15:00"), ("Gym at 6", "Gym | 18:00"),
            ("Gym at 7", "Gym | 7:00"),
            ("Gym at 11", "Gym | 11:00"), ("Gym at 12", "Gym | 12:00"), ("Gym at 18", "Gym | 18:00"),
            ("Gym at three", "Gym | 15:00"), ("Gym 3 o'clock", "Gym | 15:00"), ("Gym 3 o’clock", "Gym | 15:00"),
            ("Gym half past two", "Gym | 14:30"), ("Gym at half past 9", "Gym | 9:30"),
            ("Gym quarter to five", "Gym | 16:45"),
            ("Gym at quarter past 5", "Gym | 17:15"), ("Gym ten to one", "Gym | 12:50"),
            ("Gym at noon", "Gym | 12:00"), ("Gym tomorrow noon", "Gym | 11-24 | 12:00"),
            ("Party Friday midnight", "Party | 11-28 | 0:00"),
            ("Gym at 7 in the evening", "Gym | 19:00"), ("Gym at 5 in the morning", "Gym | 5:00"),
            ("Gym tomorrow morning", "Gym | 11-24 | 9:00"), ("Gym tomorrow morning at 6", "Gym | 11-24 | 6:00"),
            ("Gym this evening", "Gym | 11-23 | 19:00"), ("Gym tonight", "Gym | 11-23 | 21:00"),
            ("Gym tonight at 8", "Gym | 11-23 | 20:00"), ("Gym tonight at 1", "Gym | 11-24 | 1:00"),
            ("Dinner at 8", "Dinner | 20:00"), ("Dinner at 8am", "Dinner | 8:00"), ("Movie 9:15", "Movie | 21:15"),
            ("Breakfast at 6", "Breakfast | 6:00"), ("Breakfast at 8", "Breakfast | 8:00"),
            ("Gym today at 9", "Gym | 11-23 | 21:00"), ("Gym today at 2", "Gym | 11-23 | 14:00"),
            ("Gym today at 9am", "Gym | 11-23 | 9:00"), ("Gym tomorrow at 9", "Gym | 11-24 | 9:00"),
            ("Gym 3-4:30pm", "Gym | 15:00 | 90 min"), ("Gym 3–4:30pm", "Gym | 15:00 | 90 min"),
            ("Gym 11-1pm", "Gym | 11:00 | 120 min"), ("Gym 9am-5pm", "Gym | 9:00 | 480 min"),
            ("Gym from 2 to 4", "Gym | 14:00 | 120 min"), ("Gym between 2 and 4", "Gym | 14:00 | 120 min"),
            ("Gym from 10 to 2", "Gym | 10:00 | 240 min"), ("Gym 14:00-15:30", "Gym | 14:00 | 90 min"),
            ("Gym 2pm to 4pm", "Gym | 14:00 | 120 min"), ("Gym at 3 until 5", "Gym | 15:00 | 120 min"),
            ("Gym 10pm to 2am", "Gym | 22:00 | 240 min"),
            ("Gym tomorrow at 3 until 4:15", "Gym | 11-24 | 15:00 | 75 min"),
            ("Gym from 3pm", "Gym | 15:00"), ("Gym in 20 minutes", "Gym | 11-23 | 13:40"),
            ("Gym in 2 hours", "Gym | 11-23 | 15:20"), ("Gym in half an hour", "Gym | 11-23 | 13:50"),
            ("Gym in 12 hours", "Gym | 11-24 | 1:20"),
            ("Gym at 3 for 2 hours", "Gym | 15:00 | 120 min"), ("Gym for an hour", "Gym | 60 min"),
            ("Gym 45 min", "Gym | 45 min"), ("Gym 2h", "Gym | 120 min"), ("Gym 1h30", "Gym | 90 min"),
            ("Gym 1.5 hours", "Gym | 90 min"), ("Gym for an hour and a half", "Gym | 90 min"),
            ("Gym 2 hours 30 minutes", "Gym | 150 min"), ("Gym for 2 hours and 15 minutes", "Gym | 135 min"),
            ("Gym half an hour", "Gym | 30 min"), ("Gym two and a half hours", "Gym | 150 min"),
        ])
    func times(sentence: String, meaning: String) throws {
        #expect(try summary(read(sentence)) == meaning)
    }

    @Test(
        "names a prayer",
        arguments: [
            (
                "Coffee with Sara tomorrow after Asr at Panda",
                "Coffee with Sara | 11-24 | asr+35 | at Panda | with Sara"
            ),
            ("Walk 15 minutes after Asr", "Walk | asr+15"), ("Walk half an hour before Maghrib", "Walk | maghrib-30"),
            ("Walk an hour after Isha", "Walk | isha+60"), ("Walk before Maghrib", "Walk | maghrib-60"),
            ("Walk for 20 minutes before Maghrib", "Walk | maghrib-20 | 20 min"), ("Walk after Fajr", "Walk | fajr+40"),
            ("Walk at Maghrib", "Walk | maghrib+0"), ("Walk tomorrow Asr", "Walk | 11-24 | asr+0"),
            ("Walk after the Isha prayer", "Walk | isha+35"), ("Walk after sunrise", "Walk | sunrise+15"),
            ("Lunch after Friday prayer", "Lunch | 11-27 | dhuhr+60"), ("Walk after Zuhr", "Walk | dhuhr+35"),
            ("Walk every day after Maghrib", "Walk | maghrib+25 | daily"),
            ("Asr prayer", "Asr prayer"), ("Learn about Isha", "Learn about Isha"),
        ])
    func prayers(sentence: String, meaning: String) throws {
        #expect(try summary(read(sentence)) == meaning)
    }

    @Test(
        "repeats",
        arguments: [
            ("Quran circle every Sunday at 8pm", "Quran circle | 20:00 | every 1 weeks sunday"),
            ("Gym every Sunday and Tuesday", "Gym | every 1 weeks tuesday sunday"),
            ("Gym every Sun, Tue and Thu at 6", "Gym | 18:00 | every 1 weeks tuesday thursday sunday"),
            ("Vitamins daily", "Vitamins | daily"), ("Vitamins every morning", "Vitamins | 9:00 | daily"),
            ("Standup every weekday at 9", "Standup | 9:00 | working days"),
            ("Rent every month", "Rent | monthly"), ("Anniversary every year", "Anniversary | yearly"),
            ("Cleaning every 2 weeks on Monday", "Cleaning | every 2 weeks monday"),
            ("Cleaning every other Monday", "Cleaning | every 2 weeks monday"),
            ("Call on Fridays", "Call | every 1 weeks friday"),
            ("Report weekly on Thursday", "Report | every 1 weeks thursday"),
        ])
    func repetition(sentence: String, meaning: String) throws {
        #expect(try summary(read(sentence)) == meaning)
    }

    @Test(
        "names places and people",
        arguments: [
            ("Lunch at Panda tomorrow", "Lunch | 11-24 | at Panda"),
            ("Lunch tomorrow at 2 at Al Baik", "Lunch | 11-24 | 14:00 | at Al Baik"),
            ("Lunch @Panda", "Lunch | at Panda"), ("Lunch in Riyadh on Sunday", "Lunch | 11-29 | at Riyadh"),
            ("Lunch at Sara's place with Omar", "Lunch with Omar | at Sara's place | with Omar"),
            ("Lunch with Sara and Omar at Panda", "Lunch with Sara and Omar | at Panda | with Sara, Omar"),
            ("Lunch with Sara Ahmed, Omar & Lina", "Lunch with Sara Ahmed, Omar & Lina | with Sara Ahmed, Omar, Lina"),
            ("Lunch with Dr. Huda about the budget", "Lunch with Dr. Huda about the budget | with Dr. Huda"),
            ("lunch with sara tomorrow", "lunch with sara | 11-24 | with sara"),
            ("Lunch with the team", "Lunch with the team"),
            ("Talk at King Fahd Library about books tomorrow", "Talk about books | 11-24 | at King Fahd Library"),
        ])
    func placesAndPeople(sentence: String, meaning: String) throws {
        #expect(try summary(read(sentence)) == meaning)
    }

    @Test(
        "leaves to the title what it does not understand",
        arguments: [
            "Buy 3 apples", "Read chapters 3-4", "2 to 4 people", "24/7 support", "Look at the report",
            "At least one idea",
            "Book flight", "Night shift", "Morning run", "movie night", "Friends", "Sun cream", "I may come",
            "March for peace",
            "Last Sunday's notes", "Rush hour", "Watch Ocean's 11", "Agent 007", "Room 1408", "Version 2.5",
            "3 for 2 offer",
            "Happy hour", "Meeting in English", "Second draft", "1/2 hour", "Pay 14000", "No. 5", "Speak for two",
            "iPhone 17", "Formula 1", "9999999999999999999999", "Half-time", "25.11", "99/99/9999", "31 February",
            "25:61",
        ])
    func nothing(sentence: String) throws {
        #expect(try summary(read(sentence)) == sentence)
    }
}
