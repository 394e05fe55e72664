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
            (
                "Swim every Monday in July 5pm",
                "Swim | 17:00 | every 1 weeks monday | first 2027-07-05 | until 2027-07-31"
            ),
            (
                "Piano Tuesdays and Thursdays at 4 from 5 January to 30 March",
                "Piano | 16:00 | every 1 weeks tuesday thursday | first 2027-01-05 | until 2027-03-30"
            ),
            ("Quran every day until the end of Ramadan", "Quran | daily | first 11-27 | until 2027-03-08"),
            ("Board third Tuesday of the month 10am", "Board | 12-15 | 10:00 | first 12-15"),
            ("Visit grandma every first Friday", "Visit grandma | monthly 1 friday | first 12-04"),
            ("Salaries 1st and 15th of every month", "Salaries | monthly on 1 15 | first 12-01"),
            ("رواتب ١ و١٥ من كل شهر", "رواتب | monthly on 1 15 | first 12-01"),
            ("Rent due every 1st", "Rent due | 12-01 | monthly | first 12-01"),
            ("Anniversary every 12 March", "Anniversary | 2027-03-12 | yearly | first 2027-03-12"),
            ("Therapy fortnightly on Thursdays 4pm", "Therapy | 16:00 | every 2 weeks thursday | first 12-03"),
            ("every alternate Monday gym", "gym | every 2 weeks monday | first 11-30"),
            ("حصة مرة كل أسبوعين الأحد ٤ العصر", "حصة | 16:00 | every 2 weeks sunday | first 11-29"),
            ("اجتماع مرة في الشهر", "اجتماع | monthly | first 11-27"),
        ])
    func kinds(sentence: String, meaning: String) throws {
        #expect(try wholeSummary(readOnFriday(sentence)) == meaning)
    }

    @Test(
        "is read with nights, ranges and lists of weekdays",
        arguments: [
            ("تراويح كل ليلة في رمضان بعد العشاء", "تراويح | isha+35 | daily | first 2027-02-08 | until 2027-03-08"),
            ("ورد كل ليلة جمعة", "ورد | 21:00 | every 1 weeks thursday | first 12-03"),
            ("Choir practice Tuesday nights 8pm", "Choir practice | 20:00 | every 1 weeks tuesday | first 12-01"),
            ("Garbage every Tuesday morning", "Garbage | 9:00 | every 1 weeks tuesday | first 12-01"),
            (
                "Standup every Mon-Thu 9am",
                "Standup | 9:00 | every 1 weeks monday tuesday wednesday thursday | first 11-30"
            ),
            (
                "Work Mon-Thu 9am",
                "Work | 9:00 | every 1 weeks monday tuesday wednesday thursday | first 11-30 | 4 times, once each"
            ),
            (
                "دوام كل يوم من الأحد إلى الخميس ٨ص",
                "دوام | 8:00 | every 1 weeks monday tuesday wednesday thursday sunday | first 11-29"
            ),
            (
                "sync daily at 9:15 Sun-Thu",
                "sync | 9:15 | every 1 weeks monday tuesday wednesday thursday sunday | first 11-29"
            ),
            (
                "Karate Tue & Thu 5-6pm starting January",
                "Karate | 17:00 | 60 min | every 1 weeks tuesday thursday | first 2027-01-05"
            ),
            (
                "Karate every Tue and Thu 5-6pm from 5 Jan till 30 June",
                "Karate | 17:00 | 60 min | every 1 weeks tuesday thursday | first 2027-01-05 | until 2027-06-30"
            ),
            (
                "Gym Monday, Wednesday and Friday mornings",
                "Gym | 9:00 | every 1 weeks monday wednesday friday | first 11-27 | 3 times, once each"
            ),
            ("عمرة في العشر الأواخر", "عمرة في العشر الأواخر | first 11-27"),
            ("Camp Mon-Thu", "Camp | 11-30 to 12-03 | all day | first 11-30"),
            (
                "درس كل يوم ما عدا الجمعة والسبت العصر",
                "درس | asr+0 | every 1 weeks monday tuesday wednesday thursday sunday | first 11-29"
            ),
            (
                "دورة كل سبت وأحد ٤-٦ حتى نهاية ديسمبر",
                "دورة | 16:00 | 120 min | every 1 weeks saturday sunday | first 11-28 | until 12-31"
            ),
            (
                "Lecture weekly Sun 10-12 for 14 weeks",
                "Lecture | 10:00 | 120 min | every 1 weeks sunday | first 11-29 | until 2027-03-06"
            ),
            ("Class 9 to 10:30", "Class | 9:00 | 90 min | first 11-27"),
            ("صلاة الجمعة في جامع الراجحي", "صلاة الجمعة | 11-27 | dhuhr+0 | at جامع الراجحي | first 11-27"),
            ("Dentist in March", "Dentist | 2027-03-01 to 2027-03-31 | all day | first 2027-03-01"),
            ("Out of office until Friday", "Out of office | 11-27 to 12-04 | all day | first 11-27"),
        ])
    func lists(sentence: String, meaning: String) throws {
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
            ("Call Sam 10am GMT+5", ["GMT+5"]),
            ("Call Sam 10am UTC-3:30", ["UTC-3:30"]),
            ("Padel every other Saturday 8am until Eid", ["until Eid"]),
            ("Gym 3 times a week 6am", ["3 times a week"]),
            ("رياضة مرتين في الأسبوع", ["مرتين في الأسبوع"]),
            ("Fast 13, 14 and 15 of every Hijri month", ["13, 14 and"]),
            ("صيام ١٣ و١٤ و١٥ من كل شهر هجري", ["١٣ و١٤ و"]),
            ("Trash on the 2nd and 4th Tuesday of each month", ["on the 2nd and"]),
            ("Payroll last working day of every month", ["last working day of every month"]),
            ("Fast every Monday and Thursday except in Ramadan", ["except in Ramadan"]),
            ("اجتماع أول كل شهر الساعة ٩ إلا رمضان", ["إلا رمضان"]),
            ("Class every weekday but Monday", ["but Monday"]),
            ("Meeting tomorrow 5pm except if raining", ["except if raining"]),
            ("Coffee tomorrow after lunch", ["after lunch"]),
            ("سفر بعد العيد", ["بعد العيد"]),
            ("Hotel Friday for 3 nights", ["for 3 nights"]),
            ("Course every Sunday for a term", ["for a term"]),
            ("غداء العائلة كل جمعة بعد الصلاة", ["بعد الصلاة"]),
            ("Quarterly report Thursday 10am", ["Quarterly"]),
            ("Bill every quarter", ["every quarter"]),
            ("Swim every other day 6am", ["every other day"]),
            ("Meeting in 2031", ["2031"]),
            ("Sale until Friday 5pm", ["until Friday 5pm"]),
            ("Retreat from 3 to 5 December 9am", ["9am"]),
            ("Party mid-January 8pm", ["8pm"]),
            ("Room 4 9am tomorrow", []),
            ("Buy 3 apples tomorrow", []),
            ("Eid dinner Saturday 8pm", []),
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
