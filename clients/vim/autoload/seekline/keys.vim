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

# Returns each action and its keys, in Vim's notation: those that are set, or else its default keys, without those that
# are set for another action.
def All(): dict<list<string>>
    const those_set = config.Of('keys')
    const taken = values(those_set)->flattennew()->map((_, key) => Code(key))
    return config.Keys()->mapnew((action, its) => has_key(those_set, action)
        ? its : copy(its)->filter((_, key) => index(taken, Code(key)) < 0))
enddef

# Returns what is wrong with the keys that are set, or ''.
export def Problem(): string
    var owners: dict<string>
    for [action, its] in items(config.Of('keys'))->sort()
        for key in its
            const code = Code(key)
            if !IsOne(code)
                return $'keys.{action} has "{key}", which is not a key; keys are written as x, <C-x>, <F5> or <Tab>'
            elseif get(owners, code, action) != action
                return $'keys.{action} has "{key}", which keys.{owners[code]} has too'
            endif
            owners[code] = action
        endfor
    endfor
    return empty(All().close) ? 'keys.close must have a key: no other one closes the popup' : ''
enddef

# Returns the action of each key, and of what the mouse does to the list.
export def Actions(): dict<string>
    var actions = {["\<ScrollWheelDown>"]: 'next', ["\<ScrollWheelUp>"]: 'previous'}
    for [action, its] in items(All())
        for key in its
            actions[Code(key)] = action
        endfor
    endfor
    return actions
enddef

# Returns the name of the first key of each action; '' if it has none.
export def Names(): dict<string>
    return All()->mapnew((_, its) => get(its, 0, ''))
enddef
