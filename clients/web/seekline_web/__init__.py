"""A page for a browser, and a bridge from its WebSocket to one seekline process."""
