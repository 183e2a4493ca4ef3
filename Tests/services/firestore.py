"""As much of Firestore's REST interface as it takes to look up a document."""

from service import Answer


class Firestore:
    """The service: one project, in which some accounts are taken."""

    path = "/v1/projects/"
    project = "demo"
    database = f"projects/{project}/databases/(default)"

    def __init__(self):
        self.accounts = {"admin", "hanako", "taro", "太郎"}

    def answer(self, request):
        name = request.path.removeprefix("/v1/")
        if not name.startswith(self.database + "/documents/"):
            database, _, _ = name.partition("/documents/")
            return self.error(404, "NOT_FOUND", f"The database (default) does not exist for {database}.")
        collection, _, account = name.removeprefix(self.database + "/documents/").partition("/")
        if collection == "private":
            return self.error(403, "PERMISSION_DENIED", "Missing or insufficient permissions.")
        if collection == "accounts" and account in self.accounts:
            stamp = "2026-11-21T12:00:00.000000Z"
            return Answer({"name": name, "fields": {"createdBy": {"stringValue": "x"}}, "createTime": stamp, "updateTime": stamp})
        return self.error(404, "NOT_FOUND", f'Document "{name}" not found.')

    @staticmethod
    def error(code, status, message):
        return Answer({"error": {"code": code, "message": message, "status": status}}, code)
