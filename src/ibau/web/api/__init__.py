"""The bodies of HTTP requests and responses (docs/web-protocol.md), which also make the client's types."""
