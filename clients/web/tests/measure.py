"""Measures how long a user waits for the page, and what a long list costs. `../in-venv python measure.py` runs it.

It drives a headless Chromium without a graphics card, with an engine and a bridge of its own, on the source `unicode`. The
page itself notes when what is waited for has been drawn.

- start: from the request for the page to a search box that can be typed into;
- first list: from the request for the page with a query in its address to its list;
- key: from a key that makes "left" "leftw", or removes the w, to the new list; 30 ms of it are the debounce;
- CPU a key: the processor time of the whole browser, the bridge and the engine;
- frame: from one to the next, while a list of that many items is scrolled, 400 pixels a frame; the display does 60 Hz;
- CPU a frame: the processor time of the page's own thread.
"""

import argparse
import asyncio
import contextlib
import os
import pathlib
import statistics
import sys
import threading

import aiohttp.web
from support import ROOT, SEEKLINE, Bridge, Browser

from seekline_web.bridge import Bridge as Server
from seekline_web.engine import Engine
from seekline_web.gate import Gate

sys.path.insert(0, str(ROOT / "Tests" / "bench"))
from measuring import frontends, tables  # noqa: E402

PAGE_SIZE = 100
TOKEN = "a-token-for-measuring"
TICKS = os.sysconf("SC_CLK_TCK")

# `drawn` becomes the time when `holds()` has first been true in a frame, in milliseconds of the page's own clock.
NOTE = """
    window.awaitDrawn = (holds) => {
        window.drawn = new Promise((finish) => {
            const afterFrame = () => {
                const { port1, port2 } = new MessageChannel()
                port1.onmessage = () => finish(performance.now())
                port2.postMessage(null)
            }
            const look = () => {
                if (!holds()) return
                watch.disconnect()
                requestAnimationFrame(afterFrame)
            }
            const watch = new MutationObserver(look)
            watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
            look()
        })
    }
    const query = () => new URL(location.href).searchParams.get("q")
    window.hasBox = () => Boolean(document.querySelector("body:not(.away) #box[placeholder]"))
    // The address changes when a list is drawn.
    window.hasList = (text) => document.querySelectorAll("[role=option]").length >= 10 && query() === text
    awaitDrawn(query() === null ? hasBox : () => hasList(query()))"""

FRAMES = """
    const finish = arguments[0]; const gaps = []; let last = null; let step = 400
    const frame = (now) => {
        if (last !== null) gaps.push(now - last)
        last = now
        if (gaps.length === 60) return finish(gaps)
        const before = scrollY
        scrollBy(0, step)
        if (scrollY === before) { step = -step; scrollBy(0, step) }
        requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)"""


