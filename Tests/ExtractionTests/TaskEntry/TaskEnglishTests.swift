import Testing

@Suite("A task in one line in English")
struct TaskEnglishTests {
    @Test(
        "says how long it takes",
        arguments: [
            ("stretch half an hour", "stretch | 30 min"),
            ("Read a quarter of an hour", "Read | 15 min"),
            ("yoga an hour and a half", "yoga | 90 min"),
            ("swim 1h30", "swim | 90 min"),
            ("Study 90m", "Study | 90 min"),
            ("lunch prep 1.5 hours", "lunch prep | 90 min"),
            ("review slides 2-3 hours", "review slides | 180 min"),
            ("renew passport, takes about 40 minutes", "renew passport | 40 min"),
            ("run for 30 min", "run | 30 min"),
            ("sleep 0 min", "sleep | 0 min"),
            ("sweep 1440 min", "sweep | 1440 min"),
            ("trip 25 hours", "trip | 1500 min"),
            ("buy a watch 20 min", "buy a watch | 20 min"),
            ("backup the laptop", "backup the laptop"),
            (
                "Prepare the lecture 6 hours in sessions of 1 to 2 hours",
                "Prepare the lecture | 360 min | pieces 60-120"
            ),
            ("thesis 10 hours in pieces of 45 min", "thesis | 600 min | pieces 45-45"),
        ])
    func lengths(line: String, meaning: String) throws {
        #expect(try summary(readTask(line)) == meaning)
    }

    @Test(
        "says how often",
        arguments: [
            ("gym 1 hour three times a week after Asr", "gym | 60 min | 3 a week | asr.."),
            ("Walk 4x a week", "Walk | 4 a week"),
            ("Swim 3/week 1h", "Swim | 60 min | 3 a week"),
            ("Call mum 15 min twice a week", "Call mum | 15 min | 2 a week"),
            ("Visit grandma once a week 2 hours", "Visit grandma | 120 min | 1 a week"),
            ("Read every day", "Read | daily"),
            ("Read daily", "Read | daily"),
            ("run every morning", "run | daily | 8:00..12:00"),
            ("swim on Tuesdays and Thursdays", "swim | 2 a week | tue thu"),
            ("gym Mon Wed Fri", "gym | 3 a week | mon wed fri"),
            ("tennis every Saturday", "tennis | 1 a week | sat"),
            ("yoga on Sunday or Tuesday", "yoga | tue sun"),
            ("call the plumber Sunday, Monday or Tuesday", "call the plumber | mon tue sun"),
            ("call the bank Sunday to Thursday", "call the bank | mon tue wed thu sun"),
            ("meditate on weekdays", "meditate | working days"),
            ("Study every day except Friday", "Study | daily | mon tue wed thu sat sun"),
            ("gym three times a week with one day of rest between them", "gym | 3 a week | 1 apart"),
            ("physio 3 times a week, 2 days apart", "physio | 3 a week | 2 apart"),
            ("dishes twice a day 15 min", "dishes | 15 min | not: twice a day"),
            ("rent once a month 10 min", "rent | 10 min | not: once a month"),
            ("water the plants every other day", "water the plants | not: every other day"),
            ("gym nine times a week", "gym | not: nine times a week"),
        ])
    func frequencies(line: String, meaning: String) throws {
        #expect(try summary(readTask(line)) == meaning)
    }

    @Test(
        "says the time of the day",
        arguments: [
            ("30 min walk after Isha", "walk | 30 min | isha.."),
            ("call the bank before Dhuhr", "call the bank | ..dhuhr"),
            ("Study between Asr and Maghrib", "Study | asr..maghrib"),
            ("Study between 8 and 11 pm", "Study | 20:00..23:00"),
            ("tennis 7-9am", "tennis | 7:00..9:00"),
            ("haircut after 5pm", "haircut | 17:00.."),
            ("haircut tomorrow after 5pm 40 min", "haircut | 40 min | 17:00.. | from 11-24 | to 11-24"),
            ("meditate before 8am", "meditate | ..8:00"),
            ("call the office before noon", "call the office | ..12:00"),
            ("gym at 6pm 1 hour", "gym | 60 min | 18:00..19:00"),
            ("Walk in the evening", "Walk | 16:00..20:00"),
            ("Visit grandma after Jumuah prayer", "Visit grandma | dhuhr.. | fri"),
            ("Quran after Fajr before 7am", "Quran | fajr..7:00"),
        ])
    func windows(line: String, meaning: String) throws {
        #expect(try summary(readTask(line)) == meaning)
    }

    @Test(
        "says days and deadlines",
        arguments: [
            ("buy medicine before Thursday", "buy medicine | to 11-25"),
            ("buy medicine by Thursday", "buy medicine | to 11-26"),
            ("send the invoice by tomorrow", "send the invoice | to 11-24"),
            ("pay the bill before Thursday 5pm", "pay the bill | to 11-26 17:00"),
            ("taxes before 31/12", "taxes | to 12-30"),
            ("lecture before 5 December", "lecture | to 12-04"),
            ("slides by the end of the week", "slides | to 11-28"),
            ("renew passport within two weeks", "renew passport | to 12-07"),
            ("haircut this week", "haircut | to 11-28"),
            ("dentist next week", "dentist | from 11-29 | to 12-05"),
            ("send the invoice today", "send the invoice | to 11-23"),
            ("haircut tomorrow", "haircut | from 11-24 | to 11-24"),
            ("Clean the car at the weekend", "Clean the car | from 11-27 | to 11-28"),
        ])
    func days(line: String, meaning: String) throws {
        #expect(try summary(readTask(line)) == meaning)
    }

    @Test(
        "says the place and the weight",
        arguments: [
            ("buy medicine 20 min at the pharmacy", "buy medicine | 20 min | at pharmacy"),
            ("collect the suit from the tailor", "collect the suit | at tailor"),
            ("work from home on the slides", "work on the slides | @Home"),
            ("gym 1 hour at the gym", "gym | 60 min | @Gym"),
            ("renew passport at the ministry, 1 hour", "renew passport | 60 min | at ministry"),
            ("must call the bank", "call the bank | must"),
            ("Write the report, must happen", "Write the report | must"),
            ("Clean the car if there is room", "Clean the car | ifRoom"),
            ("sort photos, low priority", "sort photos | ifRoom"),
            (
                "buy medicine before Thursday, 20 min at the pharmacy",
                "buy medicine | 20 min | to 11-25 | at pharmacy"
            ),
        ])
    func placesAndWeights(line: String, meaning: String) throws {
        #expect(try summary(readTask(line)) == meaning)
    }
}
