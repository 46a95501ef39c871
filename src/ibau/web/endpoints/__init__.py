"""What is answered at each address: pages, data, pictures, and the sockets of games."""
