import CivilTime
import PrayerTimes

extension Scanner {
    /// Reads as many pieces as belong to one time, in whatever order.
    ///
    /// - Parameters:
    ///   - isLed: true after "from" and "to", where a mere number is an hour.
    ///   - isEnd: true for a side of a range, which has no range of its own.
    func compose(at start: Int, isLed: Bool = false, isEnd: Bool = false) -> Slots? {
        var slots = Slots(at: start)
        slots.isLed = isLed
        slots.isBound = isEnd
        while slots.next - start < 40 {
            if readNext(&slots, isLed: isLed && slots.isEmpty) { continue }
            guard !isEnd, slots.end.isEmpty else { break }
            guard readRange(&slots) || readTo(&slots) else { break }
        }
        guard !slots.isEmpty, slots.next > start else { return nil }
        return slots
    }

    // MARK: One piece more

    private func readNext(_ slots: inout Slots, isLed: Bool) -> Bool {
        if let link = link(at: slots.next, slots) {
            var longer = slots
            longer.next = link.next
            longer.isApproximate = slots.isApproximate || link.isAbout
            if link.isAt || link.isAbout { longer.isLed = true }
            if readPiece(&longer, isLed: isLed || link.isAt || link.isAbout, isDirect: !link.hasComma),
                !(link.isAbout && !link.isAt && isCount(longer, slots))
            {
                longer.note(after: slots)
                slots = longer
                return true
            }
        }
        let old = slots
        guard readPiece(&slots, isLed: isLed, isDirect: true) else { return false }
        slots.note(after: old)
        return true
    }

    /// Returns true for the number of "about 10 miles".
    private func isCount(_ slots: Slots, _ old: Slots) -> Bool {
        guard let clock = slots.clock, old.clock == nil, !clock.isStrong, slots.day == nil else { return false }
        return !isHourBesideDay(clock.next - 1, clock)
    }

    private struct Link {
        var isAt = false, isAbout = false, hasComma = false
        var next: Int

        /// Takes a comma, a dash or an @; returns false for another token.
        mutating func add(sign: Token) -> Bool {
            guard sign.kind == .sign, [",", "-", "(", "@", "/"].contains(sign.word),
                !(["-", "/"].contains(sign.word) && sign.isGlued), !hasComma || sign.word == "@"
            else { return false }
            if sign.word == "@" { isAt = true } else { hasComma = true }
            return true
        }
    }

    /// Returns true for the T of `2026-11-22T09:00`.
    private func isISOMark(_ index: Int) -> Bool {
        word(index) == "t" && token(index)?.isGlued ?? false && token(index + 1)?.isGlued ?? false
    }

    /// Returns true for ل, ب or ع before an hour.
    private func isPrefixOfHour(_ prefix: Token, _ next: Int) -> Bool {
        prefix.isPrefix && ["ل", "ب", "ع"].contains(prefix.word)
            && (has(.at, next) || has(.about, next) || prefix.word == "ع" && clock(at: next, isLed: true) != nil)
    }

    /// Reads the words between two pieces: a comma, "at", "about", `من`.
    private func link(at index: Int, _ slots: Slots) -> Link? {
        var link = Link(next: index)
        while link.next - index < 5 {
            if !slots.isEmpty, let token = token(link.next), link.add(sign: token) || isISOMark(link.next) {
                link.next += 1
            } else if let (_, next) = find(.at, link.next) {
                (link.isAt, link.next) = (true, next)
            } else if let (_, next) = find(.about, link.next) {
                (link.isAbout, link.next) = (true, next)
            } else if let token = token(link.next), isPrefixOfHour(token, link.next + 1) {
                (link.isAt, link.next) = (link.isAt || token.word == "ع", link.next + 1)
            } else if !slots.isEmpty, slots.clock == nil, let (_, next) = find(.atHourName, link.next),
                token(next)?.kind == .number, clock(at: next, isLed: true) != nil
            {
                // `الخميس على ٨`
                (link.isAt, link.next) = (true, next)
            } else if slots.day != nil, slots.clock == nil, let (sense, next) = find(.after, link.next),
                sense.value == "prayer", link.next == index,
                has(.at, next) || clock(at: next, isLed: false)?.isStrong ?? false, !has(.prayer, next)
            {
                // `اليوم بعد الساعة العاشرة`
                link.next = next
            } else if !slots.isEmpty, let (_, next) = find(.of, link.next), link.next == index {
                link.next = next
            } else {
                break
            }
        }
        return link.next > index ? link : nil
    }

