vim9script
# Gives the session that is open what it searches, in pieces: small ones, and few that are not answered yet, so that nothing
# that is typed meanwhile has to wait, neither here nor on its way.

import autoload 'seekline/engine.vim'

# The most bytes of a message, what of them is not the items, how long one is made at most (in seconds), and how many may be
# unanswered. All that is takes less than the 64 KiB that fill a pipe: what has to wait for room in it Vim writes by itself, and
# has errors of its own to show if the engine dies before that.
const most_bytes = 28000
const frame = 256
const most_time = 0.002
const most_unanswered = 2

# The session, all that it shall have, and how much of that is on its way.
var session = ''
var given: list<any> = []
var sent = 0
var Failed: func = () => 0
var Sent: func = () => 0

# The number behind the last item of a piece that begins with item `first`, from 0.
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

# Sends no more of it, and says why when the session has begun.
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
        # Not all that Vim has can be written.
        GiveUp(substitute(v:exception, '^Vim\%((\a\+)\)\=:', '', ''))
        return
    endtry
    const params = {session: session, items: given[first : sent - 1], append: first > 0, done: sent == len(given)}
    engine.Request('setItems', params, (_, failure) => {
        if mine != session
            return
        elseif !empty(failure)
            # The engine counts the items of a piece.
            GiveUp(substitute(failure.message, 'items\[\(\d\+\)\]', (found) => $'items[{first + str2nr(found[1])}]', ''))
        elseif sent < len(given)
            Send()
        endif
    })
    if params.done
        Sent()
    endif
enddef

# Gives a session all of `items`, titles or items as the protocol has them; OnSent() is called once the last one is on its way.
# If that does not go on, OnFailure(why) is called, and the session is closed.
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

# Sends no more of it: the session is not there any longer.
export def Stop()
    session = ''
    given = []
enddef
