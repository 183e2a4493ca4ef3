vim9script
# A list as Vim's quickfix list.

import autoload 'seekline/location.vim'
import autoload 'seekline/text.vim'

# Whether items can be one: some of them stand in files.
export def CanBe(items: list<any>): bool
    return indexof(items, (_, item) => has_key(item, 'location')) >= 0
enddef

# The items as entries, of which each leads to where <CR> would. The columns of entries are bytes: of each file that is read once,
# and where it cannot be, they are taken for that.
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

# Makes a list of this title, and opens it.
export def Open(title: string, items: list<any>)
    setqflist([], ' ', {title: title, items: Entries(items)})
    location.Go('copen')
    if mode() =~ '^[iR]'
        # One goes there to look, not to go on typing.
        stopinsert
    endif
enddef
