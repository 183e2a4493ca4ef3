vim9script
# Sends the open session the items that it searches, in small pieces of which only a few are unanswered at a time, so
# that nothing that is typed meanwhile has to wait, neither here nor in the pipe.

import autoload 'seekline/engine.vim'

# The maximum size of a message in bytes, how much of that is not items, the maximum time to make one in seconds, and
# how many may be unanswered. All of it takes less than the 64 KiB that fill a pipe: what has to wait for room, Vim
# writes by itself later, and it shows its own errors if the engine dies before that.
const most_bytes = 28000
const frame = 256
const most_time = 0.002
const most_unanswered = 2

# The session, all of its items, and how many of them have been sent.
var session = ''
var given: list<any> = []
var sent = 0
var Failed: func = () => 0
var Sent: func = () => 0

# Returns the number after the last item of a piece that starts with item `first`, from 0.
def End(first: number): number
    const began = reltime()
    var bytes = frame
    for index in range(first, len(given) - 1)
        bytes += len(json_encode(given[index])) + 1
        if index > first && (bytes > most_bytes || reltimefloat(reltime(began)) > most_time)
            return index
        endif
    endfor
    return len(given)
enddef

# Stops sending, and says why once the session has begun.
def GiveUp(why: string)
    engine.Notify('closeSession', {session: session})
    session = ''
    const Told = Failed
    timer_start(0, (_) => Told(why))
enddef

def Send()
    const first = sent
    const mine = session
    try
        sent = End(first)
    catch
        # Not every Vim value can be written as JSON.
        GiveUp(substitute(v:exception, '^Vim\%((\a\+)\)\=:', '', ''))
        return
    endtry
    const params = {session: session, items: given[first : sent - 1], append: first > 0, done: sent == len(given)}
    engine.Request('setItems', params, (_, failure) => {
        if mine != session
            return
        elseif !empty(failure)
            # The engine counts within the piece.
            GiveUp(substitute(failure.message, 'items\[\(\d\+\)\]', (found) => $'items[{first + str2nr(found[1])}]', ''))
        elseif sent < len(given)
            Send()
        endif
    })
    if params.done
        Sent()
    endif
enddef

# Sends a session all of `items`, titles or items as in the protocol. Calls OnSent() once the last one is in flight. If
# that fails, closes the session and calls OnFailure(why).
export def Fill(its_name: string, items: list<any>, OnFailure: func, OnSent: func)
    session = its_name
    given = items
    sent = 0
    Failed = OnFailure
    Sent = OnSent
    Send()
    for _ in range(1, most_unanswered - 1)
        if session != '' && sent < len(given)
            Send()
        endif
    endfor
enddef

# Stops sending: the session no longer exists.
export def Stop()
    session = ''
    given = []
enddef
