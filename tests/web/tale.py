"""A story made through the API for a browser to look at: its text, its world and its branches."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

LINE = "The river went by under the planks with the sound of a cloth being torn slowly, and nobody spoke of it. "


class Tale:
    """One story; each write names the version that the one before led to."""

    def __init__(
        self, page: Page, title: str, opening: str = "The rope sang.", lead: str | None = "Maren Holt"
    ) -> None:
        self.asked = page.request
        wish = {"title": title, "opening": opening, **({} if lead is None else {"lead": lead})}
        answer = self.asked.post("/api/stories", data=wish)
        assert answer.status == 201, answer.text()
        whole = answer.json()
        self.id: str = whole["story"]["id"]
        self.path = f"/story/{self.id}"
        self.home = f"/api/stories/{self.id}"
        self.main: str = whole["branch"]["id"]
        self.lead: str = whole["definition"]["leadEntityId"]
        self.version: int = whole["branch"]["version"]

    def write(self, method: str, path: str, **body: Any) -> dict[str, Any]:
        """A write on the current branch that must succeed."""
        answer = self.asked.fetch(
            f"{self.home}/branches/current{path}", method=method, data={"version": self.version, **body}
        )
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        self.version = found["version"]
        return found

    def tell(self, turns: int, words: str = LINE) -> list[str]:
        """So many entries, reader and story by turns, numbered; returns their ids."""
        kinds = ("reader", "story")
        return [
            self.write("POST", "/entries", content=f"{at + 1}. {words}", kind=kinds[at % 2])["entry"]["id"]
            for at in range(turns)
        ]

    def make(self, kind: str, name: str, **values: Any) -> str:
        """A row of the world; returns its id."""
        found: str = self.write("POST", "/world", kind=kind, values={"name": name, **values})["row"]["id"]
        return found

    def fork(self, entry_id: str, name: str) -> str:
        """A branch after an entry, on which the story then is; returns its id."""
        asked = {"entry_id": entry_id, "name": name, "version": self.version}
        answer = self.asked.post(f"{self.home}/fork", data=asked)
        assert answer.status == 201, answer.text()
        branch = answer.json()["branch"]
        self.version = branch["version"]
        return str(branch["id"])

    def texts(self) -> list[str]:
        """What is told on the current branch, as the server has it."""
        found = self.asked.get(f"{self.home}/branches/current/entries?limit=200").json()["entries"]
        return [entry["content"] for entry in found]

    def row(self, kind: str, name: str) -> dict[str, Any]:
        """A row of the world by its name, as the server has it."""
        rows = self.asked.get(f"{self.home}/branches/current/world?kind={kind}").json()["rows"]
        return next(row for row in rows if row["name"] == name)

    def open(self, page: Page) -> Locator:
        """The story's page once its text stands; returns what scrolls."""
        page.goto(self.path)
        page.locator(".entry .prose").first.wait_for()
        page.evaluate("document.fonts.ready")
        return page.locator(".scroller")


def go_on(page: Page, words: str) -> None:
    """Write what happens next and send it."""
    page.locator(".composer textarea").fill(words)
    page.get_by_role("button", name="Go on").click()
