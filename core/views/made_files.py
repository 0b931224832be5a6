"""Answer requests for large files: a small one directly, a large one by a page that shows the job that makes it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from core.responses import make_response_private, render_page
from core.services import made_files
from core.services.made_files import FileOrder

MAX_DIRECT_ROWS = 100
"""Maximum number of people in a file that is made within the request."""

PARAMETERS = ("job", "fetch", "now")
"""Parameters in the URL that belong to the page of a job, not to the file."""


@dataclass(frozen=True, kw_only=True)
class FilePage:
    """Context of the page.

    - `page`: the entry of the navigation, and `back` the URL of the page before.
    - `state`: "queue" (it does not respond), "running", "ready", "changed", "failed" or "gone".
    - `url`: where the button of the state leads; `again`: the URL that orders the file again.
    - `changed_since`: the time of the order, if the data has changed since.
    - `is_slow`: whether the worker seems to be lost.
    """

    page: str
    back: str
    state: str
    url: str
    again: str
    changed_since: datetime | None = None
    is_slow: bool = False


@dataclass(frozen=True, kw_only=True)
class FileRequest:
    """A request for a file that is made directly if it has at most `MAX_DIRECT_ROWS` rows, otherwise by a job.

    `make` makes the file, and `respond` returns it as a response. A secret file of changed data is never returned;
    other files say that they are out of date.
    """

    request: HttpRequest
    order: FileOrder
    make: Callable[[], bytes]
    respond: Callable[[bytes], HttpResponse]
    count_rows: Callable[[], int]
    page: str
    back: str
    is_secret: bool = False

    def answer(self) -> HttpResponse:
        """Return the file, or a page about its job.

        `?job=` names the job whose page is shown, `?fetch=1` returns its file, and `?now=1` makes the file without
        the queue.
        """
        if job := self.request.GET.get("job", ""):
            return self._answer_about_job(job)
        is_direct = settings.CELERY_TASK_ALWAYS_EAGER or "now" in self.request.GET
        if is_direct or self.count_rows() <= MAX_DIRECT_ROWS:
            return self.respond(self.make())
        ordered_job = made_files.order_file(self.order)
        if ordered_job is None:
            return self._file_page("queue", self._url(now="1"), status=503)
        return redirect(self._url(job=ordered_job))

    def _answer_about_job(self, job: str) -> HttpResponse:
        file_job = made_files.find_file_job(self.order, job)
        if file_job is None:
            return self._file_page("gone", self._url())
        if file_job.has_failed:
            return self._file_page("failed", self._url())
        if file_job.is_unfinished:
            return self._file_page("running", self._url(now="1"), is_slow=file_job.is_slow)
        is_current = self.order.is_current(file_job.version)
        if self.is_secret and not is_current:
            return self._file_page("changed", self._url())
        if "fetch" in self.request.GET:
            return make_response_private(self.respond(file_job.content))
        changed_since = None if is_current else file_job.ordered_at
        return self._file_page("ready", self._url(job=job, fetch="1"), changed_since=changed_since)

    def _url(self, **extra: str) -> str:
        """Return the URL of this file with these PARAMETERS only."""
        query = self.request.GET.copy()
        for name in PARAMETERS:
            query.pop(name, None)
        for name, value in extra.items():
            query[name] = value
        return f"{self.request.path}?{query.urlencode()}" if query else self.request.path

    def _file_page(
        self,
        state: str,
        url: str,
        *,
        changed_since: datetime | None = None,
        is_slow: bool = False,
        status: int = 200,
    ) -> HttpResponse:
        context = FilePage(
            page=self.page,
            back=self.back,
            state=state,
            url=url,
            again=self._url(),
            changed_since=changed_since,
            is_slow=is_slow,
        )
        return make_response_private(render_page(self.request, "core/made_file.html", context, status=status))
