import CivilTime

extension Scanner {
    /// Reads a moment counted from the message: "in half an hour", `بعد ساعتين`, "20 minutes from now", "now".
    func countedMoment(at index: Int) -> MomentPiece? {
        if let (sense, next) = find(.now, index), sense.value == "now" {
            var piece = MomentPiece(moment: context.reference, next: next)
            piece.isVague = true
            return piece
        }
        if let coming = find(.next, skip(.article, index)),
            let (span, next) = span(at: coming.next) ?? hour(at: coming.next), span.seconds > 0
        {
            return running(span, next)
        }
        if let (span, next) = comingSpan(at: index), span.seconds > 0 { return running(span, next) }
        if let lead = find(.after, index) ?? find(.within, index) ?? find(.inside, index) {
            return momentBehind(lead, at: index)
        }
        if let ago = find(.agoBefore, index), let (span, next) = span(at: ago.next, allowsOne: true), span.seconds > 0 {
            return past(span, next)
        }
        guard let (span, next) = span(at: index), span.seconds > 0, span.months == 0 else { return nil }
        if let ago = find(.ago, next) { return past(span, ago.next) }
        guard let (sense, end) = find(.fromNow, next), sense.value != "day" else { return nil }
        var piece = MomentPiece(moment: later(span.days * 86_400 + span.seconds), next: end)
        piece.hasSeconds = span.seconds % 60 != 0
        return piece
    }

    /// Reads a length behind "in", "within" or "after".
    private func momentBehind(_ lead: (sense: Sense, next: Int), at index: Int) -> MomentPiece? {
        if lead.sense.kind == .inside, isDistance(index) { return nil }
        let about = find(.about, lead.next)
        let start = about?.next ?? lead.next
        guard let (span, next) = span(at: start, allowsOne: lead.sense.kind != .inside), span.seconds > 0,
            span.months == 0
        else {
            return nil
        }
        let end = find(.fromNow, next)?.next ?? find(.aboutAfter, next)?.next ?? next
        var piece = MomentPiece(moment: later(span.days * 86_400 + span.seconds), next: end)
        piece.isApproximate = about != nil || has(.aboutAfter, next)
        piece.hasSeconds = span.seconds % 60 != 0
        if lead.sense.kind == .within { piece.bound = .within }
        return piece
    }

    /// Returns true behind "before": قبل الموعد بعشر دقائق is counted from the appointment, not from now.
    private func isDistance(_ index: Int) -> Bool {
        (1...2).contains { index >= $0 && word(index - $0).hasPrefix("قبل") }
    }

    /// Returns a length that begins now.
    private func running(_ span: Span, _ next: Int) -> MomentPiece {
        var piece = MomentPiece(moment: later(span.seconds < 60 ? 1 : 0), next: next)
        piece.length = span.minutes
        piece.hasSeconds = true
        return piece
    }

    /// Reads the "hour" of "in the next hour".
    private func hour(at index: Int) -> (span: Span, next: Int)? {
        span(at: index, allowsOne: true).flatMap { $0.span.seconds == 3_600 ? $0 : nil }
    }

    private func past(_ span: Span, _ next: Int) -> MomentPiece {
        var piece = MomentPiece(moment: later(-span.days * 86_400 - span.seconds), next: next)
        (piece.isVague, piece.isPast) = (true, true)
        return piece
    }

    /// Returns the moment some seconds after the message.
    func later(_ seconds: Int) -> LocalDateTime {
        let now = context.reference
        let total = now.hour * 3_600 + now.minute * 60 + now.second + seconds
        let days = total >= 0 ? total / 86_400 : -((-total + 86_399) / 86_400)
        let rest = total - days * 86_400
        return LocalDateTime(date: now.date + days, hour: rest / 3_600, minute: rest / 60 % 60, second: rest % 60)
            ?? now
    }
}
