vim9script
# The open search: accumulates what the engine reports about it. Knows nothing about windows.

import autoload 'seekline/engine.vim'
import autoload 'seekline/items.vim'
import autoload 'seekline/text.vim'

var name = ''
var source = ''
var options: dict<any> = {}
var given: list<any> = null_list
# Whether all of `given` is in flight, and what to do once it is.
var sent = false
var WhenSent: func = null_function
# The callback that waits for a detail.
var Opening: func = null_function
var Changed: func = () => 0
var Leaving: func = () => 0
var Reopened: func = () => 0
var Told: func = (_, _) => 0
# The length of the list whose next page has been asked for, and whether the engine is loading it.
var asked = ''
var under_way = false
var dead = false

# The visible state, as named in the protocol; in_force are the options.
export var state: dict<any> = {}
# What has arrived so far of the list that will replace the one that is shown; {} means nothing.
var coming: dict<any> = {}

def Fresh()
    state = {
        items: [], query: v:null, more: false, total: -1, suggestion: '', partial: false, failed: [], loading: false, growing: false, stalled: false, status: 'initial',
        opening: v:null, generation: 0, listed: 0, error: {}, in_force: {}, short_by: 0,
    }
    asked = ''
    under_way = false
    coming = {}
enddef

# Opens a session; its_items are what it searches, if that is up to us. Changed(from) is called after each change, with
# the index from which the list is new, or -1. When a new engine replaces one that died, Leaving() is called before the
# old list is dropped, and Reopened() once the new engine can be asked. Told(words, is_bad) is called with messages that
# might not be seen otherwise.
export def Open(its_source: string, its_options: dict<any>, its_items: list<any>, OnChange: func, OnLeaving: func, OnReopened: func, OnTold: func)
    source = its_source
    options = its_options
    given = its_items
    Changed = OnChange
    Leaving = OnLeaving
    Reopened = OnReopened
    Told = OnTold
    dead = false
    Begin()
enddef

