#!/usr/bin/env bash
# Searches for the words in its arguments and prints two pages of results. Needs Bash and jq.
set -euo pipefail

# With --script each line waits until everything before it is done, so both can be written at once.
{
    jq -cn --arg query "$*" '{jsonrpc: "2.0", method: "submit", params: {query: $query}}'
    jq -cn '{jsonrpc: "2.0", method: "reachedBottom"}'
} | "${SEEKLINE:-seekline}" --script | jq -rn '
    # Text from a server must not control the terminal.
    def plain: gsub("[\\p{Cc}]"; "\uFFFD");
    reduce (inputs | {method, params}) as {$method, $params} ([];
        if $method == "items" then .[:$params.from] + $params.items
        elif $method == "error" then "\($params.message | plain)\n" | halt_error(1)
        else . end)
    | .[] | "\(.id | plain)\t\(.title | plain)"'
