vim9script
# Makes text from outside safe to show.

# Cuts text to `count` characters, and adds "…" if it was longer.
export def Cut(text: string, count: number): string
    const head = strcharpart(text, 0, count)
    return len(head) < len(text) ? head .. '…' : head
enddef

# Returns text as valid UTF-8: a byte that does not belong there becomes the character of Latin-1, a surrogate U+FFFD.
export def Valid(text: string): string
    return str2list(text)->map((_, point) => (0xD800 <= point && point <= 0xDFFF) || point > 0x10FFFF ? 0xFFFD : point)->list2str()
enddef

# Returns text as one line that does nothing but show itself: no control characters, no line separators, and no marks
# that change the direction of what follows, even beyond the end of the text.
export def Plain(text: string): string
    return text->substitute('[\t\r\n]\+', ' ', 'g')
        ->substitute('[\x01-\x1f\x7f\u0080-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]', "\uFFFD", 'g')
enddef

# Unicode white space.
const white = [9, 10, 11, 12, 13, 0x20, 0x85, 0xA0, 0x1680] + range(0x2000, 0x200A) + [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]

# Returns text without white space at its ends, as the engine sees it: by code points, of which a mark that combines
# with a space is one of its own.
export def Trim(text: string): string
    const points = str2list(text)
    var [first, last] = [0, len(points)]
    while first < last && index(white, points[first]) >= 0
        first += 1
    endwhile
    while last > first && index(white, points[last - 1]) >= 0
        last -= 1
    endwhile
    return slice(points, first, last)->list2str()
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
    return head .. seekline#text#Cell('…')
enddef

# Wraps text into lines of at most `room` cells, or else of one character, between words where possible.
export def Wrap(text: string, room: number): list<string>
    const width = max([1, room])
    var lines: list<string> = []
    var line = ''
    for word in split(seekline#text#Plain(text))
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
