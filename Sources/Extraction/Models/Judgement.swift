/// The findings in a chat after the rules and a language model have read it.
///
/// The model counts only if its answer passed the checks. Where the two disagree on an agreement, it waits as a
/// proposal for the customer.
public struct Judgement: Hashable, Sendable {
    /// The part that the model had.
    public enum Verdict: Hashable, Sendable {
        /// The model was not asked.
        case notAsked
        /// The model gave no answer that can be read.
        case failed
        /// The model's answer did not pass the checks.
        case unbelieved(ModelAnswerError)
        /// The model found the same as the rules.
        case agreed
        /// The model found something else than the rules.
        case disagreed
    }

    public let analysis: ThreadAnalysis
    public let verdict: Verdict

    /// The findings of the rules alone.
    ///
    /// - Parameter verdict: the reason why there is nothing of a model.
    public init(rules: ThreadAnalysis, alone verdict: Verdict = .notAsked) {
        (analysis, self.verdict) = (rules, verdict)
    }

    /// The findings of the rules and of a model whose answer passed the checks.
    ///
    /// - Parameter trustsModel: true if the model's word counts where the two disagree on an agreement.
    public init(rules: ThreadAnalysis, model: ThreadAnalysis, trustsModel: Bool) {
        let agreed = rules.plans.filter { $0.status == .agreed }
        let isSame = model.status == .agreed
            ? agreed.contains { plan in model.event.map { hasSameTime($0, plan.event) } ?? false }
            : agreed.isEmpty && rules.status == model.status
        if isSame {
            (analysis, verdict) = (rules, .agreed)
            return
        }
        verdict = .disagreed
        if model.status != .agreed, agreed.isEmpty {
            // A plan that the customer has in the calendar is not cancelled or kept by a model alone.
            let isKnown = rules.plans.contains { $0.event.changeOf != nil }
            analysis = isKnown && !trustsModel ? rules : rules.replaced(by: model)
        } else {
            analysis = trustsModel ? rules.replaced(by: model) : rules.asked(with: model)
        }
    }
}

extension ThreadAnalysis {
    /// Returns the model's findings. A plan that the model denies keeps the rules' event.
    fileprivate func replaced(by model: ThreadAnalysis) -> ThreadAnalysis {
        guard model.event == nil else { return model }
        guard model.status == .denied else { return ThreadAnalysis(status: model.status, event: nil, plans: []) }
        let plans = plans.map { PlanFinding(status: .denied, event: $0.event) }
        guard let event = event ?? plans.last?.event else { return self }
        return ThreadAnalysis(status: .denied, event: event, plans: plans)
    }

    /// Returns the rules' findings with every agreement as a proposal, and the model's agreement beside them.
    fileprivate func asked(with model: ThreadAnalysis) -> ThreadAnalysis {
        var plans = plans.map { plan in
            PlanFinding(status: plan.status == .agreed ? .notConfirmed : plan.status, event: plan.event)
        }
        var main = event
        if model.status == .agreed, let found = model.event, !plans.contains(where: { hasSameTime($0.event, found) }) {
            plans.append(PlanFinding(status: .notConfirmed, event: found))
            if status != .agreed { main = found }
        } else if model.status == .agreed, let found = model.event,
            let index = plans.firstIndex(where: { hasSameTime($0.event, found) })
        {
            plans[index].status = .notConfirmed
            if status != .agreed { main = plans[index].event }
        }
        return ThreadAnalysis(status: .notConfirmed, event: main, plans: plans)
    }
}

/// Returns true for events of the same day and hour.
private func hasSameTime(_ one: FoundPlan, _ other: FoundPlan) -> Bool {
    one.date == other.date && one.minute == other.minute
}
