vim9script
# The keys of the popup, as Vim hands them to it.

import autoload 'seekline/config.vim'

# The action of each key, and of what the mouse does to the list.
export def Actions(): dict<string>
    var actions = {["\<ScrollWheelDown>"]: 'next', ["\<ScrollWheelUp>"]: 'previous'}
    for [action, keys] in items(config.Keys())
        for key in keys
            actions[eval('"' .. escape(key, '\"')->substitute('<', '\\<', 'g') .. '"')] = action
        endfor
    endfor
    return actions
enddef

# The name of the first key of each action; '' if it has none.
export def Names(): dict<string>
    return config.Keys()->mapnew((_, keys) => get(keys, 0, ''))
enddef