    private func readPiece(_ slots: inout Slots, isLed: Bool, isDirect: Bool) -> Bool {
        let index = slots.next
        guard index < text.tokens.count, text.canBeginTime(at: index), !has(.notTime, index) else { return false }
        var best: (next: Int, slots: Slots)?
        func offer(_ change: (inout Slots) -> Bool) {
            var changed = slots
            guard change(&changed), changed.next > best?.next ?? index else { return }
            best = (changed.next, changed)
        }
        readDays(index, slots, isLed: isLed, isDirect: isDirect, offer)
        readClock(index, slots, isLed: isLed, isDirect: isDirect, offer)
        readBeside(index, slots, isDirect: isDirect, offer)
        guard let best else { return false }
        slots = best.slots
        return true
    }

    /// Reads the pieces that name days: days, repetitions, prayers, moments.
    private func readDays(
        _ index: Int, _ slots: Slots, isLed: Bool, isDirect: Bool, _ offer: ((inout Slots) -> Bool) -> Void
    ) {
        if let piece = repetition(at: index) { offer { $0.add(piece) } }
        let afterDay = slots.day != nil && slots.clock == nil || slots.repetition != nil && slots.clock == nil
        // `من ٩ الصبح لين الظهر`: beside "from" and "to" a prayer's name is its time.
        let isBound = slots.isBound && slots.isEmpty
        if let piece = prayer(at: index, afterDay: afterDay && isDirect || isBound) { offer { $0.add(piece) } }
        if slots.day?.date.weekday == .friday, slots.day?.end == nil, let piece = fridayPrayer(at: index) {
            offer { $0.add(piece) }
        }
        if let piece = countedMoment(at: index) { offer { $0.add(piece) } }
        if let (part, day) = partAndDay(at: index) {
            offer { $0.add(part) && $0.add(day, self) }
        }
        let isRange = !slots.isEmpty && has(.to, index)
        if !isRange, let piece = day(at: index, isExpected: isLed && slots.clock == nil && !has(.at, index - 1)) {
            offer { $0.add(piece, self) }
        }
        if slots.day?.kind == .weekday, let piece = dateOfWeekday(at: index) { offer { $0.add(piece, self) } }
    }

    /// Reads the pieces that only stand beside others: a part of the day, a zone, "or so", "early", a length.
    private func readBeside(
        _ index: Int, _ slots: Slots, isDirect: Bool, _ offer: ((inout Slots) -> Bool) -> Void
    ) {
        let hasDayOrHour = slots.day != nil || slots.clock != nil
        // "evening at 7"
        let isBeforeHour = find(.weakPart, index).map { has(.at, $0.next) && token(index)?.kind == .latin } ?? false
        let isBeside = (hasDayOrHour || slots.repetition != nil) && isDirect || isBeforeHour
        if let piece = part(at: index, isBeside: isBeside, afterHour: slots.clock != nil) {
            offer { $0.add(piece) }
        }
        if slots.clock != nil, slots.zone == nil, let (zone, next) = zone(at: index, after: slots) {
            offer { $0.put(zone, in: \.zone, next: next) }
        }
        if slots.hasTime, !slots.isApproximate, let (sense, next) = find(.aboutAfter, index), sense.value != "sharp" {
            offer { $0.put(true, in: \.isApproximate, next: next) }
        }
        if var part = slots.part, part.edge == 0, slots.clock == nil, let (sense, next) = find(.edgeAfter, index) {
            part.edge = sense.value == "early" ? -1 : 1
            offer { $0.put(part, in: \.part, next: next) }
        }
        if slots.length == nil, let lasting = find(.lasting, index),
            let (span, next) = span(at: lasting.next, allowsOne: true), !has(.prayer, next), !has(.ago, next)
        {
            offer { $0.put(span, in: \.length, next: next) }
        }
    }

