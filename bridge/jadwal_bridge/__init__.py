"""A bridge between WhatsApp and Jadwal: it links a customer's number, reads one-to-one chats and hands them on.

settings.py    the settings, all from the environment
server.py      the four calls of the contract
sessions.py    a process for each customer, and what state its link is in
session.py     that process: neonize, and nothing else of this package knows it
messages.py    a message of WhatsApp as a message of the contract
outbox.py      messages on disk until they are delivered
delivery.py    by AMQP or by signed requests
"""
