vim9script
# What is marked in the search that is open: items as they were seen, by their ids, in the order in which they were marked.
# Marks outlive the list in which they were made, and its engine.
#
# One marks what one sees, and nothing in a list that is not that of the text. What was to be marked last and was not is owed:
# a key that takes something says so, and does it only when it is pressed once more.

var by_id: dict<dict<any>> = {}
var turns = 0
var owed = false

# From now on, these items are marked, and no others.
export def Set(items: list<any>)
    by_id = {}
    owed = false
    for item in items
        Toggle(item)
    endfor
enddef

export def Has(id: string): bool
    return has_key(by_id, id)
enddef

# Marks an item, or one that is marked no longer.
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

# All that is marked.
export def Items(): list<any>
    return values(by_id)->sort((one, other) => one.turn - other.turn)->mapnew((_, mark) => mark.item)
enddef

# Notes that nothing was marked, and answers what is said of that.
export def Owe(why: string): string
    owed = true
    return $'nothing was marked: {why}'
enddef

# What has to be said before anything is taken, since what was to be marked last was not; or ''. It is said once.
export def Owed(): string
    const said = owed ? 'nothing was marked last; the same once more goes on without that' : ''
    owed = false
    return said
enddef
