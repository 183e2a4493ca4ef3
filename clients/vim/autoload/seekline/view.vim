vim9script
# The popups: a prompt, a list, a note below it, a preview, and the text in the last border. Shows what it is told;
# knows nothing about sessions.

import autoload 'seekline/layout.vim'
import autoload 'seekline/config.vim'
import autoload 'seekline/text.vim'
import autoload 'seekline/row.vim'

var popups: dict<number> = {}
export var places: dict<any> = {}
var rows: list<dict<any>> = []
var preview_lines: list<dict<any>> = []
var foot: list<string> = []
# What is already shown and need not be drawn again.
var title: list<any> = []
var hint: list<dict<any>> = []
var note: list<dict<any>> = []
# Whether the list is blanked before it is drawn.
var blank = false

const groups = {
    SeeklineNormal: 'Normal', SeeklineBorder: 'Comment', SeeklineError: 'ErrorMsg', SeeklinePrompt: 'Special',
    SeeklineMark: 'Statement', SeeklineMatch: 'Special', SeeklineGlyph: 'String',
    SeeklineHeading: 'Title', SeeklineDim: 'Comment', SeeklineLine: 'Visual',
}

def Highlight()
    for [group, link] in items(groups)
        execute 'highlight default link' group link
    endfor
    # Terminals do not show the group Cursor.
    highlight default SeeklineCursor term=reverse cterm=reverse gui=reverse
    for kind in ['prompt', 'cursor', 'mark', 'match', 'glyph', 'heading', 'dim', 'error', 'line']
        const name = $'seekline_{kind}'
        if empty(prop_type_get(name))
            const group = 'Seekline' .. toupper(kind[0]) .. kind[1 :]
            prop_type_add(name, {highlight: group, combine: true})
        endif
    endfor
enddef

# Opens the popups. Filter gets the keys; Closed is called if Vim or something else closes one of them.
export def Open(preview: bool, Filter: func(number, string): bool, Closed: func)
    Highlight()
    rows = []
    preview_lines = []
    foot = []
    title = []
    hint = []
    note = []
    const common = {
        wrap: false, scrollbar: false, mapping: false, zindex: 200,
        highlight: 'SeeklineNormal', borderhighlight: ['SeeklineBorder'], callback: (_, _) => Closed(),
    }
    popups = {
        list: popup_create('', extendnew(common, {cursorline: false})),
        note: popup_create('', extendnew(common, {hidden: true})),
        preview: popup_create('', extendnew(common, {wrap: true, hidden: true})),
        foot: popup_create('', extendnew(common, {zindex: 210, highlight: 'SeeklineBorder'})),
    }
    popups.prompt = popup_create('', extendnew(common, {filter: Filter, filtermode: 'a'}))
    win_execute(popups.list, $'setlocal modifiable list listchars=extends:{text.Cell("…")} nospell')
    win_execute(popups.preview, 'setlocal linebreak nospell')
    seekline#view#Arrange(preview)
enddef

# Places the popups to suit the screen and the preview.
export def Arrange(preview: bool)
    places = layout.Of(&columns, &lines, config.Of('max_width'), config.Of('max_height'), preview, len(note))
    for name in ['prompt', 'list', 'note', 'preview']
        if has_key(places, name)
            popup_setoptions(popups[name], places[name])
            popup_show(popups[name])
        else
            popup_hide(popups[name])
        endif
    endfor
    const choices = foot
    foot = []
    seekline#view#SetFoot(choices)
enddef

# Shows a title in the upper border.
export def SetTitle(words: string, failed: bool)
    const new = [words, failed, places.prompt.minwidth]
    if new == title
        return
    endif
    title = new
    popup_setoptions(popups.prompt, {
        title: text.Fit($' {words} ', places.prompt.minwidth),
        borderhighlight: [failed ? 'SeeklineError' : 'SeeklineBorder', 'SeeklineBorder', 'SeeklineBorder', 'SeeklineBorder'],
    })
enddef

# Shows the first of several texts that fits into the last border.
export def SetFoot(choices: list<string>)
    if choices == foot
        return
    endif
    foot = choices
    for choice in choices
        const width = strdisplaywidth(choice)
        if width <= places.foot.width - 1
            popup_settext(popups.foot, choice)
            popup_setoptions(popups.foot, {line: places.foot.line, col: places.foot.end - width, maxwidth: width, minwidth: width})
            popup_show(popups.foot)
            return
        endif
    endfor
    popup_hide(popups.foot)
enddef

# Shows the text before and after the cursor, and the counter at the right end.
export def SetPrompt(left: string, right: string, counter: string)
    const sign = ' ❯ '
    const room = places.prompt.minwidth - strdisplaywidth(sign) - strdisplaywidth(counter) - 3
    var shown = left
    while strdisplaywidth(shown) > max([1, room])
        shown = strcharpart(shown, max([1, (strdisplaywidth(shown) - room) / 2]))
    endwhile
    const under = right == '' ? ' ' : matchstr(right, '^.')
    const behind = right == '' ? '' : text.Fit(strpart(right, len(under)), max([0, room - strdisplaywidth(shown)]))
    const line = sign .. shown .. under .. behind
    const gap = max([1, places.prompt.minwidth - strdisplaywidth(line) - strdisplaywidth(counter) - 1])
    popup_settext(popups.prompt, [{
        text: line .. repeat(' ', gap) .. counter .. ' ',
        props: [
            {col: 1, length: len(sign), type: 'seekline_prompt'},
            {col: len(sign .. shown) + 1, length: len(under), type: 'seekline_cursor'},
            {col: len(line) + gap + 1, length: len(counter), type: 'seekline_dim'},
        ],
    }])
