"""What one would write by hand in Python: a line of JSON in, a search over HTTP, a line of JSON out."""

import http.client
import json
import sys
import urllib.parse

connection = None


def search(query, endpoint):
    global connection
    url = urllib.parse.urlsplit(endpoint)
    if connection is None:
        connection = http.client.HTTPConnection(url.netloc)
    parameters = {"action": "query", "list": "search", "format": "json", "srsearch": query, "srlimit": 20}
    connection.request("GET", f"{url.path}?{urllib.parse.urlencode(parameters)}")
    hits = json.loads(connection.getresponse().read())["query"]["search"]
    items = [{"id": str(hit["pageid"]), "title": hit["title"], "snippet": hit["snippet"]} for hit in hits]
    return {"jsonrpc": "2.0", "method": "items", "params": {"query": query, "from": 0, "items": items}}


for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "submit":
        answer = search(message["params"]["query"], sys.argv[1])
    else:
        answer = {"jsonrpc": "2.0", "id": message["id"], "result": {"outcome": "idle", "generation": 0}}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
