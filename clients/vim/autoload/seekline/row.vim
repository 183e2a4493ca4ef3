vim9script
# An item as a line of a popup: its text, and its text properties.

import autoload 'seekline/text.vim'

# What follows a title that has no snippet: those of these fields that the item has.
const telling = ['message', 'genre', 'address', 'budget', 'user', 'tags', 'category']

# Returns the text to insert, in two cells, if it is a single character; else ''.
def Glyph(insert: string, category: string): string
    if insert == '' || len(insert) > 40
        return ''
    endif
    var shown = text.Plain(insert)
    var width = strdisplaywidth(shown)
    if width == 0 || strdisplaywidth('x' .. shown) == 1
        # A combining mark needs a base character.
        shown = '◌' .. shown
        width = 1
    elseif category =~ 'Mark$'
        # A mark that this Vim does not know yet: the terminal might, and would combine it with what precedes it.
        shown = ' '
        width = 1
    endif
    return width <= 2 && strcharlen(shown) == 1 ? shown .. repeat(' ', 2 - width) : ''
enddef

# Returns the line of an item, including whether it is marked, as popup_settext() takes it.
export def Of(item: dict<any>, is_marked: bool): dict<any>
    var line = ' '
    var props: list<dict<any>> = []
    const Add = (part: string, kind: string) => {
        if part != '' && kind != ''
            add(props, {col: len(line) + 1, length: len(part), type: kind})
        endif
        line ..= part
    }
    const AddSnippet = (parts: list<string>, kind: string) => {
        for at in range(len(parts))
            Add(text.Plain(parts[at]), at % 2 == 1 ? 'seekline_match' : kind)
        endfor
    }
    Add(is_marked ? text.Cell('✓') : ' ', is_marked ? 'seekline_mark' : '')
    const fields = get(item, 'fields', {})
    const character = Glyph(get(item, 'insert', ''), get(fields, 'category', ''))
    if character != ''
        Add(character, 'seekline_glyph')
        Add('  ', '')
    endif
    if get(item, 'source', '') != ''
        Add(text.Plain(text.Cut(item.source, 100)), 'seekline_dim')
        Add('  ', '')
    endif
    const title = text.Cut(item.title, 500)
    var snippet: list<string> = []
    var length = 0
    for part in get(item, 'snippet', [])
        add(snippet, length < 500 ? text.Cut(part, 500) : '')
        length += len(part)
    endfor
    if join(snippet, '') == title && title != ''
        AddSnippet(snippet, '')
        snippet = []
    else
        Add(text.Plain(title), '')
    endif
    if !empty(snippet)
        Add('  ', '')
        AddSnippet(snippet, 'seekline_dim')
    else
        const said = telling->copy()
            ->filter((_, name) => type(get(fields, name, 0)) == v:t_string && fields[name] != '')
            ->map((_, name) => text.Plain(text.Cut(fields[name], 100)))
        if !empty(said)
            Add('  ', '')
            Add(join(said, ' · '), 'seekline_dim')
        endif
    endif
    return {text: line, props: props}
enddef

def Whole(line: string, kind: string): dict<any>
    return {text: line, props: line == '' || kind == '' ? [] : [{col: 1, length: len(line), type: kind}]}
enddef

# How many lines precede the text of a detail.
export const above = 2

# Returns the text of a detail as it is meant to be read: plain text is trimmed on both sides; other text keeps its
# indentation, with tabs as four spaces.
def Body(detail: dict<any>): string
    const body = text.Cut(get(detail, 'text', ''), 100000)
    if has_key(detail, 'range') || get(detail, 'format', 'plain') != 'plain'
        return body->trim("\r\n\t ", 2)->substitute('\t', '    ', 'g')
    endif
    return trim(body, "\r\n\t ")
enddef

# Returns the lines of the preview for a detail. `credit` is the attribution that the service asks for.
export def Detail(detail: dict<any>, credit: string): list<dict<any>>
    var lines = [Whole(text.Plain(text.Cut(detail.title, 500)), 'seekline_heading'), {text: '', props: []}]
    const body = Body(detail)
    const range = get(detail, 'range', {first: 0, last: 0})
    for line in split(body, '\r\=\n', true)
        const number = len(lines) - above + 1
        add(lines, Whole(text.Plain(line), range.first <= number && number <= range.last ? 'seekline_line' : ''))
    endfor
    if body == ''
        for [name, value] in items(get(detail, 'fields', {}))->sort()
            add(lines, {text: text.Plain($'{name}: {value}'), props: []})
        endfor
    endif
    for line in [get(detail, 'url', ''), credit]
        if line != ''
            extend(lines, [{text: '', props: []}, Whole(text.Plain(line), 'seekline_dim')])
        endif
    endfor
    return lines
enddef

# Returns lines that are all of one kind.
export def Plain(lines: list<string>, kind: string): list<dict<any>>
    return lines->mapnew((_, line) => Whole(line, kind))
enddef
