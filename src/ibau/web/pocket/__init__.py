"""The application without a server: Pyodide runs it in a worker of the page."""
