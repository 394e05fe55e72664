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

let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")

let package = Package(
    name: "fuzz",
    // Libraries: libFuzzer brings the main function, and `script/fuzz` links each with it.
    products: [
        .library(name: "FuzzText", type: .static, targets: ["FuzzText"]),
        .library(name: "FuzzSeries", type: .static, targets: ["FuzzSeries"]),
        .library(name: "FuzzChats", type: .static, targets: ["FuzzChats"]),
        .library(name: "FuzzMessages", type: .static, targets: ["FuzzMessages"]),
    ],
    dependencies: [.package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0")],
    targets: [
        .target(name: "Text", swiftSettings: strict),
        .target(name: "CivilTime", dependencies: ["Text"], swiftSettings: strict),
        .target(name: "ICalendar", dependencies: ["CivilTime"], swiftSettings: strict),
        .target(name: "FuzzText", dependencies: ["ICalendar", "CivilTime"], swiftSettings: strict),
        .target(name: "Wire", dependencies: [protobuf], swiftSettings: [.unsafeFlags(["-sanitize=fuzzer"])]),
        .target(name: "FuzzMessages", dependencies: ["Wire", protobuf], swiftSettings: strict),
        .target(name: "PrayerTimes", dependencies: ["CivilTime"], swiftSettings: strict),
        .target(name: "Extraction", dependencies: ["PrayerTimes", "CivilTime", "Text"], swiftSettings: strict),
        .target(name: "FuzzChats", dependencies: ["Extraction", "CivilTime"], swiftSettings: strict),
        .target(name: "FuzzSeries", dependencies: ["ICalendar", "CivilTime"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
