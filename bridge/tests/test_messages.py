"""WhatsApp's messages, made of neonize's own classes, as messages of the contract."""

import json

import pytest
from jadwal_bridge.messages import Known, convert
from neonize.proto.Neonize_pb2 import JID, MessageInfo, MessageSource
from neonize.proto.Neonize_pb2 import Message as Event
from neonize.proto.waCommon.WACommon_pb2 import MessageKey
from neonize.proto.waE2E.WAWebProtobufsE2E_pb2 import (
    ContactMessage, ContextInfo, DocumentMessage, ExtendedTextMessage, FutureProofMessage, ImageMessage, Message,
    PollCreationMessage, ProtocolMessage, ReactionMessage)

CUSTOMER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"
OWN, OWN_HIDDEN, SARA, SARA_HIDDEN = "966501234567", "111222333444555", "966502222222", "999888777666555"
KNOWN = Known(OWN, OWN_HIDDEN, "Zaid")


def jid(user, server="s.whatsapp.net", device=0):
    return JID(User=user, Server=server, Device=device, RawAgent=0, Integrator=0, IsEmpty=False)


def event(content, mine=False, chat=None, id="3EB0A1", category="", pushname="Sara", is_group=False, view_once=False,
          other=None, seconds=1744700000):
    chat = chat or jid(SARA)
    sender = jid(OWN, device=7) if mine else jid(chat.User, chat.Server, 3)
    source = MessageSource(Chat=chat, Sender=sender, IsFromMe=mine, IsGroup=is_group)
    if other is not None:
        (source.RecipientAlt if mine else source.SenderAlt).CopyFrom(other)
    info = MessageInfo(MessageSource=source, ID=id, Pushname=pushname, Timestamp=seconds * 1000 + 250, Category=category)
    return Event(Info=info, Message=content, IsViewOnce=view_once)


def converted(content, known=KNOWN, **more):
    made = convert(event(content, **more), CUSTOMER, known)
    json.dumps(made)
    return made


def text(body, **context):
    return Message(extendedTextMessage=ExtendedTextMessage(text=body, contextInfo=ContextInfo(**context)))


def test_a_message_of_somebody_else():
    assert converted(Message(conversation="نلتقي بكرة؟")) == {
        "customer_id": CUSTOMER, "id": f"false_{SARA}@c.us_3EB0A1", "chat_id": f"{SARA}@c.us", "sender_name": "Sara",
        "sender_number": SARA, "is_sender_me": False, "body": "نلتقي بكرة؟", "quoted_message": None,
        "timestamp": 1744700000, "kind": "message", "target": None, "v": 2}


def test_an_own_message_belongs_to_the_other_sides_chat():
    made = converted(Message(conversation="ok"), mine=True, pushname="Z")
    assert (made["id"], made["chat_id"]) == (f"true_{SARA}@c.us_3EB0A1", f"{SARA}@c.us")
    assert (made["is_sender_me"], made["sender_name"], made["sender_number"]) == (True, "Zaid", OWN)


def test_the_name_in_the_address_book_comes_before_the_chosen_one():
    known = Known(OWN, name=lambda user, server: {(SARA, "s.whatsapp.net"): "سارة"}.get((user, server)))
    assert converted(Message(conversation="a"), known)["sender_name"] == "سارة"
    assert converted(Message(conversation="a"), known, chat=jid("966503333333"))["sender_name"] == "Sara"
    assert converted(Message(conversation="a"), pushname="x" * 300)["sender_name"] == "x" * 100


@pytest.mark.parametrize("mine", [True, False])
def test_a_hidden_contact_has_one_chat_however_it_is_addressed(mine):
    direct = converted(Message(conversation="a"), mine=mine)
    hidden = converted(Message(conversation="a"), mine=mine, chat=jid(SARA_HIDDEN, "lid"), other=jid(SARA))
    assert hidden == direct
    stored = Known(OWN, OWN_HIDDEN, "Zaid", number={SARA_HIDDEN: SARA}.get)
    assert converted(Message(conversation="a"), stored, mine=mine, chat=jid(SARA_HIDDEN, "lid")) == direct


def test_an_unknown_hidden_contact_keeps_its_hidden_id_and_has_no_number():
    made = converted(Message(conversation="a"), chat=jid(SARA_HIDDEN, "lid"))
    assert (made["chat_id"], made["sender_number"]) == (f"{SARA_HIDDEN}@lid", "")


@pytest.mark.parametrize("content", [
    Message(conversation="eight"), text("eight"), Message(imageMessage=ImageMessage(caption="eight")),
    Message(documentMessage=DocumentMessage(caption="eight")),
    Message(ephemeralMessage=FutureProofMessage(message=Message(conversation="eight"))),
    Message(documentWithCaptionMessage=FutureProofMessage(message=Message(documentMessage=DocumentMessage(caption="eight"))))])
def test_texts_and_captions_are_read(content):
    assert converted(content)["body"] == "eight"


