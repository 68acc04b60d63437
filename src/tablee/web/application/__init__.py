"""All pages put together, and the way of a request to them: nothing here needs a server."""
