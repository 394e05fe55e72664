// swift-tools-version: 6.1
import PackageDescription

/// The settings of every target. The floors of docs/architecture.md stay apart because the scripts build
/// with `--explicit-target-dependency-import-check error`.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of targets that only compute. They are optimized in debug builds too: in tests they expand a hundred
/// thousand series and read thousands of chats.
let computing: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// A C library of Debian's, found through pkg-config.
func library(_ name: String, _ pkgConfig: String, _ debianPackage: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debianPackage])])
}

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func pure(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: computing)
}

/// `exclude`: folders of data that the tests read from where they are.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "jadwal",
    products: [
        .executable(name: "jadwal", targets: ["JadwalCommand"]),
        .executable(name: "jadwal-prayer-bench", targets: ["PrayerBench"]),
        .executable(name: "jadwal-calendar-bench", targets: ["CalendarBench"]),
        .executable(name: "jadwal-scheduling-bench", targets: ["SchedulingBench"]),
        .executable(name: "jadwal-template-bench", targets: ["TemplateBench"]),
        .executable(name: "jadwal-token-bench", targets: ["TokenBench"]),
        .executable(name: "jadwal-transit-bench", targets: ["TransitBench"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
    ],
    targets: [
        library("CFastCGI", "fcgi", "libfcgi-dev"),
        library("CPostgres", "libpq", "libpq-dev"),
        library("COpenSSL", "openssl", "libssl-dev"),
        library("CCurl", "libcurl", "libcurl4-openssl-dev"),
        library("CIDN", "libidn2", "libidn2-dev"),
        library("CArchive", "libarchive", "libarchive-dev"),
        library("CMaxMind", "libmaxminddb", "libmaxminddb-dev"),
        library("CZlib", "zlib", "zlib1g-dev"),
        library("CQRCode", "libqrencode", "libqrencode-dev"),
        library("CExpat", "expat", "libexpat1-dev"),
        library("CRabbitMQ", "librabbitmq", "librabbitmq-dev"),

        module("System"),
        pure("Text"),
        pure("CivilTime", ["Text"]),
        pure("PrayerTimes", ["CivilTime"]),
        pure("Weather", ["PrayerTimes", "CivilTime"]),
        pure("Scheduling", ["Weather", "PrayerTimes", "CivilTime"]),
        pure("Transit", ["PrayerTimes", "CivilTime"]),
        pure("ICalendar", ["CivilTime"]),
        pure("Routing", ["Scheduling", "PrayerTimes", "HTTP", "CivilTime", "Text"]),
        pure("Extraction", ["PrayerTimes", "CivilTime", "Text"]),
        pure("HTTP", ["Text"]),
        pure("XML", ["CExpat"]),
        pure("DAV", ["XML", "HTTP", "ICalendar", "CivilTime", "Text"]),
        module("FastCGI", ["CFastCGI", "HTTP", "System"]),
        module("Postgres", ["CPostgres", "System"]),
        module("Crypto", ["COpenSSL"]),
        module("Mail", ["CIDN", "CivilTime", "Text"]),
        module("WebClient", ["CCurl", "System", "Text"]),
        module("AMQP", ["CRabbitMQ", "System"]),
        module("AddressPlaces", ["CMaxMind", "System"]),
        module("Archive", ["System", "CArchive", "CZlib"]),
        module("QRCode", ["CQRCode"]),
        module("Places", ["System", "CivilTime", "Text"]),
        // Generated code, which the upcoming features would not compile.
        .target(name: "Wire", dependencies: [protobuf]),
        module("Storage", ["Places", "Postgres", "Scheduling", "PrayerTimes", "CivilTime", "Mail"]),
        pure("Templates", ["System", "Text", "Crypto"]),
        module("Runtime", [
            "Templates", "Storage", "Places", "System", "AddressPlaces", "Postgres", "HTTP", "Crypto", "Mail", "WebClient",
            "Transit", "Archive", "PrayerTimes", "CivilTime", logging
        ]),
        module("Web", [
            "Runtime", "Templates", "Storage", "Places", "AddressPlaces", "Postgres", "HTTP", "Crypto", "CivilTime", logging
        ]),

        module("PrayerFeeds", [
            "Runtime", "Templates", "Storage", "Places", "PrayerTimes", "ICalendar", "Postgres", "HTTP", "Crypto",
            "Archive", "CivilTime", "Text", logging
        ]),

        module("Notifications", [
            "PrayerFeeds", "Scheduling", "PrayerTimes", "Runtime", "Templates", "Storage", "Postgres", "WebClient",
            "Crypto", "Mail", "System", "HTTP", "CivilTime", "Text", logging
        ]),

        module("Accounts", [
            "Notifications", "WebClient", "Runtime", "Templates", "Storage", "Places", "Postgres", "HTTP", "Crypto",
            "Mail", "CivilTime", logging
        ]),

        module("Calendars", [
            "PrayerFeeds", "Runtime", "Templates", "Storage", "Places", "Scheduling", "DAV", "ICalendar", "PrayerTimes",
            "Postgres", "Crypto", "CivilTime", "Text", logging
        ]),

        module("OutsideCalendars", [
            "Calendars", "Runtime", "Storage", "ICalendar", "Postgres", "WebClient", "Crypto", "System",
            "CivilTime", "Text", logging
        ]),

        module("Planning", [
            "Notifications", "Calendars", "PrayerFeeds", "Runtime", "Templates", "Storage", "Scheduling", "Routing",
            "Places", "WebClient", "ICalendar", "PrayerTimes", "Crypto", "Mail", "System", "CivilTime", logging
        ]),

        module("Agreements", [
            "Notifications", "Calendars", "PrayerFeeds", "Extraction", "Runtime", "Templates", "Storage", "Places",
            "DAV", "ICalendar", "PrayerTimes", "Postgres", "Archive", "WebClient", "Crypto", "Mail", "System",
            "CivilTime", "Text", logging
        ]),

        module("CalDAV", [
            "Planning", "Calendars", "Accounts", "PrayerFeeds", "Web", "Runtime", "Templates", "Storage", "DAV", "XML",
            "ICalendar", "Postgres", "HTTP", "Crypto", "CivilTime", "Text", logging
        ]),
        module("Conversations", [
            "AMQP", "Agreements", "Runtime", "Storage", "Postgres", "HTTP", "Crypto", "CivilTime", logging
        ]),
        module("Pages", [
            "Notifications", "Agreements", "Planning", "OutsideCalendars", "Calendars", "Accounts", "PrayerFeeds", "Web", "Runtime",
            "Templates", "Storage", "Places", "Scheduling", "Extraction", "PrayerTimes", "Postgres", "ICalendar",
            "HTTP", "Crypto", "Mail", "Archive", "QRCode", "CivilTime", "Text", logging
        ]),

        module("MobileAPI", [
            "Wire", "Agreements", "Planning", "Calendars", "Notifications", "Accounts", "PrayerFeeds", "Web", "Runtime",
            "Templates", "Storage", "Places", "DAV", "Scheduling", "PrayerTimes", "Postgres", "ICalendar", "HTTP",
            "Crypto", "Mail", "Archive", "System", "CivilTime", protobuf, logging
        ]),

        module("PersonalAPI", [
            "Planning", "Accounts", "Web", "Runtime", "Storage", "HTTP", "CivilTime", "Text", logging
        ]),

        module("Jadwal", [
            "PersonalAPI", "MobileAPI", "Pages", "CalDAV", "Conversations", "Notifications", "Agreements", "Planning",
            "Calendars", "Accounts", "PrayerFeeds", "Web", "Runtime", "Storage", "Postgres", logging, "HTTP"
        ]),
        .executableTarget(
            name: "JadwalCommand",
            dependencies: [
                "Jadwal", "Pages", "OutsideCalendars", "Conversations", "Notifications", "Planning", "Agreements", "Calendars", "Accounts",
                "PrayerFeeds", "Web", "Runtime", "Templates", "Places", "System", "AddressPlaces", "Storage", "Postgres",
                "FastCGI", "HTTP", "Crypto", "Mail", "WebClient", "Archive", "Text", "CivilTime", logging, arguments,
                "PrayerTimes", "ICalendar", "Extraction", "Scheduling", "Transit"
            ],
            swiftSettings: strict),
        .executableTarget(name: "CalendarBench", dependencies: ["ICalendar", "CivilTime"], swiftSettings: strict),
        .executableTarget(
            name: "TemplateBench", dependencies: ["Templates"], exclude: ["templates"], swiftSettings: strict),
        .executableTarget(name: "TokenBench", dependencies: ["Crypto", "Runtime", "CivilTime"], swiftSettings: strict),
        .executableTarget(name: "PrayerBench", dependencies: ["PrayerTimes", "CivilTime"], swiftSettings: strict),
        .executableTarget(
            name: "SchedulingBench", dependencies: ["Scheduling", "Weather", "PrayerTimes", "CivilTime"],
            swiftSettings: strict),
        .executableTarget(
            name: "TransitBench", dependencies: ["Transit", "PrayerTimes", "CivilTime"], swiftSettings: strict),

        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        .target(name: "LocalServer", path: "Tests/LocalServer", swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: [
                "Runtime", "Templates", "Places", "Storage", "Postgres", "Mail", "CivilTime", "CArchive", logging
            ],
            path: "Tests/Support", swiftSettings: strict),
        tests("SystemTests", ["System"]),
        tests("TextTests", ["Text"]),
        tests("CivilTimeTests", ["CivilTime", "SeededRandom"], exclude: ["Reference"]),
        tests("PrayerTimesTests", ["PrayerTimes", "CivilTime", "SeededRandom"], exclude: ["Reference"]),
        tests("WeatherTests", ["Weather", "PrayerTimes", "CivilTime", "SeededRandom"]),
        tests("SchedulingTests", ["Scheduling", "Weather", "PrayerTimes", "CivilTime", "SeededRandom"]),
        tests("TransitTests", ["Transit", "PrayerTimes", "CivilTime", "SeededRandom"], exclude: ["Oracles"]),
        tests(
            "ICalendarTests", ["ICalendar", "CivilTime", "SeededRandom"], exclude: ["Reference", "Recurrence/Oracles"]),
        tests("ExtractionTests", ["Extraction", "PrayerTimes", "CivilTime", "SeededRandom"], exclude: ["Reference"]),
        tests("RoutingTests", ["Routing", "PrayerTimes", "CivilTime"]),
        tests("HTTPTests", ["HTTP", "SeededRandom"]),
        tests("XMLTests", ["XML", "SeededRandom"]),
        tests("DAVTests", ["DAV", "XML", "HTTP", "ICalendar", "CivilTime", "SeededRandom"]),
        tests("FastCGITests", ["FastCGI", "CFastCGI", "HTTP", "SeededRandom"]),
        tests("PostgresTests", ["Postgres", "TestSupport"]),
        tests("CryptoTests", ["Crypto", "COpenSSL", "TestSupport"]),
        tests("MailTests", ["Mail", "CivilTime"]),
        tests("WebClientTests", ["WebClient", "LocalServer"]),
        tests("AMQPTests", ["AMQP", "CRabbitMQ", "System"]),
        tests("AddressPlacesTests", ["AddressPlaces", "SeededRandom", "TestSupport"]),
        tests("ArchiveTests", ["Archive", "SeededRandom", "TestSupport"]),
        tests("QRCodeTests", ["QRCode"]),
        tests("PlacesTests", ["Places", "System", "Archive", "CivilTime", "TestSupport"]),
        tests("StorageTests", [
            "Jadwal", "Storage", "Places", "Postgres", "Scheduling", "CivilTime", "Mail", "TestSupport"
        ]),
        tests("TemplatesTests", ["Templates", "TestSupport", "Crypto"]),
        tests("RuntimeTests", [
            "Runtime", "Templates", "Places", "System", "Archive", "Storage", "Postgres", "HTTP", "Mail",
            "PrayerTimes", "Transit", "CivilTime", "TestSupport", logging
        ], exclude: ["Reference"]),
        tests("WebTests", [
            "Web", "Pages", "Runtime", "Templates", "Places", "Storage", "Postgres", "HTTP", "Crypto", "Mail",
            "TestSupport"
        ]),
        tests("AccountsTests", [
            "Jadwal", "LocalServer", "HTTP", "Web", "Accounts", "Notifications", "Runtime", "Templates", "Storage",
            "Postgres", "Mail", "Crypto", "CivilTime", "TestSupport", logging
        ]),
        tests("PrayerFeedsTests", [
            "PrayerFeeds", "Runtime", "Templates", "Storage", "Places", "PrayerTimes", "Postgres", "HTTP", "Crypto",
            "Mail", "CivilTime", "TestSupport"
        ]),
        tests("CalendarsTests", [
            "Calendars", "PrayerFeeds", "Scheduling", "Runtime", "Templates", "Storage", "Postgres", "DAV", "ICalendar",
            "PrayerTimes", "Mail", "CivilTime", "TestSupport"
        ]),
        tests("OutsideCalendarsTests", [
            "OutsideCalendars", "Calendars", "Runtime", "Storage", "Postgres", "WebClient", "Mail", "CivilTime",
            "LocalServer", "TestSupport"
        ]),
        tests("PlanningTests", [
            "Jadwal", "Planning", "Notifications", "Calendars", "PrayerFeeds", "Scheduling", "Routing", "Runtime",
            "Templates", "Storage", "Postgres", "PrayerTimes", "Mail", "CivilTime", "LocalServer", "TestSupport"
        ]),
        tests("AgreementsTests", [
            "Jadwal", "Agreements", "Notifications", "Conversations", "Calendars", "Web", "Runtime", "Templates",
            "Storage", "Postgres", "WebClient", "Extraction", "DAV", "Mail", "HTTP", "Crypto", "Archive", "CivilTime",
            "LocalServer", "TestSupport", "AMQP", "System"
        ]),
        tests("NotificationsTests", [
            "Notifications", "Runtime", "Storage", "Scheduling", "Postgres", "WebClient", "Crypto", "CivilTime",
            "TestSupport"
        ]),
        tests("CalDAVTests", [
            "Jadwal", "CalDAV", "Planning", "PrayerFeeds", "Scheduling", "Accounts", "Web", "Runtime", "Templates",
            "Storage", "Postgres", "XML", "Mail", "HTTP", "TestSupport"
        ]),
        tests("PagesTests", [
            "Jadwal", "Pages", "Notifications", "Agreements", "Planning", "Calendars", "Accounts", "PrayerFeeds", "Web",
            "Runtime", "Templates", "Storage", "Places", "System", "Scheduling", "ICalendar", "Postgres", "HTTP",
            "Crypto", "Mail", "CivilTime", "SeededRandom", "TestSupport", logging, "PrayerTimes", "Archive"
        ]),
        tests("MobileAPITests", [
            "Jadwal", "Accounts", "PrayerFeeds", "Web", "Runtime", "Storage", "Postgres", "Archive", "HTTP", "Crypto",
            "Mail", "TestSupport"
        ]),
        tests("PersonalAPITests", [
            "Jadwal", "PersonalAPI", "Pages", "Planning", "Accounts", "Web", "Runtime", "Templates", "Storage", "HTTP",
            "Crypto", "Mail", "CivilTime", "TestSupport"
        ]),
        tests("JadwalTests", ["Jadwal", "Web", "Runtime", "Postgres", "CivilTime", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