@pytest.mark.parametrize("content", [
    Message(), Message(conversation=""), Message(conversation=" \n"), Message(imageMessage=ImageMessage()),
    Message(contactMessage=ContactMessage(displayName="Sara", vcard="BEGIN:VCARD")), Message(conversation="BEGIN:VCARD\nFN:S"),
    Message(pollCreationMessage=PollCreationMessage(name="When?")),
    Message(protocolMessage=ProtocolMessage(type=ProtocolMessage.EPHEMERAL_SETTING)),
    Message(protocolMessage=ProtocolMessage(type=ProtocolMessage.REVOKE)), Message(reactionMessage=ReactionMessage(text="👍"))])
def test_what_has_no_words_or_no_target_is_not_read(content):
    assert converted(content) is None


@pytest.mark.parametrize(("chat", "is_group"), [
    (jid("120363000000000000", "g.us"), True), (jid("120363000000000000", "g.us"), False), (jid(SARA), True),
    (jid("status", "broadcast"), False), (jid("1744700000", "broadcast"), False), (jid("120363000000000000", "newsletter"), False),
    (jid("867051314767696", "bot"), False), (jid(OWN), False), (jid(OWN_HIDDEN, "lid"), False), (jid("", ""), False)])
def test_only_chats_of_two_people_are_read(chat, is_group):
    assert converted(Message(conversation="eight"), chat=chat, is_group=is_group) is None


def test_view_once_and_traffic_between_own_devices_are_not_read():
    assert converted(Message(conversation="eight"), view_once=True) is None
    assert converted(Message(conversation="eight"), mine=True, category="peer") is None


def test_a_message_to_a_broadcast_list_is_not_read():
    made = event(Message(conversation="eight"))
    made.Info.MessageSource.BroadcastListOwner.CopyFrom(jid(SARA))
    assert convert(made, CUSTOMER, KNOWN) is None


@pytest.mark.parametrize("mine", [True, False])
def test_an_edit_names_the_edited_message(mine):
    edit = ProtocolMessage(type=ProtocolMessage.MESSAGE_EDIT, key=MessageKey(ID="3EB0OLD", fromMe=True),
                           editedMessage=Message(conversation="make it 9"), timestampMS=1744700100000)
    for content in (Message(protocolMessage=edit),
                    Message(editedMessage=FutureProofMessage(message=Message(protocolMessage=edit)))):
        made = converted(content, mine=mine, id="3EB0NEW")
        author = "true" if mine else "false"
        assert (made["kind"], made["body"]) == ("edited", "make it 9")
        assert made["target"] == f"{author}_{SARA}@c.us_3EB0OLD" and made["id"] == f"{author}_{SARA}@c.us_3EB0NEW"


@pytest.mark.parametrize("mine", [True, False])
def test_a_deletion_names_the_deleted_message_and_has_no_words(mine):
    made = converted(Message(protocolMessage=ProtocolMessage(
        type=ProtocolMessage.REVOKE, key=MessageKey(ID="3EB0OLD", fromMe=True))), mine=mine)
    assert (made["kind"], made["body"]) == ("deleted", "")
    assert made["target"] == f"{'true' if mine else 'false'}_{SARA}@c.us_3EB0OLD"


@pytest.mark.parametrize(("mine", "from_me", "author"), [
    (True, True, "true"), (True, False, "false"),
    (False, True, "false"), (False, False, "true")])  # The key is seen by who reacts.
def test_a_reaction_names_its_message_and_who_wrote_that(mine, from_me, author):
    reaction = ReactionMessage(key=MessageKey(ID="3EB0OLD", fromMe=from_me), text="👍")
    made = converted(Message(reactionMessage=reaction), mine=mine)
    assert (made["kind"], made["body"], made["is_sender_me"]) == ("reaction", "👍", mine)
    assert made["target"] == f"{author}_{SARA}@c.us_3EB0OLD"


def test_a_reaction_that_is_taken_back_has_no_words():
    made = converted(Message(reactionMessage=ReactionMessage(key=MessageKey(ID="3EB0OLD"), text="")))
    assert (made["kind"], made["body"]) == ("reaction", "")


@pytest.mark.parametrize(("participant", "mine", "name"), [
    (f"{OWN}@s.whatsapp.net", True, "Zaid"), (f"{OWN}:7@s.whatsapp.net", True, "Zaid"), (f"{OWN_HIDDEN}@lid", True, "Zaid"),
    (f"{SARA}@s.whatsapp.net", False, "Sara")])
def test_an_answer_brings_the_message_that_it_answers(participant, mine, name):
    made = converted(text("works for me", stanzaID="3EB0OLD", participant=participant,
                          quotedMessage=Message(conversation="Thursday at 8?")))
    assert made["quoted_message"] == {
        "customer_id": CUSTOMER, "id": f"{'true' if mine else 'false'}_{SARA}@c.us_3EB0OLD", "chat_id": f"{SARA}@c.us",
        "sender_name": name, "sender_number": OWN if mine else SARA, "is_sender_me": mine, "body": "Thursday at 8?",
        "quoted_message": None, "timestamp": None}


def test_a_context_without_a_quotation_is_no_answer():
    assert converted(text("hello"))["quoted_message"] is None
    assert converted(text("hello", stanzaID="3EB0OLD", quotedMessage=Message()))["quoted_message"] is None


def test_a_body_is_cut_between_letters():
    made = converted(Message(conversation="س" * 20_000))
    assert made["body"] == "س" * 8192
    assert len(json.dumps(made, ensure_ascii=False).encode()) < 64 << 10
