"""A customer's process from inside: neonize's own client and events, without a connection."""

import ctypes
import io
import json

import pytest
from jadwal_bridge.messages import Known
from jadwal_bridge.session import Session
from neonize.events import EVENT_TO_INT
from neonize.exc import LogoutError, PairPhoneError
from neonize.proto import Neonize_pb2 as events
from neonize.proto.waE2E.WAWebProtobufsE2E_pb2 import Message
from receiver import wait_until

CUSTOMER, NUMBER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c", "966501234567"


class Trial:
    """A session whose lines are kept, and which gets events as neonize's Go part sends them: bytes and a number."""

    def __init__(self, tmp_path, number=NUMBER):
        self.out = io.StringIO()
        self.session = Session({"database": str(tmp_path / "one.db"), "customer": CUSTOMER, "number": number}, self.out)
        self.client = self.session.client
        self.session._known = Known(NUMBER, own_name="Zaid")

    def fire(self, event):
        data = complete(event).SerializeToString()
        buffer = ctypes.create_string_buffer(data, len(data) + 1)
        self.client.event.execute(0, ctypes.addressof(buffer), len(data), EVENT_TO_INT[type(event)])

    def show_code_for_cameras(self):
        self.client.event._qr(self.client, b"2@not for us")

    @property
    def lines(self):
        return [json.loads(line) for line in self.out.getvalue().splitlines()]


def complete(event):
    """Fills in what neonize's messages require, with the empty values that its Go part writes."""
    for field in event.DESCRIPTOR.fields:
        if field.is_required and not event.HasField(field.name):
            if field.message_type:
                getattr(event, field.name).SetInParent()
            else:
                setattr(event, field.name, field.default_value)
        if field.message_type and not field.is_repeated and event.HasField(field.name):
            complete(getattr(event, field.name))
    return event


@pytest.fixture
def trial(tmp_path):
    return Trial(tmp_path)


def message(text, user="966502222222"):
    chat = events.JID(User=user, Server="s.whatsapp.net", RawAgent=0, Device=0, Integrator=0, IsEmpty=False)
    source = events.MessageSource(Chat=chat, Sender=chat, IsFromMe=False, IsGroup=False)
    info = events.MessageInfo(MessageSource=source, ID="3EB0A1", Pushname="Sara", Timestamp=1744700000000)
    return events.Message(Info=info, Message=Message(conversation=text))


def test_a_code_is_asked_for_once_and_loses_its_hyphen(trial, monkeypatch):
    asked = []
    monkeypatch.setattr(trial.client, "PairPhone", lambda number, push: asked.append((number, push)) or "ABCD-1234")
    for _ in range(3):
        trial.show_code_for_cameras()
    wait_until(lambda: trial.lines)
    assert trial.lines == [{"event": "code", "code": "ABCD1234"}] and asked == [(NUMBER, True)]


def test_a_refusal_to_pair_keeps_its_words_to_itself(trial, monkeypatch):
    def refuse(*_):
        raise PairPhoneError(f"{NUMBER} is not international")

    monkeypatch.setattr(trial.client, "PairPhone", refuse)
    trial.show_code_for_cameras()
    wait_until(lambda: trial.lines)
    assert trial.lines == [{"event": "refused"}]


def test_a_saved_link_that_is_none_any_more_is_logged_out(tmp_path):
    trial = Trial(tmp_path, number=None)
    trial.show_code_for_cameras()
    assert trial.lines == [{"event": "logged_out"}]


def test_a_link_becomes_ready_with_number_and_name(trial, monkeypatch):
    me = events.Device(PushName="Zaid", JID=events.JID(
        User=NUMBER, Server="s.whatsapp.net", RawAgent=0, Device=7, Integrator=0, IsEmpty=False))
    monkeypatch.setattr(trial.client, "get_me", lambda: me)
    trial.fire(events.PairStatus(Status=events.PairStatus.SUCCESS))
    trial.fire(events.Connected(status=True))
    trial.fire(events.Disconnected(status=True))
    assert trial.lines == [{"event": "linked"}, {"event": "ready", "number": NUMBER, "name": "Zaid"}, {"event": "lost"}]
    assert trial.session._known.own == {NUMBER}


def test_failures_are_told_without_their_words(trial):
    trial.fire(events.PairStatus(Status=events.PairStatus.ERROR, Error=NUMBER))
    trial.fire(events.LoggedOut(OnConnect=True))
    trial.fire(events.StreamReplaced())
    trial.fire(events.TemporaryBan())
    trial.fire(events.ClientOutdated())
    assert [line["event"] for line in trial.lines] == ["refused", "logged_out", "stopped", "stopped", "stopped"]
    assert NUMBER not in trial.out.getvalue()


def test_a_message_goes_on_and_what_is_not_read_does_not(trial, monkeypatch):
    trial.fire(message("نلتقي بكرة؟"))
    trial.fire(message(""))
    trial.fire(message("note to myself", NUMBER))
    [line] = trial.lines
    assert line["event"] == "message" and line["message"]["body"] == "نلتقي بكرة؟"
    assert line["message"]["customer_id"] == CUSTOMER


def test_a_message_that_breaks_the_conversion_is_told_without_its_words(trial):
    def fail(*_):
        raise KeyError("a secret sentence")

    trial.session._known = Known(NUMBER, name=fail)
    trial.fire(message("a secret sentence"))
    assert trial.lines == [{"event": "unreadable", "reason": "KeyError"}]


def test_logging_out_ends_the_link_even_if_whatsapp_does_not_answer(trial, monkeypatch):
    def fail():
        raise LogoutError(NUMBER)

    monkeypatch.setattr(trial.client, "logout", fail)
    trial.session._log_out()
    assert [line["event"] for line in trial.lines] == ["stopped", "logged_out"] and NUMBER not in trial.out.getvalue()
