"""The bodies of HTTP requests and responses, by subject; docs/web-protocol.md describes them.

Like those of ibau.web.protocol, these files make the client's types.
"""