class Limited(Engine):
    """An engine whose lists end at `most` items, so that scrolling a full one loads nothing."""

    most = PAGE_SIZE

    def call(self, method, params, done):
        if method == "openSession":
            params = {**params, "options": {"pageSize": PAGE_SIZE, "maxPages": self.most // PAGE_SIZE}}
        return super().call(method, params, done)


@contextlib.contextmanager
def serving(engine):
    """Serves the page for an engine, in a thread; yields its address."""
    loop, address, ending = asyncio.new_event_loop(), [], asyncio.Event()
    is_ready = threading.Event()

    async def serve():
        bridge = Server(engine, Gate("127.0.0.1", TOKEN))
        bridge.engine_up(await engine.start())
        runner = aiohttp.web.AppRunner(bridge.application(), access_log=None, shutdown_timeout=1)
        await runner.setup()
        await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
        address.append(f"http://127.0.0.1:{runner.addresses[0][1]}/?source=unicode&q=letter#{TOKEN}")
        is_ready.set()
        await ending.wait()
        await runner.cleanup()
        await engine.stop()

    thread = threading.Thread(target=loop.run_until_complete, args=[serve()])
    thread.start()
    is_ready.wait(60)
    try:
        yield address[0]
    finally:
        loop.call_soon_threadsafe(ending.set)
        thread.join()
        loop.close()


def processor_time(*roots):
    """Returns the processor time of processes and all their descendants, in seconds."""
    stats = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            stats[int(path.parent.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    ticks, family = 0, list(roots)
    for member in family:
        ticks += stats[member][1] if member in stats else 0
        family += [pid for pid, (parent, _) in stats.items() if parent == member]
    return ticks / TICKS


def drawn(browser):
    """Returns when what is waited for was drawn."""
    return browser.execute_async_script("drawn.then(arguments[0])")


def waits(browser, bridge, times):
    """Returns how long the user waits, each time, and the processor time of a key, in milliseconds."""
    found = {"start": [], "first list": [], "key": []}
    for name, query in (("start", {}), ("first list", {"q": "left"})):
        for _ in range(times):
            browser.get("about:blank")
            browser.get(bridge.page("unicode", **query))
            found[name].append(drawn(browser))
    browser.execute_script("box.focus(); box.setSelectionRange(9, 9)")
    before = processor_time(browser.service.process.pid, bridge.process.pid)
    for number in range(times):
        # Timed from the key itself, as the browser received it.
        browser.execute_script("""
            box.addEventListener("keydown", (event) => { window.pressed = event.timeStamp }, { once: true })
            const text = arguments[0]
            awaitDrawn(() => hasList(text))""", "left" if number % 2 else "leftw")
        key = {"key": "Backspace", "code": "Backspace", "windowsVirtualKeyCode": 8} if number % 2 else {"key": "w", "code": "KeyW", "text": "w"}
        browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown", **key})
        browser.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **{**key, "text": ""}})
        found["key"].append(drawn(browser) - browser.execute_script("return pressed"))
    spent = processor_time(browser.service.process.pid, bridge.process.pid) - before
    return found, spent * 1000 / times


def frames(browser, address, engine, count, times):
    """Returns, for the frames while a list of `count` items is scrolled, the medians over all times of the median, of the
    95th percentile, and of the processor time of a frame, in milliseconds."""
    engine.most = count
    browser.get("about:blank")
    browser.get(address)
    browser.has_options(PAGE_SIZE)
    browser.scroll_until(count)
    browser.execute_script("scrollTo(0, document.documentElement.scrollHeight / 2)")
    browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    spent = lambda: next(metric["value"] for metric in browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
                         if metric["name"] == "TaskDuration")
    found = []
    for _ in range(times):
        before = spent()
        gaps = sorted(browser.execute_async_script(FRAMES))
        found.append((statistics.median(gaps), gaps[len(gaps) * 95 // 100], (spent() - before) * 1000 / len(gaps)))
    browser.execute_cdp_cmd("Performance.disable", {})
    return [statistics.median(column) for column in zip(*found)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="how often each is done (20)")
    times = parser.parse_args().times
    with contextlib.ExitStack() as stack:
        browser = Browser()
        stack.callback(browser.quit)
        note = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NOTE})
        with Bridge() as bridge:
            found, processor = waits(browser, bridge, times)
            browser.get("about:blank")
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", note)
        columns = [*found, "CPU a key"]
        tables.begin(columns)
        cells = [*(statistics.median(each) for each in found.values()), processor]
        tables.row("seekline-web", columns, {name: f"{cell:.0f} ms" for name, cell in zip(columns, cells)})
        print()
        columns = ["frame", "slowest of 20", "CPU a frame"]
        tables.begin(columns)
        engine = Limited([SEEKLINE])
        address = stack.enter_context(serving(engine))
        for count in (100, 5000):
            cells = frames(browser, address, engine, count, times)
            tables.row(f"{count:,} items", columns, {name: f"{cell:.1f} ms" for name, cell in zip(columns, cells)})
        version = browser.capabilities["browserVersion"]
    print(f"\nMedians of {times}; {frontends.machine()}; Chromium {version}, Python {sys.version.split()[0]}.")


if __name__ == "__main__":
    main()
