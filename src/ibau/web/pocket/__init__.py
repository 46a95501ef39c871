"""The application without a server: in a worker of the page itself, where Pyodide runs it."""
