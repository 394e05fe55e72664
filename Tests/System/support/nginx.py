"""An nginx of a test's own, for what can be asked of its configuration without a Jadwal behind it."""

import os
import re
import shutil
import socket
import subprocess

from support.server import ROOT, free_port, new_data_directory, wait_until


def template(name, **values):
    """nginx/NAME.template with every @NAME@ replaced; a line whose feature is off is a comment."""
    text = (ROOT / f"nginx/{name}.template").read_text()
    for key, value in values.items():
        text = text.replace(f"@{key}@", str(value))
    left = re.search(r"@[A-Z][A-Z0-9_]*@", text)
    assert not left, f"{name} names {left[0]}, which has no value"
    return text


class Nginx:
    """nginx in the foreground with one process, by the `http` block that a test gives it.

    `http` is a function of the folder and the port, since both are part of a configuration.
    """

    def __init__(self, http):
        self.folder, self.port = new_data_directory(), free_port()
        (self.folder / "nginx.conf").write_text(
            f"daemon off; master_process off; pid {self.folder}/pid; error_log {self.folder}/error.log notice;\n"
            f"events {{ worker_connections 512; }}\n"
            "http {\n" + "".join(
                f"{kind}_temp_path {self.folder}/temp-{kind};\n" for kind in ("client_body", "fastcgi", "proxy", "scgi", "uwsgi"))
            + "access_log off; default_type text/plain; client_header_buffer_size 2k; large_client_header_buffers 4 16k;\n"
            + http(self.folder, self.port) + "\n}\n")

    def __enter__(self):
        environment = os.environ | {"PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
        self.process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "nginx", "-e", "stderr", "-p", self.folder, "-c", self.folder / "nginx.conf"],
            env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            wait_until(self.listens, 10, "nginx listens")
        except BaseException:
            self.__exit__()
            raise
        return self

    def listens(self):
        assert self.process.poll() is None, self.process.stderr.read()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()
        shutil.rmtree(self.folder)
