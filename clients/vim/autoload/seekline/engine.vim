vim9script
# The one engine of this Vim, which speaks one message per line: started when it is first needed, restarted after it has
# died, stopped at exit. It runs in the folder that was current when it started; a search opened in another folder
# restarts it there, unless something is being done where it is.
#
#   none ──Start──→ running ──died, a session open──→ running (the session reopens; only once until the user acts)
#    ↑                 └──────died otherwise───────→ none (the next use starts it)
#
# While something is awaited, the engine is heard from every few seconds or is asked for a sign of life. An engine that
# does not answer that, or another call, for three seconds is silent until it says something.

import autoload 'seekline/config.vim'
import autoload 'seekline/text.vim'

var job: any = null_job
# The folder that it runs in, or last ran in.
var folder = ''
# The sources that can be offered, and the names of all sources.
var sources: list<any> = []
var names: list<string> = []
var known: bool = false
# The callbacks that wait until the sources are known.
var curious: list<func> = []
# The callbacks for answers, by the numbers of their requests.
var waiting: dict<func> = {}
# The same for actions under way: all of these are called, even if the engine dies.
var performing: dict<func> = {}
# The methods that take as long as the service or program that they ask; and the numbers of their pending requests.
const slow_methods = ['openDetail', 'perform']
var slow: dict<bool> = {}
# For how many beats, of a second each, nothing has been heard while something is awaited; the timer that counts them,
# or 0. Time that Vim spent suspended does not count.
var unheard = 0
var counter = 0
const patience = 3
# Whether the engine does not answer.
export var silent = false
var last_number = 0
var last_session = 0
var revived = false
var complaint = ''
# How the last one ended.
var end = ''
# What has been said about settings for things that do not exist; once is enough.
var told: list<string> = []
# The session that is open, one at a time: its name, and {Take, Reopen, Lost, Known, Ending, Told, Silent, Waits}.
var session = ''
var handlers: dict<func> = {}

export def Tell(message: string, group = 'WarningMsg')
    execute 'echohl' group
    echomsg 'seekline:' message
    echohl None
    # In insert mode, Vim shows the mode instead; elsewhere the beginning and the end of the last message, for a while.
    if session != ''
        handlers.Told(message, group != 'None')
    endif
enddef

export def TellOnce(message: string)
    if index(told, message) < 0
        add(told, message)
        seekline#engine#Tell(message)
    endif
enddef

# Returns the path of the engine, and why there is none.
export def Path(): list<string>
    const named = config.Of('command') ?? $SEEKLINE
    # Even if 'wildignore' matches it.
    const program = expand(named ?? 'seekline', true)
    const path = program == '' ? '' : exepath(program)
    if path != ''
        return [path, '']
    elseif named != ''
        return ['', $'there is no program "{named}": set $SEEKLINE, or command in g:seekline, to the path of seekline']
    endif
    return ['', 'there is no seekline in the PATH: pip install seekline (until that is published, build it: see :help seekline-engine)']
enddef

# Returns the folder that is searched, in which relative paths of items start.
export def Folder(): string
    return folder ?? getcwd()
enddef

def Running(): bool
    return job != null_job && job_status(job) == 'run'
enddef

# Returns how the engine ended, unless it is running; or ''. Vim may notice the end between two commands, when there is
# no session to be told.
export def End(): string
    return Running() ? '' : end
enddef

# Returns why there is no engine to start, unless it is running; or ''.
export def Missing(): string
    return Running() ? '' : seekline#engine#Path()[1]
enddef