    private func readClock(
        _ index: Int, _ slots: Slots, isLed: Bool, isDirect: Bool, _ offer: ((inout Slots) -> Bool) -> Void
    ) {
        guard slots.clock == nil, slots.moment == nil else { return }
        // "Thursday 630"
        let isAfterDay = slots.day?.end == nil && slots.day != nil && isDirect && token(index)?.word.utf8.count == 3
        if var piece = clock(at: index, isLed: isLed || isAfterDay), piece.isStrong || !isAddress(piece.next) {
            let isBeside = slots.day != nil && isDirect || slots.part != nil || slots.repetition != nil
            // "four til seven"
            if !piece.isStrong, has(.to, piece.next), let (_, next) = find(.by, piece.next),
                clock(at: next, isLed: true) != nil
            {
                piece.isStrong = true
            }
            if !piece.isStrong, part(at: piece.next, isBeside: false, afterHour: true) != nil { piece.isStrong = true }
            if piece.isStrong || isLed || slots.isEmpty || (isBeside && isHourBesideDay(index, piece)) {
                offer {
                    $0.isCountLike = $0.isEmpty && !isLed && isCountLike(index)
                    return $0.add(piece)
                }
            }
        }
        readDeadline(index, slots, offer)
        readLedClock(index, slots, offer)
    }

    /// Reads "by 5", "until 5". "90 by 150" measures.
    private func readDeadline(_ index: Int, _ slots: Slots, _ offer: ((inout Slots) -> Bool) -> Void) {
        if let (_, next) = find(.by, index), slots.isEmpty || !has(.to, index), token(index - 1)?.kind != .number {
            let about = find(.about, find(.at, next)?.next ?? next)?.next ?? find(.at, next)?.next ?? next
            if let piece = clock(at: about, isLed: true) {
                offer {
                    $0.bound = .end; $0.isLed = true; return $0.add(piece)
                }
            }
        }
    }

    /// Reads the hours behind "same time", مع, "for" and the like.
    private func readLedClock(_ index: Int, _ slots: Slots, _ offer: ((inout Slots) -> Bool) -> Void) {
        let same = find(.sameTime, index)
        if let (sense, next) = same, let time = sense.value == "now" ? context.reference : context.previous,
            // "At this time" alone means now.
            sense.value != "now" || slots.day != nil || has(.day, next)
        {
            var piece = ClockPiece(time.hour, next: next)
            piece.minute = time.minute
            // "This time" is a time only beside a day.
            (piece.isExact, piece.isStrong, piece.isSame) = (true, sense.value != "now", sense.value != "now")
            offer { $0.add(piece) }
        }
        if let (_, next) = find(.atHourName, index), has(.hourName, next) || isHourWith(index, next),
            let piece = clock(at: next, isLed: true)
        {
            offer {
                $0.isLed = true; return $0.add(piece)
            }
        }
        readWeaklyLedClock(index, slots, offer)
    }

    /// Reads "for 3pm", `في ٧`, `على ٨`: weaker than "at".
    private func readWeaklyLedClock(_ index: Int, _ slots: Slots, _ offer: ((inout Slots) -> Bool) -> Void) {
        let lead = find(.on, index) ?? find(.inside, index)
        let isPrefix = token(index).map { $0.isPrefix && ["ل", "ب", "ع"].contains($0.word) } ?? false
        if lead != nil || isPrefix, let piece = clock(at: skip(.at, lead?.next ?? index + 1), isLed: true) {
            let isHour =
                slots.day != nil || token(index)?.word == "في" || token(index)?.word == "على" || word(index) == "ع"
            let isName = has(.hourName, lead?.next ?? index + 1)
            if piece.isStrong || (slots.day != nil && word(index) != "on")
                || isHour && (isName || piece.hour <= 12 && isEndOfPhrase(piece.next))
            {
                offer {
                    $0.isLed = true; return $0.add(piece)
                }
            }
        }
    }

