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
    // A library: libFuzzer brings the main function, and `script/fuzz` links the two.
    products: [.library(name: "FuzzICalendar", type: .static, targets: ["FuzzICalendar"])],
    targets: [
        .target(name: "CivilTime", swiftSettings: strict),
        .target(name: "ICalendar", dependencies: ["CivilTime"], swiftSettings: strict),
        .target(name: "FuzzICalendar", dependencies: ["ICalendar", "CivilTime"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
