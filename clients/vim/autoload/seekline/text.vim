vim9script
# Makes text from outside safe to show.

# Cuts text to `count` characters, and adds "…" if it was longer.
export def Cut(text: string, count: number): string
    const head = strcharpart(text, 0, count)
    return len(head) < len(text) ? head .. '…' : head
enddef

# Returns text as one line that does nothing but show itself: no control characters, no line separators, and no marks
# that change the direction of what follows, even beyond the end of the text.
export def Plain(text: string): string
    return text->substitute('[\t\r\n]\+', ' ', 'g')
        ->substitute('[\x01-\x1f\x7f\u0080-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]', "\uFFFD", 'g')
enddef

# Returns text without white space at its ends, as the engine sees it.
export def Trim(text: string): string
    return trim(text, "\t\n\x0b\x0c\r \u85\uA0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000")
enddef

# Returns a part of a frame, or `…`, as one cell: Vim may treat it as two cells wide ('ambiwidth', setcellwidths()).
export def Cell(char: string): string
    return strwidth(char) == 1 ? char : get({'─': '-', '│': '|', '…': '>'}, char, '+')
enddef

# Returns as much of a text as fits into `width` cells.
export def Fit(text: string, width: number): string
    if strdisplaywidth(text) <= width
        return text
    endif
    var head = strcharpart(text, 0, max([0, width - 1]))
    while head != '' && strdisplaywidth(head) > width - 1
        head = substitute(head, '.$', '', '')
    endwhile
    return head .. Cell('…')
enddef

# Wraps text into lines of at most `width` cells, between words where possible.
export def Wrap(text: string, width: number): list<string>
    var lines: list<string> = []
    var line = ''
    for word in split(Plain(text))
        var rest = word
        while strdisplaywidth(rest) > width
            if line != ''
                add(lines, line)
                line = ''
            endif
            const head = strcharpart(rest, 0, max([1, width / 2]))
            add(lines, head)
            rest = strpart(rest, len(head))
        endwhile
        if line == ''
            line = rest
        elseif strdisplaywidth(line .. ' ' .. rest) <= width
            line ..= ' ' .. rest
        else
            add(lines, line)
            line = rest
        endif
    endfor
    return line == '' ? lines : add(lines, line)
enddef
