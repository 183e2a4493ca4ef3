"""What a MediaWiki's answers mean."""

import json
from typing import Any, Dict, Optional, Union

from source import Detail, Failure, Page

Headers = Dict[str, str]


def failure_of(origin: str, status: int, after: Optional[int]) -> Failure:
    """Returns the failure for an HTTP error."""
    kind = {401: "auth", 403: "auth", 429: "rateLimited"}.get(status, "http")
    return Failure(
        kind, f"{origin} answered with status {status}", "wikipedia", status >= 500 or status == 429, after, status)


def read(origin: str, asked: Dict[str, Any], body: bytes, after: Optional[int]) -> Union[Page, Detail, Failure]:
    """Reads an answer with status 200."""
    try:
        answer = json.loads(body)
    except ValueError as error:
        text = f"{origin} answered with something that is not JSON: {error}"
        return Failure("decode", text, "wikipedia", True, after, 200)
    try:
        return read_json(origin, asked, answer, after)
    except (KeyError, TypeError) as error:
        return Failure("decode", f"{origin} answered wrongly: {error}", "wikipedia", True, after, 200)


def read_json(origin: str, asked: Dict[str, Any], answer: Any, after: Optional[int]) -> Union[Page, Detail, Failure]:
    """Reads an answer that is JSON. Raises a KeyError or a TypeError if something is not as it should be."""
    if "error" in answer:
        code, info = answer["error"]["code"], answer["error"]["info"]
        may_help = code in ("maxlag", "ratelimited")
        return Failure("source", f"{origin} reports {code}: {info}", "wikipedia", may_help, after, 200)
    if "detail" in asked:
        number = asked["detail"]
        page = answer["query"]["pages"][number]
        if "missing" in page:
            text = f"MediaWiki has no page with the number {number}"
            return Failure("source", text, "wikipedia", is_missing=True)
        return {"id": number, "title": page["title"], "text": page["extract"], "fields": {}}
    found = answer["query"]["search"]
    info = answer["query"].get("searchinfo", {})
    items = [{"id": str(hit["pageid"]), "title": hit["title"], "snippet": [""], "fields": {}} for hit in found]
    following = answer.get("continue", {}).get("sroffset")
    return Page(items, following, info.get("totalhits"), info.get("suggestion"))
