/// The search for clashes in a customer's time.
public struct Conflicts: Sendable {
    public let availability: Availability
    /// The travel times; nil if places do not matter.
    public let travel: TravelTimes?
    /// Minutes that the customer wants to spare in addition to each way.
    public let reserve: Int

    public init(_ availability: Availability, travel: TravelTimes? = nil, reserve: Int = 5) {
        self.availability = availability
        self.travel = travel
        self.reserve = reserve
    }

    /// Returns the clashes of an item: overlaps and doubles by start, then prayers, ways and hours.
    ///
    /// The cost is that of a binary search and of the items that are near.
    ///
    /// - Parameter item: an item of the index or a new one. If it is a new version of an item, it has the same number.
    public func clashes(of item: BusyItem) -> [Clash] {
        guard !item.time.isEmpty else { return [] }
        let busy = availability.busy
        var clashes: [Clash] = []
        for position in busy.positions(near: item.time) where busy.items[position].time.overlaps(item.time) {
            let other = busy.items[position]
            guard other.number != item.number else { continue }
            let isTentative = item.isTentative || other.isTentative
            switch item.relation(to: other) {
            case .same: continue
            case .double: clashes.append(Clash(item.number, .double(other: other.number), isTentative: isTentative))
            case .overlap: clashes.append(Clash(item.number, .overlap(other: other.number), isTentative: isTentative))
            }
        }
        return clashes + prayerClashes(of: item) + wayClashes(of: item) + hourClashes(of: item)
    }

    /// Returns the clashes of the items that touch a window, or of all: overlaps and doubles, then the others by item.
    ///
    /// Two items that overlap are named once. So are two that are too far from each other: under the earlier one.
    public func clashes(in window: Range<Int>? = nil) -> [Clash] {
        let items = availability.busy.items
        var clashes = availability.busy.overlaps(in: window).map { pair in
            let first = items[Int(pair.first)], second = items[Int(pair.second)]
            return Clash(
                first.number, pair.isDouble ? .double(other: second.number) : .overlap(other: second.number),
                isTentative: first.isTentative || second.isTentative)
        }
        for position in window.map(availability.busy.positions) ?? items.indices
        where window?.overlaps(items[position].time) ?? true {
            let item = items[position]
            clashes += prayerClashes(of: item)
            clashes += wayClashes(of: item).compactMap { namedOnce($0, of: item, in: window) }
            clashes += hourClashes(of: item)
        }
        return clashes
    }

    private func hourClashes(of item: BusyItem) -> [Clash] {
        let outside = availability.minutesOutsideHours(item.time)
        return outside > 0 ? [Clash(item.number, .hours(outside: outside), isTentative: item.isTentative)] : []
    }
}

// MARK: - Prayers

extension Conflicts {
    private func prayerClashes(of item: BusyItem) -> [Clash] {
        let near = availability.prayers(near: item.time)
        let indices =
            switch availability.strictness {
            case .congregation: near.indices.filter { near[$0].block.overlaps(item.time) && !near[$0].block.isEmpty }
            case .personal: near.indices.filter { availability.leavesTooLittle(of: near[$0].validTime, item) }
            }
        var own = availability.strictness == .congregation ? item.anchor : nil
        return indices.compactMap { index in
            if own != nil, near[index].prayer == own {
                // Only the block of the prayer that it is anchored to, not that of the next day.
                own = nil
                return nil
            }
            return Clash(item.number, .prayer(index), isTentative: item.isTentative)
        }
    }
}

extension Availability {
    /// Returns true if an item takes minutes of a prayer's valid time, and fewer than 12 in one piece remain free.
    fileprivate func leavesTooLittle(of validTime: Range<Int>, _ item: BusyItem) -> Bool {
        validTime.overlaps(item.time)
            && !hasFreeRun(
                of: PrayerStrictness.personalMinutes, in: validTime, without: item.time,
                around: busy.taken(in: validTime, without: item.number))
    }

    /// Returns the number of minutes of a time outside the allowed hours.
    fileprivate func minutesOutsideHours(_ time: Range<Int>) -> Int {
        var outside = time.count
        for number in line.dayNumber(of: time.lowerBound)...line.dayNumber(of: time.upperBound - 1) {
            outside -= line.minutes(of: time, coveredBy: week.allowed, on: line.day(number))
        }
        return outside
    }
}

// MARK: - Ways

extension Conflicts {
    /// Returns the clashes with the last item with a place before an item, and with the first one after it.
    ///
    /// A way that takes no time needs no reserve.
    private func wayClashes(of item: BusyItem) -> [Clash] {
        guard let travel, let place = item.place else { return [] }
        func clash(_ edge: PlacedEdge?, gap: Int, minutes: Int) -> Clash? {
            guard let edge, minutes > 0, gap < minutes + reserve else { return nil }
            let cause = Clash.Cause.tight(other: edge.number, lacking: minutes + reserve - gap)
            return Clash(item.number, cause, isTentative: item.isTentative || edge.isTentative)
        }
        let before = availability.busy.placed(before: item.time.lowerBound, without: item.number)
        let after = availability.busy.placed(after: item.time.upperBound, without: item.number)
        return [
            before.flatMap {
                clash($0, gap: item.time.lowerBound - $0.minute, minutes: travel.minutes(from: $0.place, to: place))
            },
            after.flatMap {
                clash($0, gap: $0.minute - item.time.upperBound, minutes: travel.minutes(from: place, to: $0.place))
            },
        ].compactMap { $0 }
    }

    /// Returns the clash of two items that are too far from each other under the earlier one; nil if it is named there
    /// already, as it is if the earlier one touches the window.
    private func namedOnce(_ clash: Clash, of item: BusyItem, in window: Range<Int>?) -> Clash? {
        guard case .tight(let other, let lacking) = clash.cause,
            let before = availability.busy.placed(before: item.time.lowerBound), before.number == other
        else { return clash }
        let isInWindow = window.map { before.minute > $0.lowerBound } ?? true
        if isInWindow, availability.busy.placed(after: before.minute)?.number == item.number { return nil }
        return Clash(other, .tight(other: item.number, lacking: lacking), isTentative: clash.isTentative)
    }
}
