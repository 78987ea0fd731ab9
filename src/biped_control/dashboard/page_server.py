"""Serves a page to browsers on this machine."""

import logging
import socket
from contextlib import redirect_stdout
from io import StringIO

from viser import ViserServer

from biped_control.errors import DashboardError

HOST = "127.0.0.1"  # this machine only: whoever sees the page can push the robot


def open_server(port: int) -> ViserServer:
    """A server of an empty page.

    Args:
        port: TCP port on 127.0.0.1; 0 takes a free one.

    Raises:
        DashboardError: the port is taken or is none; the message says what to do.
    """
    _require_free(port)
    # Browsers open connections and leave; that is nothing to log.
    logging.getLogger("websockets.server").setLevel(logging.CRITICAL)
    with redirect_stdout(StringIO()):  # the address is printed by who starts the page, in one line
        server = ViserServer(host=HOST, port=port, label="biped", verbose=False)
    server.gui.configure_theme(
        control_layout="floating", control_width="medium", show_logo=False, show_share_button=False
    )
    return server


def address_of(server: ViserServer) -> str:
    """What to type into a browser."""
    return f"http://{HOST}:{server.get_port()}"


def close_server(server: ViserServer) -> None:
    """Stops serving. Calling it twice is fine."""
    with redirect_stdout(StringIO()):
        server.stop()


def _require_free(port: int) -> None:
    if not 0 <= port <= 65535:
        raise DashboardError(f"page port {port}: expected 0 to 65535 (0: any free port)")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise DashboardError(
                f"page port {port} on {HOST} cannot be used ({error.strerror}); "
                "stop what uses it or choose another port; 0 takes a free one (`page_port:=0` for a walk)"
            ) from error