# Starts the engine unless it is running. Returns why it does not run, or ''.
export def Start(): string
    if Running()
        return ''
    endif
    const [path, problem] = seekline#engine#Path()
    if path == ''
        return problem
    endif
    [waiting, slow, silent] = [{}, {}, false]
    [complaint, end] = ['', '']
    # An open list belongs to the folder in which it was made.
    folder = session != '' ? seekline#engine#Folder() : getcwd()
    const there = isdirectory(folder) ? {cwd: folder} : {}
    job = job_start([path] + config.Of('args'), extendnew(there, {
        in_mode: 'raw', out_mode: 'nl', err_mode: 'nl', noblock: 1, stoponexit: 'term',
        out_cb: (channel, line) => Read(channel, line),
        err_cb: (_, line) => Complain(line),
        exit_cb: (which, status) => Exited(which, status),
    }))
    # If it has already ended, that is reported elsewhere.
    if job != null_job && job_status(job) == 'fail'
        return $'{path} cannot be started'
    endif
    seekline#engine#Request('initialize', {protocolVersion: '1.0', clientInfo: {name: 'seekline.vim'}}, (result, _) => {
        if get(result, 'protocolVersion', '') !~ '^1\.'
            seekline#engine#Stop()
            seekline#engine#Tell($'{path} does not speak version 1 of the protocol', 'ErrorMsg')
            return
        endif
        names = result.sources->mapnew((_, source) => source.name)->sort()
        # A source that a program must fill first cannot be offered.
        sources = result.sources->filter((_, source) => !get(source, 'takesItems', false))
        known = true
        if has_key(handlers, 'Known')
            handlers.Known()
        endif
        const answered = curious
        curious = []
        for Done in answered
            Done()
        endfor
    })
    return ''
enddef

# The last line may say why an engine ended, but what it logs while it runs does not.
def Complain(line: string)
    complaint = line =~ '^seekline: \%(warning\|info\|debug\): ' ? '' : line
enddef

# Returns JSON with U+FFFD for each NUL, at which Vim would end the string: two strings could become the same.
def WithoutNul(json: string): string
    return stridx(json, '\u0000') < 0 ? json
        : json->substitute('\\u0000\|\\.', (found) => found[0] == '\u0000' ? '\ufffd' : found[0], 'g')
enddef

def Read(channel: channel, line: string)
    if job == null_job || channel != job_getchannel(job)
        return
    endif
    var message: any
    try
        message = json_decode(WithoutNul(line))
    catch
        return
    endtry
    if type(message) != v:t_dict
        return
    endif
    Heard()
    const number = get(message, 'id', v:null)
    const params = get(message, 'params', {})
    if has_key(message, 'method')
        if type(params) == v:t_dict && session != '' && get(params, 'session', '') == session
            handlers.Take(message.method, params)
        endif
    elseif type(number) == v:t_number && has_key(waiting, number)
        const Done = remove(waiting, number)
        if has_key(slow, number)
            remove(slow, number)
        endif
        Done(get(message, 'result', {}), get(message, 'error', {}))
    endif
enddef

# Passes Take the lines that are left in a part of a channel whose process has ended. Does not wait for another process
# that holds the channel open or keeps writing to it.
def Drain(channel: channel, part: string, Take: func)
    const began = reltime()
    var lines = 0
    # Time also passes while other programs use the processor.
    while ch_status(channel, {part: part}) =~ '^\(open\|buffered\)$' && (lines < 100 || reltimefloat(reltime(began)) < 0.1)
        lines += 1
        var line = ''
        try
            line = ch_read(channel, {part: part, timeout: 50})
        catch /^Vim\%((\a\+)\)\=:E906/
            # Vim may check its channels between two commands, and has just seen the end of this one.
        endtry
        if line != ''
            Take(line)
        elseif ch_status(channel, {part: part}) != 'buffered'
            break
        endif
    endwhile
enddef

def Exited(which: job, status: number)
    if which != job
        return
    endif
    # Its last output may not have been read yet.
    const channel = job_getchannel(which)
    Drain(channel, 'out', (line) => Read(channel, line))
    Drain(channel, 'err', Complain)
    try
        ch_close(channel)
    catch /^Vim\%((\a\+)\)\=:E906/
        # It may already be closed, or be closed at this moment. (`silent!` would not do: the errors that it skips still
        # show in `execute()`.)
    endtry
    # Something in that output may have caused it to be stopped.
    if which != job
        return
    endif
    [job, silent] = [null_job, false]
    const reason = complaint != '' ? complaint : status == -1 ? job_info(which).termsig : $'status {status}'
    const words = $'the engine ended ({reason})'
    end = words
    const unknown = values(performing)
    performing = {}
    for Done in unknown
        Done({}, {message: $'{words}: the outcome is unknown, and the action is not repeated'})
    endfor
    if session != ''
        # The popups may be gone without an event; if so, this closes the session.
        handlers.Ending()
    endif
    if session == ''
        seekline#engine#Tell($'{words}; the next search starts it again')
        return
    endif
    const again = !revived && known && seekline#engine#Start() == ''
    revived = true
    if again
        seekline#engine#Tell($'{words}, and was started again')
        handlers.Reopen()
    else
        handlers.Lost(words)
    endif
