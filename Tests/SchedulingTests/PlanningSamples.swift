import CivilTime
import Scheduling

/// A line of ordinary days that begins on a Sunday.
let sundayLine = LocalTimeLine(firstWeekday: .sunday)

/// Returns minutes such as `09:00-10:30` of a day of the line, or `22:00-26:00` over midnight.
func minutes(_ text: String, day: Int = 0) -> Range<Int> {
    let ends = text.split(separator: "-").map { end in
        let parts = end.split(separator: ":").compactMap { Int($0) }
        return day * 1_440 + parts[0] * 60 + parts[1]
    }
    return ends[0]..<ends[1]
}
