"""What the system tests are written in: a server of their own, a browser without a screen, mail."""
