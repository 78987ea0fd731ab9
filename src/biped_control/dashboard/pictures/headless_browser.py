"""A Chromium without a window that looks at the page, clicks on it and takes pictures of it.

It is spoken to in its own protocol for developer tools: nothing but the browser has to be installed.
"""

import base64
import itertools
import json
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.sync.client import connect

from biped_control.atomic_write import atomic_write
from biped_control.errors import DashboardError

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_OPTIONS = (
    "--headless=new",
    "--no-sandbox",  # as root, which containers are, there is none
    "--disable-gpu-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--hide-scrollbars",
    "--mute-audio",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--remote-debugging-port=0",
)
_START_WITHIN_S = 60.0
_ANSWER_WITHIN_S = 120.0  # pictures without a graphics card take their time
_LOOK_EVERY_S = 0.1


def find_browser() -> str | None:
    """The Chromium of this machine, None without one."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


class HeadlessBrowser:
    """One page in a browser of its own. Use it as a context: leaving it ends the browser."""

    def __init__(self, address: str, width: int = 1400, height: int = 820, sharpness: float = 1.0) -> None:
        """
        Args:
            address: of the page.
            width, height: of the window [pixels].
            sharpness: dots drawn for a pixel; without a graphics card few of them make the page much faster.

        Raises:
            DashboardError: there is no Chromium, or it does not start.
        """
        browser = find_browser()
        if browser is None:
            raise DashboardError(f"no browser: expected one of {', '.join(_NAMES)}; install chromium")
        self._folder = tempfile.TemporaryDirectory(prefix="biped-browser-", ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [browser, *_OPTIONS, f"--window-size={width},{height}", f"--user-data-dir={self._folder.name}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._numbers = itertools.count(1)
        try:
            self._connection = connect(self._socket_address(), max_size=None)
            self._session = ""
            target = self._call("Target.createTarget", url="about:blank")["targetId"]
            self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            size = {"width": width, "height": height, "deviceScaleFactor": sharpness, "mobile": False}
            self._call("Emulation.setDeviceMetricsOverride", **size)
            self._call("Page.navigate", url=address)
        except BaseException:
            self.close()
            raise

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression in the page.

        Raises:
            DashboardError: the expression fails, or the browser does not answer.
        """
        answer = self._call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise DashboardError(f"{expression}: {answer['exceptionDetails'].get('text')}")
        return answer["result"].get("value")

    def wait_for_text(self, text: str, seconds: float = 60.0) -> None:
        """Waits until the page shows a text.

        Raises:
            DashboardError: it does not within so many seconds.
        """
        deadline = time.monotonic() + seconds
        while text not in str(self.evaluate("document.body ? document.body.innerText : ''")):
            if time.monotonic() > deadline:
                raise DashboardError(f"the page does not show '{text}' within {seconds:g} s")
            time.sleep(_LOOK_EVERY_S)

    def click_text(self, text: str) -> None:
        """Clicks on the smallest element with exactly this text, a button or tab.

        Raises:
            DashboardError: there is none in sight.
        """
        place = self.evaluate(_PLACE_OF_TEXT.replace("TEXT", json.dumps(text)))
        if place is None:
            raise DashboardError(f"nothing to click on says '{text}'")
        self.click(*place)

    def close_notifications(self) -> None:
        """Closes what pops up, such as the browser's complaint about its missing graphics card."""
        self.evaluate(
            "document.querySelectorAll('.mantine-Notification-closeButton').forEach(e => e.click())"
        )

    def click(self, x: float, y: float) -> None:
        """Clicks on a point of the page [pixels from its top left corner]."""
        self._call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def save_picture(self, path: Path) -> None:
        """Writes what the page shows as a PNG file.

        Raises:
            DashboardError: the browser does not answer.
            OSError: the file cannot be written.
        """
        data = self._call("Page.captureScreenshot", format="png")["data"]
        with atomic_write(path) as unfinished:
            unfinished.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        """Ends the browser. Calling it twice is fine."""
        if connection := getattr(self, "_connection", None):
            connection.close()
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(10.0)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._folder.cleanup()

    def __enter__(self) -> "HeadlessBrowser":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _socket_address(self) -> str:
        """The browser says in a file where it listens."""
        said = Path(self._folder.name, "DevToolsActivePort")
        deadline = time.monotonic() + _START_WITHIN_S
        while time.monotonic() < deadline:
            if self._process.poll() is not None:
                raise DashboardError(f"the browser ended at once, with status {self._process.returncode}")
            if said.exists() and len(lines := said.read_text(encoding="ascii").split()) == 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            time.sleep(_LOOK_EVERY_S)
        raise DashboardError(f"the browser does not start within {_START_WITHIN_S:g} s")

    def _call(self, method: str, **parameters: object) -> Any:
        number = next(self._numbers)
        session = {"sessionId": self._session} if getattr(self, "_session", "") else {}
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters} | session))
        deadline = time.monotonic() + _ANSWER_WITHIN_S
        try:
            while (left := deadline - time.monotonic()) > 0.0:
                answer = json.loads(self._connection.recv(timeout=left))
                if answer.get("id") == number:
                    if "error" in answer:
                        raise DashboardError(f"{method}: {answer['error'].get('message')}")
                    return answer["result"]
        except TimeoutError:
            pass
        raise DashboardError(f"{method}: no answer from the browser within {_ANSWER_WITHIN_S:g} s")


_PLACE_OF_TEXT = """(() => {
  const fits = [...document.querySelectorAll("button, label, [role=tab], [role=radio], span, p, div")]
    .filter(e => e.innerText && e.innerText.trim() === TEXT && e.getClientRects().length);
  if (!fits.length) return null;
  const area = e => { const r = e.getBoundingClientRect(); return r.width * r.height; };
  const smallest = fits.sort((a, b) => area(a) - area(b))[0];
  smallest.scrollIntoView({block: "nearest"});
  const box = smallest.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})()"""
