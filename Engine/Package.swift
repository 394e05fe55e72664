// swift-tools-version: 6.1
import PackageDescription

// The pure targets as a package of their own: what computes, without input, output, clock or chance. They build and
// are tested in a fraction of the time of the whole, and nothing of the floors above can be imported here.
// The folders are links to those of the product's package, which builds the same files.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "engine",
    targets: [
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        module("Text"),
        module("CivilTime", ["Text"]),
        module("PrayerTimes", ["CivilTime"]),
        module("Weather", ["PrayerTimes", "CivilTime"]),
        module("Scheduling", ["Weather", "PrayerTimes", "CivilTime"]),
        module("Transit", ["PrayerTimes", "CivilTime"]),
        module("ICalendar", ["CivilTime"]),
        module("Extraction", ["PrayerTimes", "CivilTime", "Text"]),
        module("HTTP", ["Text"]),
        module("Routing", ["Scheduling", "PrayerTimes", "HTTP", "CivilTime", "Text"]),
        module("XML", ["CExpat"]),
        module("DAV", ["XML", "HTTP", "ICalendar", "CivilTime", "Text"]),

        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        tests("TextTests", ["Text"]),
        tests("CivilTimeTests", ["CivilTime", "SeededRandom"], exclude: ["Reference"]),
        tests("PrayerTimesTests", ["PrayerTimes", "CivilTime", "SeededRandom"], exclude: ["Reference"]),
        tests("WeatherTests", ["Weather", "PrayerTimes", "CivilTime", "SeededRandom"]),
        tests("SchedulingTests", ["Scheduling", "Weather", "PrayerTimes", "CivilTime", "SeededRandom"]),
        tests("TransitTests", ["Transit", "PrayerTimes", "CivilTime", "SeededRandom"], exclude: ["Oracles"]),
        tests(
            "ICalendarTests", ["ICalendar", "CivilTime", "SeededRandom"], exclude: ["Reference", "Recurrence/Oracles"]),
        tests("ExtractionTests", ["Extraction", "PrayerTimes", "CivilTime", "SeededRandom"], exclude: ["Reference"]),
        tests("HTTPTests", ["HTTP", "SeededRandom"]),
        tests("RoutingTests", ["Routing", "PrayerTimes", "CivilTime"]),
        tests("XMLTests", ["XML", "SeededRandom"]),
        tests("DAVTests", ["DAV", "XML", "HTTP", "ICalendar", "CivilTime", "SeededRandom"]),
    ],
    swiftLanguageModes: [.v6]
)
