import CivilTime
import Text

/// A date as it is written in a cell.
enum WrittenDate: Equatable {
    case whole(year: Int, month: Int, day: Int)
    /// Day and month, in the order of the table.
    case pair(Int, Int, year: Int?)
    /// A month by its name.
    case named(month: Int, day: Int)

    /// Reads a cell, with ASCII digits already.
    init(_ cell: String) throws(DateProblem) {
        var numbers: [Substring] = cell.split { !$0.isASCIIDigit }
        // Programs write a date with midnight: 2026-11-23 00:00:00.
        while numbers.count > 3, let last = numbers.last, Int(last) == 0 { numbers.removeLast() }
        let values = numbers.compactMap { Int($0) }
        guard values.count == numbers.count, numbers.allSatisfy({ $0.count <= 8 }) else { throw .unreadable }
        if let month = monthNumber(foldedWords(cell)) {
            self = try Self.named(month, numbers, values)
            return
        }
        switch values.count {
        case 1 where numbers[0].count == 8:
            self = .whole(year: values[0] / 10_000, month: values[0] / 100 % 100, day: values[0] % 100)
        case 2 where numbers.allSatisfy({ $0.count <= 2 }):
            self = .pair(values[0], values[1], year: nil)
        case 3 where numbers[0].count == 4:
            self = .whole(year: values[0], month: values[1], day: values[2])
        case 3 where numbers[2].count == 4:
            self = .pair(values[0], values[1], year: values[2])
        case 3 where numbers.allSatisfy({ $0.count <= 2 }):
            throw .shortYear
        default:
            throw .unreadable
        }
    }

    private static func named(
        _ month: Int, _ numbers: [Substring], _ values: [Int]
    ) throws(DateProblem) -> WrittenDate {
        switch values.count {
        case 1 where numbers[0].count <= 2: return .named(month: month, day: values[0])
        case 2 where numbers[1].count == 4: return .whole(year: values[1], month: month, day: values[0])
        case 2 where numbers[0].count == 4: return .whole(year: values[0], month: month, day: values[1])
        case 2: throw .shortYear
        default: throw .unreadable
        }
    }
}

/// An error in a date.
enum DateProblem: Error { case unreadable, shortYear }

/// The order of day and month in a table, from all of its dates.
struct DateOrder {
    /// True if the month comes first.
    let isMonthFirst: Bool
    /// True if a number above 12 shows the order.
    let isCertain: Bool

    init(_ dates: [WrittenDate]) {
        var first = false, second = false
        for case .pair(let one, let two, _) in dates {
            if one > 12 { first = true }
            if two > 12 { second = true }
        }
        isMonthFirst = second && !first
        isCertain = first || second
    }
}

/// Returns the month that folded words name, in English or in Arabic; nil if they name none.
private func monthNumber(_ words: [String]) -> Int? {
    // Two pairs of months of the Levant share a word.
    let isFirst = words.contains("الاول")
    if words.contains("تشرين") { return isFirst ? 10 : 11 }
    if words.contains("كانون") { return isFirst ? 12 : 1 }
    return words.lazy.compactMap { monthNumbers[$0] }.first
}

/// Names of months as tables write them, folded: English, and Arabic from the Gulf to the Maghreb.
private let monthNumbers: [String: Int] = {
    let names = [
        "jan january يناير جانفي", "feb february فبراير شباط فيفري", "mar march مارس آذار",
        "apr april أبريل إبريل نيسان أفريل",
        "may مايو أيار ماي", "jun june يونيو حزيران جوان", "jul july يوليو تموز جويلية", "aug august أغسطس آب أوت",
        "sep sept september سبتمبر أيلول", "oct october أكتوبر", "nov november نوفمبر", "dec december ديسمبر",
    ]
    var numbers: [String: Int] = [:]
    for (index, words) in names.enumerated() {
        for word in foldedWords(words) { numbers[word] = index + 1 }
    }
    return numbers
}()
