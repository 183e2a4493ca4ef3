vim9script
# What is marked in the open search: items as the user saw them, by id, in the order in which they were marked. Marks
# outlive the list in which they were made, and its engine.
#
# Only items in the list for the current text can be marked. If the last attempt to mark failed, it is owed: a key that
# takes something says so, and takes it only when pressed once more.

var by_id: dict<dict<any>> = {}
var turns = 0
var owed = false

# Marks these items, and no others.
export def Set(items: list<any>)
    by_id = {}
    owed = false
    for item in items
        seekline#marks#Toggle(item)
    endfor
enddef

export def Has(id: string): bool
    return has_key(by_id, id)
enddef

# Marks an item, or unmarks it if it is marked.
export def Toggle(item: dict<any>)
    owed = false
    if has_key(by_id, item.id)
        remove(by_id, item.id)
    else
        turns += 1
        by_id[item.id] = {item: item, turn: turns}
    endif
enddef

export def Count(): number
    return len(by_id)
enddef

# Returns the marked items, in the order in which they were marked.
export def Items(): list<any>
    return values(by_id)->sort((one, other) => one.turn - other.turn)->mapnew((_, mark) => mark.item)
enddef

# Notes that nothing was marked, and returns the message about that.
export def Owe(why: string): string
    owed = true
    return $'nothing was marked: {why}'
enddef

# Returns what has to be said before anything is taken, if the last attempt to mark failed; or ''. It is said once.
export def Owed(): string
    const said = owed ? 'nothing was marked last; the same once more goes on without that' : ''
    owed = false
    return said
enddef
