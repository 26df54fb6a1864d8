"""The app takes no files: whoever sends some is refused before any of it is stored."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class NoFiles(FileUploadHandler):
    """Refuses the first file of a form. Raises RequestDataTooBig, which is answered with status 400."""

    def new_file(self, *args: Any, **kwargs: Any) -> None:  # noqa: ARG002  (Django's signature)
        raise RequestDataTooBig("Files are not taken here.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:  # noqa: ARG002  (no file gets here)
        return None

    def file_complete(self, file_size: int) -> None:  # noqa: ARG002
        return None
