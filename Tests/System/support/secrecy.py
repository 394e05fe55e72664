"""Looks for what must not be found: tokens, codes and addresses in logs, tokens in the database."""

import re

from support.mail import letters


def everything_logged(server):
    return b"\n".join(path.read_bytes() for path in server.logs) + server.read_output().encode()


def secrets_of(server):
    """Every token, code and address that went out in a mail of this run."""
    found = set()
    for letter in letters(server.mail_directory):
        found.update(filter(None, (letter.token, letter.code, letter.code and letter.code.replace("-", ""), letter.to)))
    return found


def check_logs(server, secrets):
    logged = everything_logged(server)
    for secret in secrets:
        assert secret.encode() not in logged, f"a log holds {secret}"
    assert not re.search(rb"\?\w+=", logged), "a log holds a query string"
    assert b"__Host-" not in logged, "a log holds a cookie"


def check_whole_run(server):
    """After all tests of a server, no log holds a secret, and the database no token or code."""
    check_logs(server, secrets_of(server))
    dump = server.dump()
    for letter in letters(server.mail_directory):
        for secret in filter(None, (letter.token, letter.code)):
            assert secret.encode() not in dump, "the database holds a token or code"
