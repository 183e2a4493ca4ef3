vim9script
# The preview: an item in full, or the file that it is in.

import autoload 'seekline/engine.vim'
import autoload 'seekline/highlight.vim'
import autoload 'seekline/location.vim'
import autoload 'seekline/row.vim'
import autoload 'seekline/session.vim'
import autoload 'seekline/text.vim'
import autoload 'seekline/view.vim'

# Shows a short message instead of a detail.
def Complain(item: dict<any>, words: string)
    const heading = row.Detail({title: item.title}, '')[ : row.above - 1]
    view.FillPreview(heading + row.Plain(['✗ ' .. text.Plain(words)], 'seekline_error'))
    highlight.AsDetail(view.Popups().preview, {})
enddef

def ShowFile(item: dict<any>)
    const read = location.Read(item.location)
    if has_key(read, 'problem')
        Complain(item, read.problem)
        return
    endif
    var rows = row.Plain(read.lines, '')
    if read.at >= 0
        rows[read.at] = row.Plain([read.lines[read.at]], 'seekline_line')[0]
    endif
    view.FillPreview(rows, read.at)
    highlight.AsFile(view.Popups().preview, item.location.path)
enddef

def ShowDetail(item: dict<any>, source: string, Wanted: func(): bool)
    session.Detail(item.id, (detail, failure) => {
        if !Wanted()
            return
        elseif !empty(failure)
            Complain(item, failure.message)
            return
        endif
        const rows = row.Detail(detail, get(engine.Source(source), 'attribution', ''))
        view.FillPreview(rows, has_key(detail, 'range') ? row.above + detail.range.first - 1 : -1)
        highlight.AsDetail(view.Popups().preview, detail)
    })
enddef

# Shows the detail of an item, or its place in a file; nothing if `item` is {}. Looks that up once the choice has rested
# for a moment, and shows it only if it is still Wanted().
export def Show(item: dict<any>, source: string, Wanted: func(): bool)
    if empty(item)
        view.FillPreview([])
        return
    endif
    view.FillPreview(row.Detail({title: item.title, url: get(item, 'url', ''), text: '…'}, ''))
    timer_start(50, (_) => {
        if !Wanted()
            return
        elseif has_key(item, 'location')
            ShowFile(item)
        else
            ShowDetail(item, source, Wanted)
        endif
    })
enddef