def Begin()
    Fresh()
    name = engine.Attach({Take: Take, Reopen: Reopen, Lost: Lost, Known: () => Changed(-1), Ending: () => Changed(-1), Told: Told, Silent: () => Changed(-1), Waits: () => seekline#session#IsBusy()})
    const mine = name
    engine.Request('openSession', {source: source, session: name, options: options}, (result, failure) => {
        if mine != name
            return
        endif
        if !empty(failure)
            Lost(failure.message)
            return
        endif
        state.in_force = result.options
        TellUnknown(result.options)
        Changed(-1)
    })
    [sent, WhenSent, Opening] = [false, null_function, null_function]
    if given != null_list
        items.Fill(name, given, (why) => {
            # A session that could not be opened has already said why; its items only fail because it is not there.
            if mine ==# name && !dead
                Lost(why)
            endif
        }, Sent)
    endif
    if engine.End() != ''
        Lost(engine.End())
    endif
enddef

# Reports options that the engine does not know (those that are missing from the options in force), and unknown sources.
def TellUnknown(in_force: dict<any>)
    const unknown = keys(options)->filter((_, option) => !has_key(in_force, option))->sort()
    if !empty(unknown)
        engine.TellOnce(text.Plain($'{source} has no option {join(unknown, ", ")}; it has {keys(in_force)->sort()->join(", ")}'))
    endif
    engine.TellUnknown()
enddef

def Sent()
    sent = true
    if WhenSent != null_function
        WhenSent()
    endif
enddef

# Whether all items that are up to us are in flight to the engine.
export def IsSent(): bool
    return given == null_list || sent
enddef

# Calls Done() once all items that are up to us are in flight to the engine.
export def AfterItems(Done: func)
    WhenSent = Done
    if sent
        Done()
    endif
enddef

def Reopen()
    Leaving()
    Begin()
    Changed(0)
    Reopened()
enddef

# Whether there is something to wait for.
export def IsBusy(): bool
    return state.loading || state.growing || state.opening != v:null
enddef

# Handles that there is no engine, or that it does not know the session.
def Lost(message: string)
    items.Stop()
    dead = true
    state.loading = false
    state.growing = false
    state.opening = v:null
    state.error = {scope: 'search', message: message}
    const Unanswered = Opening
    Opening = null_function
    if Unanswered != null_function
        Unanswered({}, state.error)
    endif
    Changed(-1)
enddef

export def Close()
    if !dead
        engine.Notify('closeSession', {session: name})
    endif
    items.Stop()
    engine.Detach()
    [name, WhenSent, Opening] = ['', null_function, null_function]
enddef

# Handles items. A list that is read again may arrive in pieces: the one that is shown stays, with its choice, until the
# new one is as long, or is complete.
def TakeItems(params: dict<any>)
    var list = params
    if !empty(coming) && params.from > 0
        list = extendnew(params, {from: 0, items: coming.items[ : params.from - 1] + params.items})
    endif
    if list.from == 0 && state.loading && len(list.items) < len(state.items) && list.query ==# state.query
        coming = list
    else
        ShowItems(list)
    endif
enddef

def ShowItems(params: dict<any>)
    coming = {}
    if params.from < len(state.items)
        remove(state.items, params.from, -1)
    endif
    extend(state.items, params.items)
    # While a newer search loads, the list is still that of an older one.
    state.listed = params.generation
    state.query = params.query
    state.more = params.more
    state.total = get(params, 'total', -1)
    state.suggestion = get(params, 'suggestion', '')
    state.partial = get(params, 'partial', false)
    state.failed = get(params, 'failed', [])
    asked = ''
    under_way = false
    Changed(params.from)
enddef

def Take(method: string, params: dict<any>)
    if dead
        return
    endif
    state.generation = params.generation
    if method == 'items'
        TakeItems(params)
    elseif method == 'loading'
        for member in ['loading', 'status', 'stalled', 'opening']
            state[member] = params[member]
        endfor
        state.growing = get(params, 'growing', false)
        if state.status != 'error'
            state.error = {}
        endif
        if !state.loading && !empty(coming)
            ShowItems(coming)
        else
            Changed(-1)
            # The page that was asked for has been cancelled. It is asked for again, but not at once.
            if under_way && !state.loading
                asked = ''
                under_way = false
            endif
        endif
    elseif method == 'error'
        state.error = params
        asked = ''
        under_way = false
        Changed(-1)
    endif
enddef

# Calls a method that returns an outcome. Reopens a dead session first.
export def Call(method: string, params: dict<any>, Done: func = null_function)
    if dead
        const problem = engine.Start()
        if problem != ''
            Lost(problem)
            return
        endif
        dead = false
        if method != 'setQuery'
            Leaving()
        endif
        Begin()
        Changed(0)
        if method != 'setQuery'
            Reopened()
        endif
    endif
    const mine = name
    engine.Request(method, extendnew(params, {session: name}), (result, failure) => {
        if mine == name && Done != null_function
            Done(get(result, 'outcome', 'idle'), result, failure)
        endif
    })
enddef

# Returns how many more characters the text needs before it is searched for, given the engine's answer to it.
def Shortage(query: string, result: dict<any>): number
    if get(result, 'outcome', '') != 'tooShort'
        return get(result, 'shortBy', 0)
    endif
    # An engine of protocol 1.0 does not say. It counts grapheme clusters; there are at most this many.
    return get(result, 'shortBy', max([1, get(state.in_force, 'minLength', 1) - strcharlen(text.Trim(query))]))
enddef

# Sends text to the engine, to be searched for once it has settled, or at once. Done(problem) is called with the answer;
# `problem` is why the engine refuses the search, or ''.
export def Search(query: string, at_once: bool, Done: func)
    seekline#session#Call(at_once ? 'submit' : 'setQuery', {query: query}, (_, result, failure) => {
        state.short_by = Shortage(query, result)
        # A dead session has already said why.
        Done(dead ? '' : get(failure, 'message', ''))
    })
enddef

# Asks for the next page, or for as many as `need` items take; once for each length of the list.
export def ReachedBottom(need: number)
    const key = $'{state.generation}:{len(state.items)}'
    if !state.more || dead || asked == key
        return
    endif
    asked = key
    var params: dict<any> = {generation: state.generation}
    if need > 0
        params.need = need
    endif
    seekline#session#Call('reachedBottom', params, (outcome, _, _) => {
        # While a load is under way, whether its list needs a page is decided when it arrives.
        if asked == key
            under_way = index(['started', 'backingOff', 'loading'], outcome) >= 0
            asked = under_way ? key : ''
        endif
    })
enddef

# Returns where the items of the current list belong: the session, and the generation of the list.
export def Place(): dict<any>
    return {session: name, generation: state.listed}
enddef

# Whether the session of that name is open and can be asked.
export def IsOpen(its_name: string): bool
    return its_name ==# name && name != '' && !dead
enddef

# Opens the detail of an item: calls Done(detail, error), unless a newer one is requested first or the session is
# reopened.
export def Detail(id: string, Done: func)
    if dead
        Done({}, state.error)
        return
    endif
    Opening = Done
    engine.Request('openDetail', {session: name, id: id}, (detail, failure) => {
        if Opening is Done && get(failure, 'code', 0) != -32800
            Opening = null_function
            Done(detail, failure)
        endif
    })
enddef
