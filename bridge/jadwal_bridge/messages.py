"""A message of WhatsApp as a message of the contract. Nothing here asks anybody anything: it is tested with messages
of neonize's own classes."""

BODY_BYTES = 16 << 10
NAME_LENGTH = 100
PERSONS = ("s.whatsapp.net", "c.us", "lid")
# Types of WhatsApp's ProtocolMessage.
REVOKE, MESSAGE_EDIT = 0, 14


class Known:
    """What the conversion asks about people: who the customer is, and what others are called.

    `own_number` and `own_hidden`: the customer as WhatsApp addresses them. `name(user, server)`: the name in the
    customer's address book or None. `number(user)`: the number of a hidden user or None.
    """

    def __init__(self, own_number, own_hidden="", own_name="", name=lambda user, server: None, number=lambda user: None):
        self.own_number, self.own_name, self.name, self.number = own_number, own_name, name, number
        self.own = frozenset({own_number, own_hidden} - {""})


def convert(event, customer, known):
    """The message of the contract for an event of neonize; None for what Jadwal does not read."""
    info, source = event.Info, event.Info.MessageSource
    if source.IsGroup or source.Chat.Server not in PERSONS or source.BroadcastListOwner.User:
        return None
    if source.Chat.User in known.own or info.Category == "peer" or event.IsViewOnce:
        return None
    mine = source.IsFromMe
    chat = address(source.Chat, source.RecipientAlt if mine else source.SenderAlt, known)
    made = {
        "customer_id": customer, "id": message_id(mine, chat, info.ID), "chat_id": chat,
        "sender_name": sender_name(info, mine, source.Chat, known),
        "sender_number": number_of(mine, chat, known), "is_sender_me": mine, "body": "", "quoted_message": None,
        "timestamp": info.Timestamp // 1000, "kind": "message", "target": None, "v": 2,
    }
    content = unwrapped(event.Message)
    if content.HasField("protocolMessage"):
        return follow_up(made, content.protocolMessage, mine, chat)
    if content.HasField("reactionMessage"):
        # The key is the reactor's: "from me" means written by who reacts. An empty text takes the reaction back.
        key = content.reactionMessage.key
        target = message_id(key.fromMe if mine else not key.fromMe, chat, key.ID)
        return made | {"kind": "reaction", "target": target, "body": cut(content.reactionMessage.text)} if key.ID else None
    body = text_of(content)
    if not body.strip() or body.startswith("BEGIN:VCARD"):
        return None
    return made | {"body": cut(body), "quoted_message": quoted(content, made, known)}


def follow_up(made, protocol, mine, chat):
    """An edit or a deletion. In a chat of two only the author can do either, so the target has the same author."""
    target = message_id(mine, chat, protocol.key.ID)
    if not protocol.key.ID:
        return None
    if protocol.type == REVOKE:
        return made | {"kind": "deleted", "target": target}
    if protocol.type == MESSAGE_EDIT and (body := text_of(unwrapped(protocol.editedMessage))).strip():
        return made | {"kind": "edited", "target": target, "body": cut(body)}
    return None


def unwrapped(content):
    """The content inside the envelopes that whatsmeow leaves around some messages."""
    for _ in range(8):
        for name in ("deviceSentMessage", "ephemeralMessage", "documentWithCaptionMessage", "editedMessage"):
            if content.HasField(name) and getattr(content, name).HasField("message"):
                content = getattr(content, name).message
                break
        else:
            return content
    return content


def text_of(content):
    """The text of a message, the caption of a picture, film or document, or nothing."""
    if content.conversation:
        return content.conversation
    if content.HasField("extendedTextMessage"):
        return content.extendedTextMessage.text
    for name in ("imageMessage", "videoMessage", "documentMessage"):
        if content.HasField(name):
            return getattr(content, name).caption
    return ""


def quoted(content, made, known):
    """The message that this one answers; None if there is none. WhatsApp tells no time of it."""
    for name in ("extendedTextMessage", "imageMessage", "videoMessage", "documentMessage"):
        if content.HasField(name):
            context = getattr(content, name).contextInfo
            break
    else:
        return None
    body = text_of(unwrapped(context.quotedMessage))
    if not context.stanzaID or not body.strip():
        return None
    mine = context.participant.split("@")[0].split(":")[0] in known.own
    same_side = mine == made["is_sender_me"]
    name = made["sender_name"] if same_side else known.own_name if mine else ""
    return {
        "customer_id": made["customer_id"], "id": message_id(mine, made["chat_id"], context.stanzaID),
        "chat_id": made["chat_id"], "sender_name": name[:NAME_LENGTH],
        "sender_number": number_of(mine, made["chat_id"], known), "is_sender_me": mine, "body": cut(body),
        "quoted_message": None, "timestamp": None,
    }


def address(chat, other_address, known):
    """The chat's id: the number where it is known, so that a chat has one id however WhatsApp addresses it."""
    if chat.Server != "lid":
        return f"{chat.User}@c.us"
    number = other_address.User if other_address.Server == "s.whatsapp.net" else known.number(chat.User)
    return f"{number}@c.us" if number else f"{chat.User}@lid"


def message_id(mine, chat, id):
    """An id in the original's form. WhatsApp's own ids are unique in a chat only."""
    return f"{'true' if mine else 'false'}_{chat}_{id}"


def number_of(mine, chat, known):
    """The sender's digits; nothing for a hidden user."""
    if mine:
        return known.own_number
    return chat.removesuffix("@c.us") if chat.endswith("@c.us") else ""


def sender_name(info, mine, chat, known):
    """The name in the customer's address book, or the one that the sender chose."""
    name = (known.own_name or info.Pushname) if mine else (known.name(chat.User, chat.Server) or info.Pushname)
    return name[:NAME_LENGTH]


def cut(text):
    """At most 16 KiB of a text, cut between letters."""
    data = text.encode(errors="replace")
    return data[:BODY_BYTES].decode(errors="ignore") if len(data) > BODY_BYTES else data.decode()