enddef

# Reports options that are set for sources that do not exist.
export def TellUnknown()
    for name in keys(config.Of('options'))->filter((_, source) => index(names, source) < 0)->sort()
        seekline#engine#TellOnce(text.Plain($'options.{name}: there is no source "{name}"; there are {names->join(", ")}'))
    endfor
enddef

# Notes that the user did something: an engine that dies from now on is restarted.
export def Touched()
    revived = false
enddef

# Returns the sources. If they are not known yet, waits for the engine, for at most half a second.
export def ListSources(): list<any>
    if !known && seekline#engine#Start() == ''
        for _ in range(250)
            if known || !Running()
                break
            endif
            sleep 2m
        endfor
    endif
    return sources
enddef

# Calls Done() once the sources are known.
export def WhenKnown(Done: func)
    if known
        Done()
    else
        add(curious, Done)
    endif
enddef

# Moves the engine to the current folder, unless a search or an action needs it where it is. Returns what Start returns.
export def Follow(): string
    if folder != getcwd() && session == '' && empty(performing)
        seekline#engine#Stop()
    endif
    return seekline#engine#Start()
enddef

# Returns what is known about a source; {} if nothing is.
export def Source(name: string): dict<any>
    for source in sources
        if source.name == name
            return source
        endif
    endfor
    return {}
enddef

# Passes notifications to the handlers of a session from now on. Returns a name that no session of this Vim has had.
export def Attach(these: dict<func>): string
    last_session += 1
    session = $'vim-{last_session}'
    handlers = these
    return session
enddef

export def Detach()
    session = ''
    handlers = {}
enddef

# Calls a method. Done(result, error) is called once, unless the process ends first.
export def Request(method: string, params: dict<any>, Done: func)
    last_number += 1
    if index(slow_methods, method) >= 0
        slow[last_number] = true
    elseif !IsDue()
        unheard = 0
    endif
    waiting[last_number] = Done
    Send({jsonrpc: '2.0', id: last_number, method: method, params: params})
    Watch()
enddef

# Whether an answer is due.
def IsDue(): bool
    return len(waiting) > len(slow)
enddef

def Heard()
    unheard = 0
    if silent
        SetSilent(false)
        Watch()
    endif
enddef

def SetSilent(is_so: bool)
    silent = is_so
    if session != ''
        handlers.Silent()
    endif
enddef

def Watch()
    if counter == 0
        counter = timer_start(1000, (_) => Count(), {repeat: -1})
    endif
enddef

# Counts a beat; stops when nothing is awaited.
def Count()
    if !Running() || silent || (empty(waiting) && !(session != '' && handlers.Waits()))
        timer_stop(counter)
        [counter, unheard] = [0, 0]
        return
    endif
    unheard += 1
    if unheard < patience
        return
    elseif IsDue()
        SetSilent(true)
    else
        seekline#engine#Request('$/cancelRequest', {id: 'nothing'}, (_, _) => 0)
    endif
enddef

# Performs an action on an item, once. Done(result, error) is called even if the engine dies.
export def Perform(params: dict<any>, Done: func)
    const number = last_number + 1
    performing[number] = Done
    seekline#engine#Request('perform', params, (result, failure) => {
        remove(performing, number)
        Done(result, failure)
    })
enddef

# Sends a notification.
export def Notify(method: string, params: dict<any>)
    Send({jsonrpc: '2.0', method: method, params: params})
enddef

def Send(message: dict<any>)
    if Running()
        try
            ch_sendraw(job, json_encode(message) .. "\n")
        catch /^Vim\%((\a\+)\)\=:E\(630\|631\|906\)/
            # It has just died, which is noticed by its end.
        endtry
    endif
enddef

export def Pid(): number
    return Running() ? job_info(job).process : 0
enddef

# Stops the engine, without a message and without a restart. When this returns, the engine is gone: at once, unless it
# hangs or was stopped, in which case it is killed.
export def Stop()
    const old = job
    [job, silent] = [null_job, false]
    if old == null_job
        return
    endif
    job_stop(old)
    const began = reltime()
    while job_status(old) == 'run' && reltimefloat(reltime(began)) < 0.2
        sleep 2m
    endwhile
    job_stop(old, 'kill')
enddef

autocmd VimLeavePre * call seekline#engine#Stop()
