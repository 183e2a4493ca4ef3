vim9script
# Shows the state of a search around its list: the title, hints, notes, the keys.

import autoload 'seekline/engine.vim'
import autoload 'seekline/session.vim'
import autoload 'seekline/spinner.vim'
import autoload 'seekline/status.vim'
import autoload 'seekline/text.vim'
import autoload 'seekline/view.vim'

# Returns what <CR> would do with an item; {} means none.
def Action(wanted: dict<any>, item: dict<any>, takes_marks: bool): string
    return takes_marks ? 'take marked' : empty(item) ? 'search' : wanted.OnChoice != v:null ? 'choose'
        : has_key(item, 'location') ? 'jump' : get(item, 'insert', '') != '' ? 'insert' : 'open'
enddef

# Shows what there is to say about the search that is `wanted`, while the prompt contains `typed`: also why something is
# not done (`refusal`, or ''), other messages (`told`), and what <CR> would do with `item` if it does not take what is
# marked. `names` are those of the keys. Returns whether the popups must be arranged again.
export def Around(wanted: dict<any>, typed: string, refusal: string, told: list<dict<any>>, item: dict<any>, takes_marks: bool, names: dict<string>): bool
    const state = session.state
    const source = engine.Source(wanted.source)
    const turn = spinner.turn
    const name = text.Plain(get(source, 'title', wanted.source))
    view.SetTitle(status.Title(name, state, turn), !empty(state.error) && turn < 0)
    if empty(state.items)
        view.SetHint(status.Hint(state, text.Trim(typed), source, names, view.places.list.minwidth))
        view.Unselect()
    endif
    view.SetFoot(status.Foot(source, Action(wanted, item, takes_marks), !empty(get(item, 'actions', [])), names))
    return view.SetNote(status.Note(state, refusal, told, engine.silent, view.places.list.minwidth))
enddef
