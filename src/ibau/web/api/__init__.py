"""What is asked and answered with GET and POST, room by room; docs/web-protocol.md describes it.

Like those of ibau.web.protocol, these files make the client's types.
"""
