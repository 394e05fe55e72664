import Extraction
import Testing

/// Readings by hand, on Friday 27 November 2026 before dawn. Hijri dates are those of Umm al-Qura: 1 Ramadan 1448 is
/// 8 February 2027 and its month has 29 days, 27 Rajab 1448 is 5 January 2027.
@Suite("A series in one line")
struct SeriesTests {
    @Test(
        "comes by the Hijri year or month if its date is Hijri, or the words say so",
        arguments: [
            ("Zakat due 1 Ramadan every year", "Zakat due | 2027-02-08 | Hijri yearly | first 2027-02-08 | 1448-09-01"),
            ("زكاة ١ رمضان كل سنة", "زكاة | 2027-02-08 | Hijri yearly | first 2027-02-08 | 1448-09-01"),
            ("every year 27 Rajab fasting", "fasting | 2027-01-05 | Hijri yearly | first 2027-01-05 | 1448-07-27"),
            ("صيام ٢٧ رجب كل سنة", "صيام | 2027-01-05 | Hijri yearly | first 2027-01-05 | 1448-07-27"),
            ("1 Ramadan Zakat every Hijri year", "Zakat | 2027-02-08 | Hijri yearly | first 2027-02-08 | 1448-09-01"),
            ("كل سنة هجرية ١ رمضان زكاة", "زكاة | 2027-02-08 | Hijri yearly | first 2027-02-08 | 1448-09-01"),
            ("Family dinner every Hijri month", "Family dinner | Hijri monthly | first 11-27"),
            ("صلة رحم كل شهر هجري", "صلة رحم | Hijri monthly | first 11-27"),
            ("Fast on the 13th of every Hijri month", "Fast | 12-22 | Hijri monthly | first 12-22 | 1448-07-13"),
            ("صيام ١٣ من كل شهر هجري", "صيام | 12-22 | Hijri monthly | first 12-22 | 1448-07-13"),
            ("Rent yearly 1 March", "Rent | 2027-03-01 | yearly | first 2027-03-01"),
        ])
    func hijri(sentence: String, meaning: String) throws {
        #expect(try wholeSummary(readOnFriday(sentence)) == meaning)
    }

    @Test(
        "is read with ordinal days, lists, exceptions and ends",
        arguments: [
            (
                "first Monday of every month book club 7pm",
                "book club | 19:00 | monthly 1 monday | first 12-07"
            ),
            (
                "weekly 1:1 with Khalid thursdays 11-11:30 starting next week",
                "1:1 with Khalid | 11:00 | 30 min | with Khalid | every 1 weeks thursday | first 12-03"
            ),
            (
                "Gym Mon Wed Fri 6am",
                "Gym | 6:00 | every 1 weeks monday wednesday friday | first 11-27 | 3 times, once each"
            ),
            (
                "Quran class Sun/Tue 5pm",
                "Quran class | 17:00 | every 1 weeks tuesday sunday | first 11-29 | 2 times, once each"
            ),
            (
                "Team sync every Monday and Wednesday 10am until March",
                "Team sync | 10:00 | every 1 weeks monday wednesday | first 11-30 | until 2027-03-01"
            ),
            (
                "taraweeh every night in Ramadan after Isha",
                "taraweeh | isha+35 | daily | first 2027-02-08 | until 2027-03-08"
            ),
            ("Zoom with Anna 4pm London time", "Zoom with Anna | 16:00 | with Anna | first 11-27 | Europe/London"),
            ("Jumuah at Al Rajhi mosque", "Jumuah | 11-27 | dhuhr+0 | at Al Rajhi mosque | first 11-27"),
            (
                "دوام من ٨ ص الى ٤ م كل يوم ما عدا الجمعة",
                "دوام | 8:00 | 480 min | every 1 weeks monday tuesday wednesday thursday saturday sunday | first 11-28"
            ),
            ("دفع الإيجار أول كل شهر", "دفع الإيجار | 12-01 | monthly | first 12-01"),
            (
                "محاضرة كل سبت الساعة ٤ لمدة ٣ أشهر",
                "محاضرة | 16:00 | every 1 weeks saturday | first 11-28 | until 2027-02-27"
            ),
        ])
    func table(sentence: String, meaning: String) throws {
        #expect(try wholeSummary(readOnFriday(sentence)) == meaning)
    }

    @Test(
        "is read in other words of the same kinds",
        arguments: [
            ("Payroll last Thursday of each month 9am", "Payroll | 9:00 | monthly -1 thursday | first 12-31"),
            ("أول اثنين من كل شهر نادي القراءة ٧ مساء", "نادي القراءة | 19:00 | monthly 1 monday | first 12-07"),
            ("Pay rent on the 15th of every month", "Pay rent | 12-15 | monthly | first 12-15"),
            ("آخر كل شهر جرد", "جرد | 11-30 | month end | first 11-30"),
            (
                "Swim Tue, Thu and Sat 4pm",
                "Swim | 16:00 | every 1 weeks tuesday thursday saturday | first 11-28"
                    + " | 3 times, once each"
            ),
            ("Swim every Tue Thu 4pm", "Swim | 16:00 | every 1 weeks tuesday thursday | first 12-01"),
            (
                "Standup every day except Fridays 9am",
                "Standup | 9:00 | every 1 weeks monday tuesday wednesday thursday saturday sunday | first 11-28"
            ),
            ("Pill daily for 10 days 8am", "Pill | 8:00 | daily | first 11-27 | until 12-06"),
            (
                "Course every Sunday 6pm for 6 weeks",
                "Course | 18:00 | every 1 weeks sunday | first 11-29"
                    + " | until 2027-01-09"
            ),
            ("Physio every Monday 5pm 8 times", "Physio | 17:00 | every 1 weeks monday | first 11-30 | 8 times"),
            ("درس كل يوم بعد العصر في رمضان", "درس | asr+35 | daily | first 2027-02-08 | until 2027-03-08"),
            (
                "اجتماع كل أحد الساعة ١٠ حتى مارس",
                "اجتماع | 10:00 | every 1 weeks sunday | first 11-29"
                    + " | until 2027-03-01"
            ),
            ("مكالمة ٤ م بتوقيت لندن", "مكالمة | 16:00 | first 11-27 | Europe/London"),
            ("Yoga every Tuesday 7am starting 10 December", "Yoga | 7:00 | every 1 weeks tuesday | first 12-15"),
        ])
    func kinds(sentence: String, meaning: String) throws {
        #expect(try wholeSummary(readOnFriday(sentence)) == meaning)
    }

    @Test(
        "names the words of time that it does not use",
        arguments: [
            ("Rent every month except Friday", ["except Friday"]),
            ("Move dentist tomorrow from Sunday at 3 or 5pm", ["from Sunday", "5pm"]),
            ("Water plants every 3 hours", ["every 3 hours"]),
            ("Dentist tomorrow and Sunday 4pm every year every month", ["Sunday", "every month"]),
            ("Gym every Monday until March until 5 April", ["until 5 April"]),
            ("موعد بكرة والأحد ٤ م", ["والأحد"]),
            ("Coffee with Sara tomorrow after Asr at Panda", []),
            ("Gym every Sunday and Tuesday", []),
            ("قهوة بكرة بعد العصر", []),
        ])
    func notUnderstood(sentence: String, words: [String]) throws {
        #expect(try readOnFriday(sentence)?.notUnderstood.map(\.text) == words)
    }

    @Test("leaves a bound that does not fit out of the title")
    func titleOfBound() throws {
        #expect(try readOnFriday("Rent every month except Friday")?.title == "Rent")
    }
}
