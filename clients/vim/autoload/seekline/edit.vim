vim9script
# The text that is typed: before and after the cursor.

import autoload 'seekline/text.vim'

# What <C-r> inserts from under the cursor of the window, as on the command line.
const under_cursor = {"\<C-f>": '<cfile>', "\<C-w>": '<cword>', "\<C-a>": '<cWORD>'}

# Returns the text that a key names after <C-r>; '' means none.
export def Named(key: string): string
    const its = has_key(under_cursor, key) ? expand(under_cursor[key]) : key =~ '^[[:alnum:]"%#:.*+~/_-]$' ? getreg(key) : ''
    # It may not be UTF-8.
    return text.Plain(text.Valid(strcharpart(its, 0, most)))
enddef

# The engine accepts no text that is twice as long.
const most = 5000

# Returns as much of the text before the cursor as there is room for, given the text after it.
def Within(left: string, right: string): string
    return strcharpart(left, 0, max([0, most - strchars(right)]))
enddef

# Whether the keys are those of pasted text, from <PasteStart> to <PasteEnd>.
var pasting = false

# Notes a key, and returns whether it belongs to pasted text: there, no key has a meaning of its own.
export def IsPasted(key: string): bool
    const is_so = pasting || key == "\<PasteStart>"
    pasting = is_so && key != "\<PasteEnd>"
    return is_so
enddef

# Forgets a paste whose end went elsewhere.
export def Reset()
    pasting = false
enddef

# Edits text by a key, as on the command line. Returns the new text before the cursor, and the new text after it.
export def Edited(left: string, right: string, key: string): list<string>
    if key == "\<BS>" || key == "\<C-h>" || key == "\x7f" || (key == "\<Del>" && right == '')
        # In a terminal, <C-h> can be <BS> or <Del>. At the end, <Del> deletes to the left, as on the command line.
        return [substitute(left, '.$', '', ''), right]
    elseif key == "\<Del>"
        return [left, substitute(right, '^.', '', '')]
    elseif key == "\<C-w>"
        return [substitute(left, '\S*\s*$', '', ''), right]
    elseif key == "\<C-u>"
        return ['', right]
    elseif key == "\<Left>"
        return [substitute(left, '.$', '', ''), matchstr(left, '.$') .. right]
    elseif key == "\<Right>"
        return [left .. matchstr(right, '^.'), substitute(right, '^.', '', '')]
    elseif key == "\<Home>"
        return ['', left .. right]
    elseif key == "\<End>"
        return [left .. right, '']
    elseif strcharlen(key) >= 1 && key !~ '^[\x01-\x1f\x7f]' && key[0] != "\x80" && char2nr(key) != 0x80
        return [Within(left .. key, right), right]
    elseif (key == "\<NL>" || key == "\<C-v>") && left !~ ' $'
        # The end of a line in pasted text.
        return [Within(left .. ' ', right), right]
    endif
    return [left, right]
enddef
