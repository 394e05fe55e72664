import CivilTime

extension Scanner {
    /// Reads an hour with its minutes and its half of the day: "half past six", `تسعة إلا ثلث`, `19:30`, "7p".
    ///
    /// - Parameter isLed: true after a word such as "at", where a mere number is an hour.
    func clock(at index: Int, isLed: Bool) -> ClockPiece? {
        guard !isAfterSign(index), !has(.notTime, index) else { return nil }
        guard var piece = moment(at: index) ?? movedHour(at: index) ?? hourAndMinutes(at: index, isLed: isLed) else {
            return nil
        }
        if piece.half == nil, let (half, next) = half(at: piece.next),
            !(piece.isExact && piece.hour > 12 && half == .am)
        {
            piece.half = half
            piece.isStrong = true
            piece.next = next
            if piece.hour <= 12 { piece.isExact = false }
        }
        if let (_, next) = find(.oClock, piece.next) {
            piece.isStrong = true
            piece.next = next
            if piece.half == nil, let (half, end) = half(at: next) { (piece.half, piece.next) = (half, end) }
        }
        let mark = isInner(["-"], piece.next) ? piece.next + 1 : piece.next
        if let (sense, next) = find(.aboutAfter, mark) {
            piece.isApproximate = sense.value != "sharp"
            piece.isStrong = piece.isStrong || token(mark)?.isGlued ?? false || isLed || sense.value == "ish"
            piece.next = next
            if piece.half == nil, let (half, end) = half(at: next) { (piece.half, piece.next) = (half, end) }
        }
        return piece
    }

    private func half(at index: Int) -> (Half, Int)? {
        guard let (sense, next) = find(.half, index) else { return nil }
        // One letter counts only directly after the number.
        if word(index).utf8.count == 1, next == index + 1, token(index)?.kind == .latin, token(index)?.isGlued == false
        {
            return nil
        }
        // "6a5at" is a word.
        if word(index).utf8.count == 1, let follower = token(next), follower.isGlued, follower.kind != .sign {
            return nil
        }
        if token(index)?.kind == .arabic, word(index).utf8.count == 2, token(index)?.isGlued == false,
            let follower = token(next), follower.kind == .arabic, follower.word.utf8.count == 2
        {
            return nil
        }
        let end =
            isSign(".", next) && token(next)?.isGlued ?? false && word(next - 1).utf8.count == 1 && has(.half, index)
                && token(next + 1)?.isGlued != true ? next + 1 : next
        return (sense.value == "am" ? .am : .pm, end)
    }

    /// Reads "noon" and `منتصف الليل`, with a 12 before them or not.
    private func moment(at index: Int) -> ClockPiece? {
        var start = index
        if token(index)?.number == 12 {
            start = index + 1
        } else if let (sense, next) = find(.number, index), sense.number == 12 {
            start = next
        }
        guard
            let (sense, next) = find(.moment, start) ?? find(.moment, skip(.inside, start))
                ?? find(.moment, skip(.at, start)),
            start == index || start > index
        else { return nil }
        if start == index, find(.moment, index) == nil { return nil }
        var piece = ClockPiece(sense.number / 60, next: next)
        piece.minute = sense.number % 60
        (piece.isExact, piece.isStrong) = (true, true)
        return piece
    }

