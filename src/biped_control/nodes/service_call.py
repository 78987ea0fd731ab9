"""Calling a service and waiting for its answer."""

from threading import Event
from typing import Any

from biped_control.errors import GraphError

_ANSWER_WITHIN_S = 2.0


def ask(client: Any, request: Any) -> Any:
    """The answer to a request.

    Not to be used in the executor's own thread, which must bring the answer.

    Raises:
        GraphError: nobody offers the service, or the answer does not come.
    """
    if not client.service_is_ready():
        raise GraphError(f"nobody offers {client.srv_name}; is its node running?")
    answered = Event()
    future = client.call_async(request)
    future.add_done_callback(lambda _: answered.set())
    if not answered.wait(_ANSWER_WITHIN_S):
        client.remove_pending_request(future)
        raise GraphError(f"no answer from {client.srv_name} within {_ANSWER_WITHIN_S:g} s")
    return future.result()
