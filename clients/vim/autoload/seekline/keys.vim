vim9script
# The keys of the popup, in the form in which Vim passes them to it.

import autoload 'seekline/config.vim'

# Returns a key in the form in which Vim passes it to the popup.
def Code(key: string): string
    return eval('"' .. escape(key, '\"')->substitute('<', '\\<', 'g') .. '"')
enddef

# Whether that is one key: a character, or a special key of three bytes; either may follow three bytes for modifiers.
def IsOne(code: string): bool
    const rest = strpart(code, strpart(code, 0, 2) == "\x80\xfc" ? 3 : 0)
    return strcharlen(rest) == (strpart(rest, 0, 1) == "\x80" ? 3 : 1)
enddef

# Returns what is wrong with the keys that are set, or ''.
export def Problem(): string
    for [action, its] in items(config.Keys())
        for key in its
            if !IsOne(Code(key))
                return $'keys.{action} has "{key}", which is not a key; keys are written as x, <C-x>, <F5> or <Tab>'
            endif
        endfor
    endfor
    return empty(config.Keys().close) ? 'keys.close must have a key: no other one closes the popup' : ''
enddef

# Returns the action of each key, and of what the mouse does to the list.
export def Actions(): dict<string>
    var actions = {["\<ScrollWheelDown>"]: 'next', ["\<ScrollWheelUp>"]: 'previous'}
    for [action, keys] in items(config.Keys())
        for key in keys
            actions[Code(key)] = action
        endfor
    endfor
    return actions
enddef

# Returns the name of the first key of each action; '' if it has none.
export def Names(): dict<string>
    return config.Keys()->mapnew((_, keys) => get(keys, 0, ''))
enddef
