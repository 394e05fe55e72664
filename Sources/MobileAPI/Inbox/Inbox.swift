import Agreements
import Calendars
import CivilTime
import Planning
import PrayerTimes
import Runtime
import Scheduling
import Storage
import SwiftProtobuf
package import Wire

/// `jadwal.v1.InboxService`: what waits for an answer of the customer.
package enum InboxMethods {
    private static let pageSize = 50

    package static func listConflicts(
        _ input: Jadwal_V1_ListConflictsRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_ListConflictsResponse {
        let (shown, more) = try call.app.planning(of: call.customer).openConflicts(limit: pageSize)
        let calendars = try call.calendars.calendars()
        return .with {
            $0.conflicts = shown.map { Jadwal_V1_Conflict($0, calendars) }
            $0.more = UInt32(more)
        }
    }

    package static func answerConflict(
        _ input: Jadwal_V1_AnswerConflictRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_AnswerConflictResponse {
        let planning = call.app.planning(of: call.customer)
        guard let number = Int64(input.id), let row = try planning.conflict(ConflictID(number))
        else { throw CallError(.notFound, "api.not-found") }
        do {
            try answer(input, row, planning)
        } catch let refusal as ConflictRefusal {
            throw try error(refusal, row, planning, call)
        } catch is EventProblems {
            throw CallError.wrong("start")
        }
        return Jadwal_V1_AnswerConflictResponse()
    }

    private static func answer(
        _ input: Jadwal_V1_AnswerConflictRequest, _ row: ConflictRow, _ planning: PlanningHome
    ) throws {
        if input.answer == .reopen { return try planning.reopen(row.id) }
        if input.answer == .keep { return try planning.keep(row.id) }
        guard row.state == .open else { throw ConflictRefusal.answered }
        guard let shown = try planning.shown(row) else { throw ConflictRefusal.noEvent }
        switch input.answer {
        case .cancel: _ = try planning.cancelEvent(of: shown)
        case .move, .moveOther:
            guard input.hasStart, let start = Instant(input.start) else { throw CallError.wrong("start") }
            _ = try planning.move(
                input.answer == .move ? .event : .other, of: shown, to: start, isWarned: input.isWarned)
        case .unspecified, .keep, .reopen, .UNRECOGNIZED: throw CallError.wrong("answer")
        }
    }

    private static func error(
        _ refusal: ConflictRefusal, _ row: ConflictRow, _ planning: PlanningHome, _ call: CustomerCall
    ) throws -> CallError {
        switch refusal {
        case .answered: return CallError(.failedPrecondition, "api.answered")
        case .noEvent: return CallError(.notFound, "api.not-found")
        case .past: return CallError.wrong("start")
        case .clashes:
            let error = CallError(.aborted, "api.conflict")
            guard let shown = try planning.shown(row) else { return error }
            return error.with(Jadwal_V1_Conflict(shown, try call.calendars.calendars()))
        }
    }

    package static func listFindings(
        _ input: Jadwal_V1_ListFindingsRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_ListFindingsResponse {
        let before = try input.beforeID.isEmpty ? nil : id(input.beforeID, "before_id")
        let found = try call.app.agreements(of: call.customer)
            .inbox(isWaiting: !input.answered, before: before, limit: pageSize)
        return .with { $0.findings = found.map { Jadwal_V1_Finding($0) } }
    }

    package static func answerFinding(
        _ input: Jadwal_V1_AnswerFindingRequest, _ call: CustomerCall
    ) throws -> Jadwal_V1_AnswerFindingResponse {
        let home = call.app.agreements(of: call.customer), id = try id(input.id, "id")
        guard try home.finding(id) != nil else { throw CallError(.notFound, "api.not-found") }
        do {
            switch input.answer {
            case .keep: try home.keep(id)
            case .add: try home.add(id)
            case .dismiss: try home.dismiss(id)
            case .apply: try home.apply(id)
            case .undo: try home.undo(id)
            case .unspecified, .UNRECOGNIZED: throw CallError.wrong("answer")
            }
        } catch let refusal as AnswerRefusal {
            throw CallError(.failedPrecondition, refusal == .gone ? "api.answered" : "api.not-found")
        }
        guard let found = try home.finding(id) else { throw CallError(.notFound, "api.not-found") }
        return .with { $0.finding = Jadwal_V1_Finding(found) }
    }

    private static func id(_ text: String, _ field: String) throws -> AgreementID {
        guard let number = Int64(text) else { throw CallError.wrong(field) }
        return AgreementID(number)
    }
}

extension Jadwal_V1_Conflict {
    /// - Parameter calendars: the calendars of the customer.
    init(_ shown: ShownConflict, _ calendars: [CalendarRow]) {
        self.init()
        id = shown.row.id.description
        event = Jadwal_V1_Occurrence(shown.event, calendars)
        others = shown.others.map { Jadwal_V1_Occurrence($0, calendars) }
        prayers = shown.problems.compactMap { problem in
            if case .prayer(let prayer, _) = problem { prayer.rawValue } else { nil }
        }
        better = shown.best.map(Jadwal_V1_BetterTime.init)
        if let other = shown.bestForOther { betterForOther = Jadwal_V1_BetterTime(other) }
    }
}

extension Jadwal_V1_Finding {
    init(_ found: FoundAgreement) {
        self.init()
        (id, state) = (found.id.description, found.state.rawValue)
        (title, location) = (found.values.title, found.values.place ?? "")
        (eventID, foundAt) = (found.event?.segment ?? "", found.foundAt.timestamp)
        proof = found.proof.map { sentence in
            .with { ($0.isOwn, $0.text) = (sentence.isMine, sentence.pieces.map(\.text).joined()) }
        }
        hasChange_p = found.pending != nil
    }
}
