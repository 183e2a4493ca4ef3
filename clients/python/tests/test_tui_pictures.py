"""What the search box looks like at 80 by 24."""

from typing import Any

from screen import search_box

from seekline import Engine


async def test_picture_of_a_detail() -> None:
    async with search_box(Engine(), query="rightwards arrow") as box:
        await box.settled("rightwards arrow")
        await box.press("enter")
        await box.until(lambda: "Code point" in box.detail)
        await box.until(lambda: box.app.situation.state.settled)
        box.compare("detail")


async def test_picture_of_snippets(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="program") as box:
        await box.settled("program")
        await box.press("down", "down")
        box.compare("snippets")


async def test_picture_of_japanese(services: Any) -> None:
    async with search_box(Engine(source="hotpepper", env=services.env), query="焼肉") as box:
        await box.until(lambda: box.status == "Enter searches")
        await box.press("enter")
        await box.settled("焼肉")
        await box.press("down", "enter")
        await box.until(lambda: "ジャンル" in box.detail)
        box.compare("japanese")


async def test_picture_of_the_sources() -> None:
    async with search_box(Engine(source="wikipedia")) as box:
        await box.press("f2")
        await box.until(lambda: box.shows("Search in"))
        box.compare("sources")


async def test_picture_of_an_error(services: Any) -> None:
    services.fail("wikipedia", status=500)
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift", toasts=True) as box:
        await box.until(lambda: box.status.startswith("✗ ") and box.shows("Search failed"))
        box.compare("error")


async def test_picture_of_hostile_titles(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        await box.press("x", "enter")
        await box.settled("x")
        box.compare("hostile")
