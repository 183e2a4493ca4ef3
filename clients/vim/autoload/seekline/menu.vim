vim9script
# The menu of what the source of an item can do with it, and the result.
#
# A menu belongs to the item it was opened for, in the list that contained it: the engine refuses if another list is
# shown by then. An action is requested once, and its result is reported even if the search has been closed by then.

import autoload 'seekline/edit.vim'
import autoload 'seekline/engine.vim'
import autoload 'seekline/session.vim'
import autoload 'seekline/text.vim'
import autoload 'seekline/view.vim'

# How many actions are under way.
export var performing = 0

# Lets the user choose an action for an item of the list that is shown, {} for none, and performs it. Shown() is called
# when the action begins and when it is over. Returns why there is nothing to choose, or ''.
export def Open(item: dict<any>, Shown: func()): string
    const offered = get(item, 'actions', [])
    if empty(offered)
        return empty(item) ? 'there is no item yet' : 'its source offers no actions on this'
    endif
    const where = session.Place()
    var popups = view.Popups()
    popups.menu = popup_menu(offered->mapnew((_, action) => text.Plain(text.Cut(action.title, 200))), {
        title: $' {text.Plain(text.Cut(item.title, 60))} ', zindex: 300, mapping: false,
        filter: (menu, key) => edit.IsPasted(key) || popup_filter_menu(menu, key),
        callback: (_, number) => {
            remove(popups, 'menu')
            if number > 0
                Perform(item, offered[number - 1], where, Shown)
            endif
        },
    })
    return ''
enddef

def Perform(item: dict<any>, action: dict<any>, where: dict<any>, Shown: func())
    if !session.IsOpen(where.session)
        # The list is gone, along with its search or its engine.
        Tell(item, action, {}, {code: -32003})
        return
    endif
    performing += 1
    engine.Perform(where->extendnew({id: item.id, action: action.name}), (result, failure) => {
        performing -= 1
        Tell(item, action, result, failure)
        Shown()
    })
    Shown()
enddef

# Reports the result of an action.
def Tell(item: dict<any>, action: dict<any>, result: dict<any>, failure: dict<any>)
    const name = text.Plain(text.Cut(item.title, 200))
    const title = text.Plain(action.title)
    if empty(failure)
        engine.Tell(has_key(result, 'message') ? text.Plain(text.Cut(result.message, 1000)) : $'{title}: done with “{name}”', 'None')
    elseif get(failure, 'code', 0) == -32003
        engine.Tell($'the list has changed meanwhile; nothing was done with “{name}”')
    else
        engine.Tell($'{title}: {text.Plain(text.Cut(failure.message, 1000))}', 'ErrorMsg')
    endif
enddef
