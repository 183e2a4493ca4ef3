vim9script
# The preview: an item at full length.

import autoload 'seekline/engine.vim'
import autoload 'seekline/row.vim'
import autoload 'seekline/session.vim'
import autoload 'seekline/text.vim'
import autoload 'seekline/view.vim'

# Shows the detail of an item, or nothing if it is {}. It is opened when the choice has rested for a moment, and only shown
# if it is still Wanted().
export def Show(item: dict<any>, source: string, Wanted: func(): bool)
    if empty(item)
        view.FillPreview([])
        return
    endif
    view.FillPreview(row.Detail({title: item.title, url: get(item, 'url', ''), text: '…'}, ''))
    timer_start(50, (_) => {
        if !Wanted()
            return
        endif
        session.Detail(item.id, (detail, failure) => {
            if !Wanted()
                return
            endif
            if empty(failure)
                view.FillPreview(row.Detail(detail, get(engine.Source(source), 'attribution', '')))
            else
                view.FillPreview(row.Detail({title: item.title}, '') + row.Plain(['✗ ' .. text.Plain(failure.message)], 'seekline_error'))
            endif
        })
    })
enddef
