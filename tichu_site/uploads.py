"""Uploads (documents of tournaments and clubs, imports) are kept in memory and never written to
disk.
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.core.files.uploadedfile import SimpleUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.urls import Resolver404, resolve

TAKES_A_FILE = frozenset({"club_imports", "desk_import", "desk_club_import"})  # names of addresses


class DocumentsInMemory(FileUploadHandler):
    """Keep an upload in memory if its address accepts one; anywhere else, stop at its first byte.

    Of a file that is too large one extra byte is kept, so the view can tell.
    """

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        path = self.request.path_info if self.request is not None else ""
        try:
            name = resolve(path).url_name
        except Resolver404:
            name = None
        if name not in TAKES_A_FILE:
            raise TooManyFilesSent("This address takes no files.")
        self.content = bytearray()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:  # noqa: ARG002 - pieces come in their order
        self.content += raw_data[: settings.LARGEST_DOCUMENT + 1 - len(self.content)]

    def file_complete(self, file_size: int) -> "UploadedFile[Any]":  # noqa: ARG002
        return SimpleUploadedFile(self.file_name or "file", bytes(self.content))