    /// Returns true for مع ٥ of the Maghreb, which is "at five" unless things or people follow.
    private func isHourWith(_ index: Int, _ next: Int) -> Bool {
        guard ["مع", "m3a"].contains(word(index)), let number = token(next), number.kind == .number,
            let piece = clock(at: next, isLed: true), piece.hour <= 12
        else { return false }
        return piece.isStrong || isEndOfPhrase(piece.next) || has(.day, piece.next) || has(.inside, piece.next)
            || ["ونص", "ن"].contains(word(piece.next)) || token(piece.next)?.isPrefix ?? false
    }

    /// Returns true for the name of a street after a number, as in "10 Downing Street".
    private func isAddress(_ index: Int) -> Bool {
        guard token(index)?.isCapital ?? false else { return false }
        return (index + 1...index + 2).contains { has(.notHour, $0) && token($0)?.isCapital ?? false }
    }

    /// Returns true for a number that follows "for" or `ل`, and for one in words.
    private func isCountLike(_ index: Int) -> Bool {
        guard token(index)?.kind == .number else { return true }
        return ["for", "of", "with", "than", "ل", "مع", "only"].contains(word(index - 1))
    }

    /// Reads the date after a weekday: "Sat 14th", "Thursday 16", "Friday 8 at 5". In "Friday at 8 at Najd" it is an hour.
    private func dateOfWeekday(at index: Int) -> DayPiece? {
        guard let (value, isOrdinal, next) = dayNumber(at: index), !isOrdinalHour(index),
            isOrdinal || (value > 12 || isBeforeHour(next) && !follows(.at, index)) && token(index)?.kind == .number,
            !isClockMark(next), !has(.half, next), !has(.unit, next), !has(.notHour, next), !has(.period, next)
        else { return nil }
        return dayOfMonth(value, next)
    }

    /// Returns true for "at" and an hour.
    private func isBeforeHour(_ index: Int) -> Bool {
        find(.at, index).map { clock(at: $0.next, isLed: true) != nil } ?? false
    }

    /// Returns true for a feminine ordinal: in `الأحد الثامنة` it counts hours, as days are masculine.
    func isOrdinalHour(_ index: Int) -> Bool {
        find(.hourName, index).map { $0.sense.number < 20 && has(.ordinal, index) } ?? false
    }

    private func isEndOfPhrase(_ index: Int) -> Bool {
        guard let token = token(index) else { return true }
        return token.kind == .sign || has(.part, index) || has(.weakPart, index) || has(.prayer, index) || isLink(index)
    }

    /// Returns true unless the number after a day counts things, as in "Friday 3 friends come".
    private func isHourBesideDay(_ index: Int, _ piece: ClockPiece) -> Bool {
        if isAddress(piece.next) { return false }
        guard let follower = token(piece.next), follower.kind == .latin, !isLink(piece.next) else { return true }
        guard token(index)?.kind == .number else { return false }
        let word = follower.word
        return !word.hasSuffix("s")
            || ["works", "suits", "is", "yes", "pls", "plus", "does", "sounds", "as", "was", "his", "this"].contains(
                word)
    }

    // MARK: Ranges

    /// Reads "from 9 to 5" and "between 2 and 4" after a day or at the beginning.
    private func readRange(_ slots: inout Slots) -> Bool {
        guard slots.clock == nil, slots.prayer == nil, slots.moment == nil else { return false }
        var index = slots.next
        if !slots.isEmpty, isSign(",", index) { index += 1 }
        let between = find(.between, index)
        guard let lead = between ?? find(.from, index) else { return false }
        guard let first = compose(at: skip(.at, lead.next), isLed: true, isEnd: true), first.moment == nil else {
            return false
        }
        var joined = slots
        guard joined.take(first, self) else { return false }
        joined.isLed = true
        joined.pieces += first.pieces(from: slots.next)
        guard readEnd(&joined, isBetween: between != nil) else {
            // "from 3pm", "from 18 December"
            guard between == nil, first.prayer?.anchor.relation != .at,
                first.isStrong || has(.at, lead.next) || slots.day != nil,
                slots.isEmpty || first.clock != nil
            else { return false }
            slots = joined
            return true
        }
        slots = joined
        return true
    }

    /// Reads "to 8pm" after a start.
    private func readTo(_ slots: inout Slots) -> Bool {
        readEnd(&slots, isBetween: false)
    }

