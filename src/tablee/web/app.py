"""The application under its public name: `create_app(settings)` and what it returns."""

from tablee.web.server.app import App, create_app

__all__ = ["App", "create_app"]
