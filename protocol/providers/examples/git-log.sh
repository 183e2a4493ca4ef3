#!/bin/sh
# Finds the commits of the repository in the working folder whose messages contain the query; details are their diffs.
# POSIX shell with jq, complete with the version, the paging and the errors.

# answer result|error JSON: answers the request whose id is in $id.
answer() {
    printf '{"jsonrpc":"2.0","id":%s,"%s":%s}\n' "$id" "$1" "$2"
}

page() {
    case $cursor in *[!0-9]* | ?????????*) answer error '{"code":-32602,"message":"the cursor is none of mine"}'; return ;; esac
    # One row more than requested shows whether there is a next page.
    rows=$(git log --format='%h%x09%s%x09%an, %ad%x09' --date=short --regexp-ignore-case --fixed-strings \
        --grep="$query" --skip="${cursor:-0}" --max-count=$((size + 1)) 2>&1 </dev/null) || {
        answer error "$(printf '%s' "$rows" | jq -Rsc '{code: -32000, message: (split("\n")[0] // "git failed")}')"
        return
    }
    answer result "$(printf '%s' "$rows" | jq -Rnc --argjson size "$size" --argjson from "${cursor:-0}" '
        [inputs / "\t" | {id: .[0], title: .[1], snippet: .[2], insert: .[0], kind: "commit"}]
        | if length > $size then {items: .[:$size], next: "\($from + $size)"} else {items: .} end')"
}

detail() {
    # An id must be the hash of a commit, and nothing that git could take for an option.
    case $item in *[!0-9a-f]* | '') commit='' ;; *) commit=$(git rev-parse --verify --quiet "$item^{commit}" </dev/null) ;; esac
    if [ -z "$commit" ]; then
        answer error '{"code":-32003,"message":"there is no such commit"}'
    else
        answer result "$(git show --stat --patch --no-color "$commit" </dev/null | head -c 1000000 | jq -Rsc '{text: ., format: "diff"}')"
    fi
}

while IFS= read -r line; do
    id='' method='' query='' cursor='' size='' item=''
    # `@sh` quotes the values: to the shell they are strings, whatever they contain.
    command=$(printf '%s\n' "$line" | jq -er 'objects | (.params | objects) as $p | def text: tostring | gsub("\u0000"; "");
        @sh "id=\(.id | tojson) method=\(.method | text) query=\($p.query // "" | text) cursor=\($p.cursor // "" | text)",
        @sh " size=\($p.pageSize // 20 | floor) item=\($p.id // "" | text)"' 2>/dev/null | tr '\n' ' ') || command=
    [ -n "$command" ] || continue
    eval "$command"
    [ "$id" != null ] || continue # A notification: git is fast enough that nothing is ever cancelled.
    case $method in
    initialize) answer result '{"protocolVersion":"1.0","name":"git log","can":["page","detail"],"options":{"debounceMs":50,"minLength":0}}' ;;
    page) page ;;
    detail) detail ;;
    *) answer error '{"code":-32601,"message":"there is no such method"}' ;;
    esac
done
