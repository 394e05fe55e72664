@testable import Pages
@testable import Templates

/// A sample of every page about chats.
let agreementPages: [any Page & Sendable] = [
    InboxPage(
        undo: sampleUndo, clash: ConflictNotice(words: "Both stay.", isProblem: true, id: "1"),
        clashes: sampleConflicts, notice: InboxNotice(words: "Kept.", isProblem: true, id: "1", undo: "undo"),
        progress: InboxProgress(words: "Reading", isUnderWay: true, isProblem: true), isDone: true,
        items: [
            FoundItem(
                id: "1", month: "November", day: "26", title: "Coffee with Sara", when: "Thursday 26 November, 15:00",
                details: ["30 min after Maghrib"], place: "Olaya", proof: sampleProof,
                flags: [FoundFlag(words: "Not agreed yet.", isNote: true)], eventURL: "/events/1/x.ics",
                buttons: [sampleButton], editURL: "/events/1/x.ics/edit", answered: "Kept on 24 November")
        ],
        hasItems: true, nothing: "The last one was lunch.", moreURL: "/inbox?before=1",
        link: LinkStatus(words: "Connected", isGood: true, isProblem: true), proofDays: "7"),
    WhatsAppPage(
        notice: "saved", isMissing: true, consent: ConsentForm(problem: "wrong"),
        form: LinkForm(typed: "050", problem: "wrong"), failure: "Nobody typed it.", wait: "Waiting",
        code: CodeHalves(first: "K7QM", second: "4XDP", whole: "K7QM4XDP", spelled: "K 7 Q M, 4 X D P"),
        number: "+966 5• ••• ••42", phone: LinkedPhone(name: "Zaid", status: "Connected since 2 November"),
        isUnderWay: true,
        chats: [ChatItem(id: "1", name: "Sara", details: "from a file", isOff: true, isNotUnderstood: true)],
        hasChats: true, mailsFindings: true,
        model: ModelChoice(host: "models.example.org", country: "Germany", isOn: true), proofDays: "7"),
    UploadChatPage(problem: "wrong", asksName: true, names: ["Zaid", "Sara"], data: "eA=="),
    ForgetChatsPage(),
    ConnectionsPage(connections: [
        ConnectionItem(name: "Email", data: "The email", host: "mail.example.org", isOn: true)
    ]),
]

let sampleEventChat = EventChat(
    id: "1", proof: sampleProof, flags: [FoundFlag(words: "Not agreed yet.", isNote: true)], buttons: [sampleButton])

private let sampleButton = AnswerButton(answer: "keep", words: "Keep", look: "soft", isKeeping: true)

let sampleProof = ChatProof(
    contact: "Sara", said: "today",
    sentences: [ChatSentence(isMine: true, pieces: [ChatPiece(text: "Agreed", isMarked: true)], time: "12:44")],
    forgotten: "30 November")