    /// Reads "half past six", "ten to nine", "quarter of five", and the British "half five".
    private func movedHour(at index: Int) -> ClockPiece? {
        let start = find(.article, index).flatMap { $0.sense.value == "a" ? $0.next : nil } ?? index
        guard token(start)?.kind != .arabic else { return nil }
        let minutes: Int, after: Int, isFraction: Bool
        if let (fraction, next) = find(.fraction, start) {
            (minutes, after, isFraction) = (fraction.number, next, true)
        } else if let (value, next) = number(at: start), (1...59).contains(value) {
            (minutes, after, isFraction) = (value, skip(.minuteWord, next), false)
        } else {
            return nil
        }
        let past = find(.past, after), to = past == nil ? find(.until, after) : nil
        if past == nil, to == nil { return isFraction && minutes == 30 ? halfFive(at: after) : nil }
        // "from five to seven" is a range.
        guard past != nil || isFraction || !follows(.from, index) && !follows(.between, index) else { return nil }
        // "5 to 7" is a range; "five to seven" is a time.
        guard isFraction || token(start)?.kind != .number || minutes > 12 || past != nil || has(.minuteWord, after - 1)
        else { return nil }
        let hourStart = past?.next ?? to?.next ?? after
        if let (noon, next) = find(.moment, hourStart) {
            return moved(ClockPiece(noon.number / 60, next: next), by: past != nil ? minutes : -minutes, isExact: true)
        }
        guard let (hour, next) = number(at: hourStart), (1...12).contains(hour), !has(.unit, next),
            isFraction || [5, 10, 20, 25, 15].contains(minutes) || has(.minuteWord, after - 1)
        else { return nil }
        return moved(ClockPiece(hour, next: next), by: past != nil ? minutes : -minutes)
    }

    /// Reads the hour of the British "half five".
    private func halfFive(at index: Int) -> ClockPiece? {
        guard let (hour, next) = number(at: index), (1...12).contains(hour), !has(.unit, next), !has(.notHour, next),
            token(index)?.isGlued != true
        else { return nil }
        return moved(ClockPiece(hour, next: next), by: 30)
    }

    func moved(_ piece: ClockPiece, by minutes: Int, isExact: Bool = false) -> ClockPiece {
        var moved = piece
        moved.isExact = piece.isExact || isExact
        let total = piece.hour * 60 + piece.minute + minutes
        if total < 0 {
            (moved.hour, moved.minute) = (23, total + 60)
        } else if minutes < 0, piece.hour == 1, total < 60 {
            (moved.hour, moved.minute) = (12, total)
        } else {
            (moved.hour, moved.minute) = (total / 60, total % 60)
        }
        moved.isStrong = true
        return moved
    }

    private func hourAndMinutes(at index: Int, isLed: Bool) -> ClockPiece? {
        guard let token = token(index) else { return nil }
        if token.kind == .number { return digitalHour(token, at: index, isLed: isLed) }
        if let (sense, next) = find(.hourName, index) {
            var piece = ClockPiece(sense.number, next: next)
            piece.isExact = sense.number > 12
            return withArabicMinutes(piece, isLed: isLed)
        }
        guard let (sense, next) = find(.number, index),
            (1...12).contains(sense.number) || isLed && sense.number == 0 || sense.number < 24 && isLed,
            !(number(at: index).map { has(.notHour, $0.next) } ?? false)
        else { return nil }
        let piece = ClockPiece(sense.number, next: next)
        guard !isCounted(by: next, isLed: isLed), !has(.notHour, next) else { return nil }
        return token.kind == .arabic ? withArabicMinutes(piece, isLed: isLed) : withSpokenMinutes(piece)
    }

    /// Reads "seven thirty" and "twelve oh three".
    private func withSpokenMinutes(_ piece: ClockPiece) -> ClockPiece {
        var piece = piece
        if ["oh", "o", "ou", "zero"].contains(word(piece.next)), let (value, next) = number(at: piece.next + 1),
            value < 10
        {
            (piece.minute, piece.isStrong, piece.next) = (value, true, next)
        } else if case let spoken = isInner(["-"], piece.next) ? piece.next + 1 : piece.next,
            token(spoken)?.kind == .latin, let (value, next) = number(at: spoken), (10...59).contains(value),
            !has(.unit, next), !has(.notHour, next)
        {
            (piece.minute, piece.isStrong, piece.next) = (value, true, next)
        }
        return piece
    }