enddef

# Draws the items after the first `from`; IsMarked(id) says which are marked.
export def SetItems(items: list<any>, from: number, IsMarked: func(string): bool)
    rows = rows->slice(0, from)->extend(items->slice(from)->mapnew((_, item) => row.Of(item, IsMarked(item.id))))
    hint = []
    blank = Disputed(rows)
    Draw('list', rows, blank)
enddef

# Redraws the item of this number, which has been marked or unmarked.
export def SetItem(item: dict<any>, number: number, is_marked: bool)
    const buffer = winbufnr(popups.list)
    rows[number - 1] = row.Of(item, is_marked)
    # This removes the text properties.
    setbufline(buffer, number, rows[number - 1].text)
    for prop in rows[number - 1].props
        prop_add(number, prop.col, {length: prop.length, type: prop.type, bufnr: buffer})
    endfor
enddef

# Whether a terminal may disagree with Vim about the width of a character in these lines: signs, emoji, rare scripts.
def Disputed(lines: list<dict<any>>): bool
    # The other regexp engine does not support ranges this large. The width of the mark's sign is not in dispute.
    return indexof(lines, (_, line) => line.text =~ '\%#=2[\u0530-\u1dff\u2300-\u2712\u2714-\u2e7f\ua4d0-\uabff\ud7b0-\uf8ff\U10000-\U1ffff]') >= 0
enddef

# Puts lines into a popup; the visible part stays in place. A character that the terminal considers narrower, or does
# not show, leaves there what was there before, so the popup is blanked first if there may be such a character.
def Draw(name: string, lines: list<dict<any>>, blanked: bool)
    if blanked
        win_execute(popups[name], 'w:seekline_view = winsaveview()')
        popup_settext(popups[name], '')
        redraw
    endif
    popup_settext(popups[name], lines)
    if blanked
        win_execute(popups[name], 'call winrestview(w:seekline_view)')
    endif
enddef

# Shows lines below the list, or removes them if there are none; they reduce the list's height. Returns whether anything
# has changed.
export def SetNote(lines: list<dict<any>>): bool
    if lines == note
        return false
    endif
    note = lines
    popup_settext(popups.note, lines)
    return true
enddef

# Shows lines in place of items.
export def SetHint(lines: list<dict<any>>)
    if lines != hint
        hint = lines
        popup_settext(popups.list, lines)
    endif
enddef

# Shows which item is the choice, from 1.
export def Select(index: number)
    popup_setoptions(popups.list, {cursorline: true})
    const first = popup_getpos(popups.list).firstline
    # Scroll first: a cursor that leaves the visible part would be brought back into it.
    const last = first + places.list.minheight - 1
    if index < first || index > last
        popup_setoptions(popups.list, {firstline: index < first ? index : index - places.list.minheight + 1})
    endif
    win_execute(popups.list, $'call cursor({index}, 1)')
    if blank
        redraw
        if popup_getpos(popups.list).firstline != first
            Draw('list', rows, true)
        endif
    endif
enddef

# Shows that there is no choice.
export def Unselect()
    popup_setoptions(popups.list, {cursorline: false})
enddef

# Fills the preview with lines, and scrolls so that number `at`, from 0, is visible.
export def FillPreview(lines: list<dict<any>>, at = 0)
    preview_lines = lines
    Draw('preview', lines, Disputed(lines))
    const height = has_key(places, 'preview') ? places.preview.minheight : 1
    popup_setoptions(popups.preview, {firstline: max([1, min([at, len(lines) - 1]) + 1 - height / 2])})
enddef

# Scrolls the preview by half its height, down (1) or up (-1).
export def ScrollPreview(direction: number)
    if has_key(places, 'preview')
        const first = popup_getoptions(popups.preview).firstline
        Draw('preview', preview_lines, Disputed(preview_lines))
        const steps = max([1, places.preview.minheight / 2]) * direction
        popup_setoptions(popups.preview, {firstline: max([1, min([len(preview_lines), max([1, first]) + steps])])})
    endif
enddef

# Returns the row of the list under the mouse; 0 if the mouse is elsewhere in the popups, -1 if it is outside all of
# them.
export def MouseRow(): number
    const mouse = getmousepos()
    if mouse.winid != popups.list
        return index(values(popups), mouse.winid) >= 0 ? 0 : -1
    endif
    # Below the last line, Vim reports that line; the border above the first line counts as a row.
    return mouse.line > 0 ? line('w0', popups.list) + mouse.winrow - 2 : 0
enddef

# Whether all popups are still there. popup_clear() triggers no callback.
export def IsWhole(): bool
    return indexof(values(popups), (_, popup) => empty(popup_getpos(popup))) < 0
enddef

export def Close()
    for popup in values(popups)
        popup_close(popup)
    endfor
    popups = {}
enddef

# Returns the popups, by name.
export def Popups(): dict<number>
    return popups
enddef
