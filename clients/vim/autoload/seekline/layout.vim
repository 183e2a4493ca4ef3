vim9script
# Where the popups go: sizes in, popup options out.

import autoload 'seekline/text.vim'

# The characters of borders: top, right, bottom, left, then the corners clockwise from the top left. Each line between
# two popups belongs to one of them.
const borders = {
    prompt: [[1, 1, 0, 1], '─│ │╭╮  '],
    list: [[1, 1, 1, 1], '─│─│├┤╯╰'],
    prompt_beside: [[1, 1, 0, 1], '─│ │╭┬  '],
    list_beside: [[1, 1, 1, 1], '─│─│├┤┴╰'],
    preview_beside: [[1, 1, 1, 0], '─│─  ╮╯ '],
    list_above: [[1, 1, 0, 1], '─│ │├┤  '],
    preview_below: [[1, 1, 1, 1], '─│─│├┤╯╰'],
    note: [[0, 1, 1, 1], ' │─│  ╯╰'],
    note_beside: [[0, 1, 1, 1], ' │─│  ┴╰'],
    note_above: [[0, 1, 0, 1], ' │ │    '],
}

def Place(line: number, column: number, width: number, height: number, border: string, padding: number = 0): dict<any>
    return {
        line: line, col: column, minheight: height, maxheight: height,
        minwidth: width - padding, maxwidth: width - padding, padding: [0, 0, 0, padding],
        border: borders[border][0], borderchars: split(borders[border][1], '\zs')->map((_, char) => text.Cell(char)),
    }
enddef

# Returns the popups for a screen of this many columns and lines: `prompt`, `list` and, if they are wanted and there is
# room, `preview` and `note`, which has `note` lines and is at the end of the list; `foot` is where the last border is:
# its line, and the columns that it may take.
export def Of(columns: number, lines: number, max_width: number, max_height: number, preview: bool, note: number): dict<any>
    const beside = preview && columns >= 100
    var width = max([1, min([columns * 85 / 100, beside ? columns : max_width, columns - 3])])
    var height = max([1, min([lines * 6 / 10, max_height, lines - 6])])
    const below = preview && !beside && height >= 5
    const inner = beside ? (width - 1) / 2 : width
    const under = below ? height / 2 : 0
    if below
        height -= under + 1
    endif
    const row = max([1, (lines - 4 - height - (below ? under + 1 : 0)) / 2])
    const column = max([1, (columns - width - 2) / 2])
    const bottom = beside ? '_beside' : below ? '_above' : ''
    # At least one line of the list always remains.
    const noted = min([note, height - 1])
    var places = {
        prompt: Place(row, column, inner, 1, beside ? 'prompt_beside' : 'prompt'),
        list: Place(row + 2, column, inner, height - noted, noted > 0 ? 'list_above' : 'list' .. bottom),
        foot: {line: row + 3 + height + (below ? under + 1 : 0), end: column + width + 1, width: beside ? width - inner - 1 : width},
    }
    if noted > 0
        places.note = Place(row + 3 + height - noted, column, inner, noted, 'note' .. bottom)
    endif
    if beside
        places.preview = Place(row, column + inner + 2, width - 1 - inner, height + 2, 'preview_beside', 1)
    elseif below
        places.preview = Place(row + 3 + height, column, width, under, 'preview_below', 1)
    endif
    return places
enddef