    /// Returns true for a number without a currency, a unit, a name or another number beside it.
    private func isFree(_ index: Int) -> Bool {
        guard let next = token(index + 1) else { return true }
        if next.kind == .sign {
            let isNumber = token(index + 2).map { $0.kind == .number && $0.isGlued } ?? false
            return !["%", "/", "-", ":", "$", "€"].contains(next.word) && !isNumber
        }
        if next.isGlued || has(.unit, index + 1) || has(.notHour, index + 1) || next.kind == .number { return false }
        return !(next.isCapital && next.kind == .latin && !isLink(index + 1))
    }

    private func digitalHour(_ token: Token, at index: Int, isLed: Bool) -> ClockPiece? {
        guard let value = token.number else { return nil }
        if token.word.utf8.count == 3 { return threeDigits(value, at: index, isLed: isLed) }
        if token.word.utf8.count == 4 { return fourDigits(token, value, at: index, isLed: isLed) }
        guard token.word.utf8.count <= 2, value <= 24 else { return nil }
        var piece = ClockPiece(value, next: index + 1)
        piece.isExact = value > 12 || value == 0 || token.word.hasPrefix("0")
        if let minutes = minutes(at: index + 1, isLed: isLed) {
            piece.minute = minutes.minute
            piece.second = minutes.second
            piece.next = minutes.next
            piece.isStrong = true
            return value == 24 && piece.minute > 0 ? nil : piece
        }
        if word(index + 1) == "h", isLed || value > 5 { return withH(piece, at: index, isLed: isLed) }
        return isHour(before: index + 1, isLed: isLed) ? withArabicMinutes(piece, isLed: isLed) : nil
    }

    /// Returns true if what follows a number leaves it an hour.
    private func isHour(before index: Int, isLed: Bool) -> Bool {
        guard !isCounted(by: index, isLed: isLed), !has(.notHour, index), !isSign("%", index), !isSign("$", index),
            !(isInner(["/", ".", ",", "*", "+", "x", ":"], index) && token(index + 1)?.kind == .number)
        else { return false }
        guard let follower = token(index), follower.isGlued, follower.kind == .latin else { return true }
        return has(.half, index) || has(.oClock, index) || has(.aboutAfter, index)
    }

    /// Reads `730` after "at", and before a half of the day.
    private func threeDigits(_ value: Int, at index: Int, isLed: Bool) -> ClockPiece? {
        guard value % 100 < 60, value >= 100 else { return nil }
        let isStrong = isLed && value % 5 == 0 && isFree(index)
        guard isStrong || has(.half, index + 1) else { return nil }
        var piece = ClockPiece(value / 100, next: index + 1)
        piece.minute = value % 100
        if isStrong { piece.isStrong = true }
        return piece
    }

    /// Reads `1900` and `0930`.
    private func fourDigits(_ token: Token, _ value: Int, at index: Int, isLed: Bool) -> ClockPiece? {
        let (hour, minute) = (value / 100, value % 100)
        guard hour < 24, minute < 60,
            isLed && (minute % 5 == 0) && !(1_950...2_100).contains(value) || token.word.hasPrefix("0")
                || has(.oClock, index + 1) || has(.half, index + 1) && hour <= 12
                || isWholeText(index) && minute % 15 == 0 && hour >= 10
        else { return nil }
        // `510-964-0300` is a telephone, "1500 Sycamore Avenue" an address.
        let isTelephone = isSign("-", index - 1) && token.isGlued && self.token(index - 2)?.kind == .number
        let follower = self.token(index + 1)
        let isName = follower.map { $0.isCapital && $0.kind == .latin && !isLink(index + 1) } ?? false
        guard !isTelephone, !isName, self.token(index - 1)?.kind != .number,
            !isInner(["-", "/", "."], index + 1), !has(.notHour, index + 1)
        else { return nil }
        var piece = ClockPiece(hour, next: index + 1)
        piece.minute = minute
        (piece.isExact, piece.isStrong) = (!has(.half, index + 1), true)
        return piece
    }

