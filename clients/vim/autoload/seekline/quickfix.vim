vim9script
# Puts a list into Vim's quickfix list.

import autoload 'seekline/location.vim'
import autoload 'seekline/text.vim'

# Whether items can be a quickfix list: some of them are in files.
export def CanBe(items: list<any>): bool
    return indexof(items, (_, item) => has_key(item, 'location')) >= 0
enddef

# Returns the items as entries, each of which leads to where <CR> would. Entries count columns in bytes: each file is
# read once to convert them; if it cannot be read, columns are used as they are.
def Entries(items: list<any>): list<dict<any>>
    var all: list<dict<any>> = []
    var by_path: dict<list<dict<any>>> = {}
    for item in items
        var entry: dict<any> = {text: text.Plain(item.title), valid: 0}
        if has_key(item, 'location')
            const place = item.location
            const path = location.PathOf(place)
            extend(entry, {valid: 1, bufnr: bufadd(path), lnum: get(place, 'line', 0), col: get(place, 'column', 0)})
            if entry.lnum > 0 && entry.col > 0
                by_path[path] = get(by_path, path, [])->add(entry)
            endif
        endif
        add(all, entry)
    endfor
    for [path, its] in items(by_path)
        const lines = location.Lines(path, its[0].bufnr)
        for entry in its
            if entry.lnum <= len(lines)
                entry.col = location.Byte(lines[entry.lnum - 1], entry.col) + 1
            endif
        endfor
    endfor
    return all
enddef

# Creates a list with this title, and opens it.
export def Open(title: string, items: list<any>)
    setqflist([], ' ', {title: title, items: Entries(items)})
    location.Go('copen')
    if mode() =~ '^[iR]'
        # The user goes there to look, not to continue typing.
        stopinsert
    endif
enddef
