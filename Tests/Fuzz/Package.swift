// swift-tools-version: 6.1
import PackageDescription

// The calendar engine under libFuzzer, apart from the product: everything here is compiled so that the
// fuzzer sees which branches an input reached. `script/fuzz` builds and runs it.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-sanitize=fuzzer"]),
]

let package = Package(
    name: "fuzz",
    // Libraries: libFuzzer brings the main function, and `script/fuzz` links each with it.
    products: [
        .library(name: "FuzzText", type: .static, targets: ["FuzzText"]),
        .library(name: "FuzzSeries", type: .static, targets: ["FuzzSeries"]),
    ],
    targets: [
        .target(name: "Text", swiftSettings: strict),
        .target(name: "CivilTime", dependencies: ["Text"], swiftSettings: strict),
        .target(name: "ICalendar", dependencies: ["CivilTime"], swiftSettings: strict),
        .target(name: "FuzzText", dependencies: ["ICalendar", "CivilTime"], swiftSettings: strict),
        .target(name: "FuzzSeries", dependencies: ["ICalendar", "CivilTime"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
