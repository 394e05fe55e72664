import Runtime
import Testing
import Web

@Suite("Browsers in words")
struct DeviceTests {
    @Test("real browsers are recognised", arguments: [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
         "Safari · iPhone"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.35 Mobile/15E148 Safari/604.1",
         "Chrome · iPhone"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 14_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15",
         "Firefox · iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1",
         "Safari · iPad"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15",
         "Safari · Mac"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
         "Chrome · Windows"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.61",
         "Edge · Windows"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0",
         "Opera · Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/125.2535.60 Mobile/15E148 Safari/605.1.15",
         "Edge · iPhone"),
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.40 Mobile Safari/537.36",
         "Chrome · Android"),
        ("Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/21.0 Chrome/110.0.5481.154 Mobile Safari/537.36",
         "Samsung Internet · Android"),
        ("Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0", "Firefox · Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox · Linux"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
         "Chrome · ChromeOS"),
        ("curl/8.5.0", "curl"),
        ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", ""),
        ("", ""),
    ])
    func words(userAgent: String, expected: String) {
        #expect(Device(userAgent: userAgent).text == expected)
    }

    @Test("no text that a client sends gets into the words")
    func ownWordsOnly() {
        let text = Device(userAgent: "<script>Firefox/</script> Linux\r\n" + String(repeating: "x", count: 100_000)).text
        #expect(text == "Firefox · Linux")
    }
}

@Suite("Calendar programs")
struct CalendarProgramTests {
    @Test("are distinguished from browsers and from tools", arguments: [
        ("iOS/18.1 (22B83) dataaccessd/1.0", true),
        ("macOS/15.1 (24B83) dataaccessd/1.0", true),
        ("Mac OS X/10.15.7 (19H2) CalendarAgent/930.5.1", true),
        ("Google-Calendar-Importer", true),
        ("Mozilla/5.0 (compatible; Google-Calendar-Importer; +http://www.google.com/calendar)", true),
        ("Microsoft.Exchange/15.20 (Windows NT 10.0; Win64; x64)", true),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0", true),
        ("ICSx5/2.2.3 (Dec 2024) okhttp/4.12.0 Android/15", true),
        ("Nextcloud Webcal Service", true), ("vdirsyncer/0.19.3", true), ("khal/0.11", true),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1", false),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", false),
        ("Opera/9.80 (Windows NT 6.1) Presto/2.12", false), ("curl/8.5.0", false), ("Wget/1.21", false), ("", false),
    ])
    func programs(userAgent: String, isCalendar: Bool) {
        #expect(Device.isCalendarProgram(userAgent: userAgent) == isCalendar)
    }
}
