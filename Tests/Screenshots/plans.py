"""A month of somebody's plans, as calendar files that the walk brings in."""

# The calendar, then its plans: the day of the month, the time and the minutes (days for whole days), the title.
PLANS = {
    "en": {
        "Work": [
            (1, "0900", 60, "Quarter planning"), (8, None, 1, "Budget draft due"), (10, None, 3, "Site visit, Jeddah"),
            (17, "1300", 60, "Design review"), (18, "0900", 120, "Board meeting"), (23, "1000", 60, "Team meeting"),
            (24, "1300", 60, "Interview"), (25, "0930", 90, "Hiring panel"), (26, "1200", 60, "Team lunch"),
        ],
        "Family": [
            (6, "1245", 90, "Family lunch"), (13, None, 1, "Nora’s birthday"), (13, "1245", 90, "Family lunch"),
            (19, None, 5, "Grandparents visiting"), (20, "1245", 90, "Family lunch"), (27, "1245", 90, "Family lunch"),
            (28, "2000", 180, "Wedding"),
        ],
        "School": [(3, "1800", 90, "Parents’ evening"), (15, None, 4, "Mid-term exams"), (28, "0930", 90, "Book fair")],
    },
    "ar": {
        "العمل": [
            (1, "0900", 60, "خطة الربع"), (8, None, 1, "مسودة الميزانية"), (10, None, 3, "زيارة ميدانية، جدة"),
            (17, "1300", 60, "مراجعة التصميم"), (18, "0900", 120, "اجتماع المجلس"), (23, "1000", 60, "اجتماع الفريق"),
            (24, "1300", 60, "مقابلة"), (25, "0930", 90, "لجنة التوظيف"), (26, "1200", 60, "غداء الفريق"),
        ],
        "العائلة": [
            (6, "1245", 90, "غداء العائلة"), (13, None, 1, "عيد ميلاد نورة"), (13, "1245", 90, "غداء العائلة"),
            (19, None, 5, "زيارة الأجداد"), (20, "1245", 90, "غداء العائلة"), (27, "1245", 90, "غداء العائلة"),
            (28, "2000", 180, "حفل زفاف"),
        ],
        "المدرسة": [(3, "1800", 90, "لقاء أولياء الأمور"), (15, None, 4, "اختبارات منتصف الفصل"), (28, "0930", 90, "معرض الكتاب")],
    },
}

# What is typed into the pages themselves: one line, the titles of forms, the words that the search finds.
TYPED = {
    "en": {
        "line": "Coffee with Sara tomorrow after Asr at Panda", "event": "One-to-one with Maryam", "place": "Room 2",
        "series": "Swimming", "renamed": "Swimming with Ali", "anchored": "Qur’an circle", "task": "Renew the passport",
        "search": "family",
    },
    "ar": {
        "line": "قهوة مع سارة بكرة بعد العصر في باندا", "event": "لقاء مع مريم", "place": "القاعة ٢", "series": "سباحة",
        "renamed": "سباحة مع علي", "anchored": "حلقة القرآن", "task": "تجديد جواز السفر", "search": "العائله",
    },
}


def calendar_file(plans, month):
    """Returns a calendar file with plans, in the month of a day."""
    events = []
    for number, (day, time, length, title) in enumerate(plans):
        first = month.replace(day=day)
        times = (f"DTSTART:{first:%Y%m%d}T{time}00\r\nDURATION:PT{length}M" if time
                 else f"DTSTART;VALUE=DATE:{first:%Y%m%d}\r\nDURATION:P{length}D")
        events.append(f"BEGIN:VEVENT\r\nUID:plan-{number}\r\nDTSTAMP:20260101T000000Z\r\n{times}\r\n"
                      f"SUMMARY:{title}\r\nEND:VEVENT\r\n")
    return ("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Jadwal//Screenshots//EN\r\n"
            f"{''.join(events)}END:VCALENDAR\r\n").encode()