    private func readEnd(_ slots: inout Slots, isBetween: Bool) -> Bool {
        guard slots.clock != nil || slots.day != nil || slots.prayer != nil || slots.part != nil else { return false }
        guard let start = joint(at: slots.next) ?? (isBetween ? find(.and, slots.next)?.next : nil) else {
            return false
        }
        guard let last = compose(at: skip(.at, start), isLed: true, isEnd: true), last.moment == nil, last.bound == nil
        else { return false }
        guard canEnd(slots, with: last, isLed: slots.isLed || has(.at, start)) else { return false }
        slots.end = [last]
        slots.pieces += last.pieces(from: slots.next)
        slots.next = last.next
        slots.isApproximate = slots.isApproximate || last.isApproximate
        if let zone = last.zone { slots.zone = zone }
        if let length = last.length { slots.length = length }
        if let repetition = last.repetition, slots.repetition == nil { slots.repetition = repetition }
        return true
    }

    /// Returns true if a start and an end make a range.
    private func canEnd(_ slots: Slots, with last: Slots, isLed: Bool) -> Bool {
        if let clock = slots.clock {
            guard last.clock != nil || last.prayer != nil,
                isLed || last.day?.isStrong ?? false || slots.isStrong && clock.isStrong
                    || last.clock?.isStrong ?? last.isStrong || slots.day != nil || slots.repetition != nil
            else { return false }
            return last.clock?.isStrong != false || clock.isStrong || isLed || slots.day?.isStrong == true
                || last.day?.isStrong == true || slots.repetition != nil
        }
        if slots.prayer != nil { return last.prayer != nil || last.clock != nil }
        guard let day = slots.day else { return false }
        return !day.isVague && day.end == nil && last.day != nil && last.prayer == nil
    }

    // MARK: Zones

    /// Reads "London time", `بتوقيت دبي`, "EST", and a city directly after a clear hour.
    private func zone(at index: Int, after slots: Slots) -> (String, Int)? {
        var start = index
        if let lead = find(.zoneTail, start) { start = lead.next }
        guard let (sense, next) = find(.zone, start), endOfZoneDistance(at: next) == nil else { return nil }
        if start > index { return (sense.value, next) }
        if let (_, end) = find(.zoneTail, next) { return (sense.value, end) }
        // "At 8 in London" is on London's clock only for those who are not there.
        if has(.inside, index - 1) || token(index - 1)?.isPrefix ?? false { return nil }
        let isShort = word(start).utf8.count <= 4 && next == start + 1 && token(start)?.kind == .latin
        if isShort { return (sense.value, next) }
        guard slots.clock?.half != nil || slots.clock?.isExact ?? false, token(next).map({ $0.kind == .sign }) ?? true
        else { return nil }
        return (sense.value, next)
    }

    /// Returns the token after the distance in "GMT+5" and "UTC-3:30", which are not zones here.
    func endOfZoneDistance(at index: Int) -> Int? {
        guard let sign = token(index), ["+", "-"].contains(sign.word), let hours = token(index + 1), hours.isGlued,
            hours.kind == .number
        else { return nil }
        return isInner([":"], index + 2) ? index + 4 : index + 2
    }
}

extension Slots {
    /// Returns the pieces with the words before the first of them.
    func pieces(from start: Int) -> [(kind: PieceKind, tokens: Range<Int>)] {
        guard let first = pieces.first else { return [] }
        return [(first.kind, start..<first.tokens.upperBound)] + pieces.dropFirst()
    }

    /// Adds the pieces of the beginning of a range.
    mutating func take(_ other: Slots, _ scanner: Scanner) -> Bool {
        if let day = other.day, !add(day, scanner) { return false }
        if let clock = other.clock, !add(clock) { return false }
        if let part = other.part, !add(part) { return false }
        if let prayer = other.prayer, !add(prayer) { return false }
        if let repetition = other.repetition, !add(repetition) { return false }
        length = length ?? other.length
        zone = zone ?? other.zone
        bound = bound ?? other.bound
        isApproximate = isApproximate || other.isApproximate
        next = other.next
        return true
    }
}
