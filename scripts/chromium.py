"""Chromium without a window, driven over a pipe by the protocol of its developer tools."""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]

KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40, "ArrowUp": 38, "Home": 36, "End": 35, "Escape": 27,
        "Enter": 13, "Tab": 9}


class BrowserError(Exception):
    """The browser did not do what it was told to."""


def find():
    """The browser: $FATHOM_BROWSER, or the first one on the path."""
    candidates = [os.environ["FATHOM_BROWSER"]] if os.environ.get("FATHOM_BROWSER") else NAMES
    for name in candidates:
        path = shutil.which(name)
        if path:
            return path
    raise BrowserError("no Chromium found: install it, or say where it is with FATHOM_BROWSER")


class Chromium:
    """One browser with one page. Use it in a `with` statement."""

    def __init__(self, limit=60):
        self.limit = limit
        self.events, self.buffer, self.number = [], b"", 0
        self.profile = tempfile.mkdtemp(prefix="fathom-browser-")

    def __enter__(self):
        to_browser, self.writer = os.pipe()
        self.reader, from_browser = os.pipe()
        options = ["--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--hide-scrollbars",
                   "--disable-background-networking", "--remote-debugging-pipe",
                   f"--user-data-dir={self.profile}", "about:blank"]
        if os.geteuid() == 0:
            # The sandbox of the browser refuses to run as root, as in most containers.
            options.insert(0, "--no-sandbox")
        # The browser wants the pipe at these two numbers.
        command = ["sh", "-c", f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}', find(), *options]
        self.process = subprocess.Popen(command, pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.session = None
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.send("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.send(f"{domain}.enable")
        self.send("Emulation.setFocusEmulationEnabled", enabled=True)
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.send("Browser.close")
        except (BrowserError, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.writer)
        os.close(self.reader)
        shutil.rmtree(self.profile, ignore_errors=True)

    # The protocol: messages are JSON with a zero byte behind.

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + self.limit
        while True:
            answer = self.receive(end, method)
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise BrowserError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def receive(self, end, method):
        while b"\0" not in self.buffer:
            if not select.select([self.reader], [], [], max(0, end - time.monotonic()))[0]:
                raise BrowserError(f"no answer to {method} in {self.limit} s")
            data = os.read(self.reader, 1 << 20)
            if not data:
                raise BrowserError(f"the browser ended during {method}")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    # Pages.

    def open(self, path, fragment=""):
        """Opens a file as a new page, and forgets the events before."""
        self.send("Page.navigate", url="about:blank")
        self.events = []
        self.send("Page.navigate", url=pathlib.Path(path).resolve().as_uri() + fragment)
        self.wait("document.readyState === 'complete' && location.protocol === 'file:'")

    def run(self, script):
        """The value of an expression in the page."""
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise BrowserError(answer["exceptionDetails"].get("exception", {}).get("description", str(answer)))
        return answer["result"].get("value")

    def wait(self, condition):
        end = time.monotonic() + self.limit
        while not self.run(condition):
            if time.monotonic() > end:
                raise BrowserError(f"not so after {self.limit} s: {condition}")
            time.sleep(0.02)

    def key(self, key):
        """Presses a key and lets it go."""
        text = {"text": key} if len(key) == 1 else {}
        code = KEYS.get(key, ord(key[0].upper()))
        for kind in ["keyDown", "keyUp"]:
            self.send("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                      **(text if kind == "keyDown" else {}))

    def click(self, selector):
        """Clicks into the middle of an element."""
        place = self.run(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            if (element === null) return null;
            element.scrollIntoView({{ block: "center", inline: "nearest" }});
            const {{ left, right, top, bottom }} = element.getBoundingClientRect();
            return [(left + right) / 2, (top + bottom) / 2];
        }})()""")
        if place is None:
            raise BrowserError(f"nothing to click: {selector}")
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"]:
            self.send("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1],
                      button="none" if kind == "mouseMoved" else "left", clickCount=0 if kind == "mouseMoved" else 1)

    def type(self, text):
        self.send("Input.insertText", text=text)

    def media(self, scheme="light", kind=""):
        """Colours that the system prefers, and the medium (`print`)."""
        self.send("Emulation.setEmulatedMedia", media=kind, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def size(self, width, height, mobile=False):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def screenshot(self, path, whole=False):
        image = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        pathlib.Path(path).write_bytes(base64.b64decode(image["data"]))

    # What happened since the page was opened.

    def complaints(self):
        """Exceptions, and what was written to the console."""
        self.run("0")
        kinds = ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"]
        return [event["params"] for event in self.events if event.get("method") in kinds]

    def requests(self):
        """Addresses that were asked for."""
        self.run("0")
        return [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]
