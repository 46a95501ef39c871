"""The endpoints: pages, data, pictures, and the sockets of games."""
