/// The people of a group of three and more.
///
/// A plan has two roles: who proposed, and the others. So each message of a group has the side of its writer's role,
/// and all rules hold for groups, too. A plan is agreed when the one who proposed and at least one other agree.
extension Talk {
    var isGroup: Bool { messages.contains { $0.speaker != nil } }

    /// Returns the person who wrote a message; nil for an event made before.
    func writer(of message: Int) -> String? {
        messages.indices.contains(message) ? messages[message].writer : nil
    }

    /// Returns the side of a message that is about to be read: in a group that of its writer's role towards the plan,
    /// or towards what was told or said last.
    func role(of message: StandingMessage) -> ChatSide {
        guard isGroup else { return message.side }
        let before = [plan?.proposal.message, memory.told?.index, memory.last?.index].compactMap(\.self)
        guard let reference = before.first(where: memory.roles.indices.contains) else { return message.side }
        let side = memory.roles[reference]
        return messages[reference].writer == message.writer ? side : side.other
    }

    /// Returns true for a refusal by one of several to whom a plan was proposed, while another one may still come.
    func leavesOthers(_ turn: Turn) -> Bool {
        guard let plan, let proposer = writer(of: plan.proposal.message), proposer != turn.writer,
            !others(than: [proposer, turn.writer]).isEmpty
        else { return false }
        let refusals = [RuleFamily.withdrawing, RuleFamily.refusing].lazy.compactMap { $0.moves(turn, self) }.first
        return (refusals ?? []).contains { if case .deny = $0 { true } else { false } }
    }

    /// Returns the people of the chat who did not refuse, without some.
    private func others(than some: Set<String>) -> Set<String> {
        Set(messages.map(\.writer)).subtracting(some).subtracting(plan?.notComing ?? [])
    }

    /// Takes a person out of a plan, which is open again if only its proposer is left.
    mutating func leaveOut(_ turn: Turn, _ index: Int) {
        plans[index].coming.remove(turn.writer)
        plans[index].notComing.insert(turn.writer)
        if plans[index].state == .agreed, plans[index].coming.count < 2 { plans[index].reopen(plans[index].proposal) }
    }

    /// Returns the other's voice note, or a sticker of which nobody knows the meaning, right before a message.
    func unheardReply(_ turn: Turn) -> Plan.Mark? {
        guard let reply = memory.neutralReply, reply.side == turn.side.other,
            Memory.isWithin(.subject, reply.message, before: turn), messages[reply.message].isUnheard
        else { return nil }
        return reply
    }
}