    /// Reads `19h`, `19h00`, `10 H 10`; `1h30` is a length.
    private func withH(_ hour: ClockPiece, at index: Int, isLed: Bool) -> ClockPiece? {
        guard let h = token(index + 1) else { return nil }
        var piece = hour
        if let minute = token(index + 2), minute.word.utf8.count == 2, let number = minute.number, number < 60,
            minute.isGlued == h.isGlued
        {
            (piece.minute, piece.next, piece.isStrong) = (number, index + 3, true)
            return piece
        }
        guard h.isGlued, piece.hour > 12 || isLed else { return nil }
        (piece.next, piece.isStrong) = (index + 2, true)
        return piece
    }

    /// Returns true for a unit that a number before it counts. In `الساعة ٦ يوم الخميس` there is none.
    func isCounted(by index: Int, isLed: Bool) -> Bool {
        if has(.weekdays, index) { return true }
        guard has(.unit, index) else { return false }
        let next = index + 1
        return !has(.dayWord, index) || token(index)?.kind != .arabic
            || !(has(.weekday, next) || has(.bareWeekday, next) || has(.day, index) || has(.day, next)
                || isLed && (token(next)?.kind == .number || has(.ordinal, next)))
    }

    private func isWholeText(_ index: Int) -> Bool { index == 0 && text.tokens.count == 1 }

    /// Reads `:30`, ` : 30`, `.30` and seconds after them.
    private func minutes(at index: Int, isLed: Bool) -> (minute: Int, second: Int, next: Int)? {
        guard let mark = token(index), let minute = token(index + 1), minute.kind == .number,
            minute.word.utf8.count == 2,
            let value = minute.number, value < 60, mark.isGlued == minute.isGlued
        else { return nil }
        var next = index + 2, second = 0
        if mark.word == ":" {
            if isSign(":", next), token(next)?.isGlued == mark.isGlued, let token = token(next + 1),
                token.word.utf8.count == 2,
                let seconds = token.number, seconds < 60
            {
                (second, next) = (seconds, next + 2)
            }
            return (value, second, next)
        }
        // `5.30` can be a price.
        let isHour = isLed || has(.half, next) || has(.part, next) || value % 15 == 0 && isBehindDay(index - 1)
        guard mark.word == ".", mark.isGlued, isHour, !isInner(["."], next) else { return nil }
        return (value, 0, next)
    }

    /// Returns true for a number right behind the name of a day: "Friday 6.30", "Saturday, 12.30".
    private func isBehindDay(_ index: Int) -> Bool {
        let day = isSign(",", index - 1) ? index - 2 : index - 1
        return has(.weekday, day) || has(.bareWeekday, day) || has(.day, day)
    }

    /// Reads `ونص`, `إلا ربع`, `ونص وخمسة`, `و١٥ دقيقة`.
    private func withArabicMinutes(_ piece: ClockPiece, isLed: Bool) -> ClockPiece {
        var piece = piece, count = 0
        while count < 2 {
            let sign: Int, start: Int
            if let (_, next) = find(.minus, piece.next) {
                (sign, start) = (-1, next)
            } else if let (_, next) = find(.and, piece.next), token(piece.next)?.kind == .arabic {
                (sign, start) = (1, next)
            } else {
                break
            }
            if let (fraction, next) = find(.fraction, start), !has(.unit, next) {
                piece = with(piece, sign * fraction.number, next)
            } else if let (value, afterValue) = number(at: start), (1...59).contains(value) {
                let end = skip(.minuteWord, afterValue)
                let isSaid =
                    end > afterValue || (token(start)?.kind == .arabic && value % 5 == 0 && !has(.half, afterValue))
                guard isSaid, sign < 0 || end > afterValue || !has(.unit, afterValue) else { break }
                piece = with(piece, sign * value, end)
            } else {
                break
            }
            count += 1
        }
        return piece
    }

    private func with(_ piece: ClockPiece, _ minutes: Int, _ next: Int) -> ClockPiece {
        var moved = moved(piece, by: minutes)
        moved.next = next
        return moved
    }
}
