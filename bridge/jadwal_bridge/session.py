"""The process of one customer: a client of WhatsApp that only reads.

A process each, because neonize keeps its Go clients in maps without locks, cannot end an attempt to pair that nobody
finished, and takes the whole process down if anything in Go panics. It reads one line of JSON from standard input (the
database, the customer and, to pair, the number), then commands; the end of standard input ends it. It writes lines of
JSON to the file descriptor that its argument names. Nothing of it writes to WhatsApp: no message, no mark of reading,
no presence.
"""

import json
import logging
import os
import sys
import threading

from .messages import Known, convert

CANNOT_CONNECT = 3


class Session:
    def __init__(self, orders, events):
        from neonize.client import NewClient
        from neonize.proto.waCompanionReg.WAWebProtobufsCompanionReg_pb2 import DeviceProps

        self.customer, self.number = orders["customer"], orders.get("number")
        self._events, self._lock, self._known = events, threading.Lock(), None
        self._asked_for_code = False
        # The name is what the phone shows in its list of linked devices.
        properties = DeviceProps(os="Jadwal", platformType=DeviceProps.CHROME, requireFullSync=False)
        self.client = NewClient(orders["database"], props=properties, uuid=self.customer)
        self._listen()

    def tell(self, event, **more):
        with self._lock:
            self._events.write(json.dumps({"event": event, **more}) + "\n")
            self._events.flush()

    def _listen(self):
        from neonize.proto import Neonize_pb2 as events

        # neonize offers codes for cameras when the connection is made; then a code to type can be asked for.
        self.client.event.qr(lambda *_: self._pair())
        on = self.client.event
        on(events.PairStatus)(lambda _, event: self._paired(event.Status == events.PairStatus.SUCCESS))
        on(events.Connected)(lambda *_: self._connected())
        on(events.Disconnected)(lambda *_: self.tell("lost"))
        on(events.LoggedOut)(lambda *_: self.tell("logged_out"))
        on(events.StreamReplaced)(lambda *_: self.tell("stopped", reason="another program uses this link"))
        on(events.TemporaryBan)(lambda *_: self.tell("stopped", reason="WhatsApp restricts this number"))
        on(events.ClientOutdated)(lambda *_: self.tell("stopped", reason="WhatsApp wants a newer neonize"))
        on(events.UndecryptableMessage)(lambda *_: self.tell("unreadable", reason="not decrypted"))
        on(events.Message)(lambda _, event: self._message(event))

    def _pair(self):
        if self.number is None:
            self.tell("logged_out")  # A saved link that has ended.
        elif not self._asked_for_code:
            self._asked_for_code = True
            threading.Thread(target=self._ask_for_code, daemon=True).start()

    def _ask_for_code(self):
        from neonize.exc import PairPhoneError

        try:
            code = self.client.PairPhone(self.number, True)
        except PairPhoneError:
            self.tell("refused")  # Its text may hold the number.
        else:
            self.tell("code", code=code.replace("-", ""))

    def _paired(self, succeeded):
        self.tell("linked" if succeeded else "refused")

    def _connected(self):
        me = self.client.get_me()
        self._known = Known(me.JID.User, me.LID.User, me.PushName, self._name, self._number)
        self.tell("ready", number=me.JID.User, name=me.PushName)

    def _message(self, event):
        if self._known is None:
            self._connected()
        try:
            message = convert(event, self.customer, self._known)
        except Exception as error:  # A callback of Go must return, and the text of an error may hold a message.
            self.tell("unreadable", reason=type(error).__name__)
            return
        if message is not None:
            self.tell("message", message=message)

    def _name(self, user, server):
        from neonize.exc import ContactStoreError
        from neonize.utils.jid import build_jid

        try:
            contact = self.client.contact.get_contact(build_jid(user, server))
        except ContactStoreError:
            return None
        return contact.FullName or contact.FirstName or None

    def _number(self, user):
        from neonize.exc import GetJIDFromStoreError
        from neonize.utils.jid import build_jid

        try:
            return self.client.get_pn_from_lid(build_jid(user, "lid")).User or None
        except GetJIDFromStoreError:
            return None

    def obey(self):
        """Takes orders until the bridge closes standard input. neonize's own threads are not waited for."""
        for line in sys.stdin:
            if json.loads(line)["command"] == "logout":
                self._log_out()
        os._exit(0)

    def _log_out(self):
        from neonize.exc import LogoutError

        try:
            self.client.logout()
        except LogoutError:
            self.tell("stopped", reason="WhatsApp did not take the log-out")
        self.tell("logged_out")


def main():
    # whatsmeow's log names numbers. With a handler in place neonize does not install its own.
    logging.getLogger().addHandler(logging.NullHandler())
    logging.getLogger("neonize.utils.log").setLevel(logging.ERROR)
    events = os.fdopen(int(sys.argv[1]), "w", encoding="utf-8")
    orders = json.loads(sys.stdin.readline())
    session = Session(orders, events)
    threading.Thread(target=session.obey, daemon=True).start()
    from neonize.exc import NeonizeError

    try:
        session.client.connect()
    except NeonizeError:
        os._exit(CANNOT_CONNECT)
    os._exit(0)


if __name__ == "__main__":
    main()
