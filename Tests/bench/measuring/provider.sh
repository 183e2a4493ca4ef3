#!/bin/sh
# A provider that ends as its first argument says, and appends a line to the file named by its second when it starts.
echo >>"$2"
[ "$1" = deaf ] && trap '' TERM
say() {
    echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$1}"
}
while read -r line; do
    id=${line#*\"id\":}
    id=${id%%,*}
    case $line in
    *'"method":"initialize"'*) say '{"protocolVersion":"1.0","name":"made","can":["page"]}' ;;
    *'"query":"hold"'* | *'"method":"$/cancelRequest"'*) ;;
    *)
        say '{"items":[{"title":"a"}]}'
        case $1 in
        exits) exit 0 ;;
        twice) say '{"items":[]}' ;;
        leaves)
            sleep 1000 &
            exit 0
            ;;
        esac
        ;;
    esac
done
[ "$1" = deaf ] && exec sleep 1000
exit 0
