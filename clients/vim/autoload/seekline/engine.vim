vim9script
# The one engine of this Vim, a message a line: started when it is first needed, started again after it died, stopped at
# the end. It runs in the folder that was the current one then; a search that is opened in another one has it started
# there, if nothing is being done where it is.
#
#   none ──Start──→ running ──died, a session open──→ running (the session begins anew; once without the person acting)
#    ↑                 └──────died otherwise───────→ none (the next use starts it)
#
# Whoever waits for something hears of it every few seconds, or asks for a sign of life. An engine that does not answer that,
# or another call, for three seconds is silent until it says something.

import autoload 'seekline/config.vim'
import autoload 'seekline/text.vim'

var job: any = null_job
# Where it runs, or ran last.
var folder = ''
# Those that can be offered, and the names of all.
var sources: list<any> = []
var names: list<string> = []
var known: bool = false
# What is called with an answer, by the number of its request.
var waiting: dict<func> = {}
# The same of what is performed: of these, each is called.
var performing: dict<func> = {}
# What takes as long as the service, or the program, that is asked; and the numbers of requests that do, and wait.
const slow_methods = ['openDetail', 'perform']
var slow: dict<bool> = {}
# How many beats, of a second each, nothing has been heard for while something is waited for; the timer that counts them, or 0.
# A Vim that was away has not waited meanwhile.
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
# What has been told of what is set and does not exist; once is enough.
var told: list<string> = []
# The session that is open, one at a time: its name, and {Take, Reopen, Lost, Known, Ending, Told, Silent, Waits}.
var session = ''
var handlers: dict<func> = {}

export def Tell(message: string, group = 'WarningMsg')
    execute 'echohl' group
    echomsg 'seekline:' message
    echohl None
    # Where one inserts, Vim shows that instead; elsewhere the beginning and the end of what was told last, for a while.
    if session != ''
        handlers.Told(message, group != 'None')
    endif
enddef

export def TellOnce(message: string)
    if index(told, message) < 0
        add(told, message)
        Tell(message)
    endif
enddef

# The path of the engine, and why there is none.
export def Path(): list<string>
    const named = config.Of('command') ?? $SEEKLINE
    const path = exepath(expand(named ?? 'seekline'))
    if path != ''
        return [path, '']
    elseif named != ''
        return ['', $'there is no program "{named}": set $SEEKLINE, or command in g:seekline, to the path of seekline']
    endif
    return ['', 'there is no seekline in the PATH: pip install seekline (until that is published, build it: see :help seekline-engine)']
enddef

# The folder that is searched, where relative paths of items begin.
export def Folder(): string
    return folder ?? getcwd()
enddef

def Running(): bool
    return job != null_job && job_status(job) == 'run'
enddef

# How it ended, unless it runs; or ''. Vim may hear of that between two commands, when no session is there to be told.
export def End(): string
    return Running() ? '' : end
enddef

# Why there is none to start, unless it runs; or ''.
export def Missing(): string
    return Running() ? '' : Path()[1]
enddef

# Starts the engine unless it runs. Answers why it does not, or ''.
export def Start(): string
    if Running()
        return ''
    endif
    const [path, problem] = Path()
    if path == ''
        return problem
    endif
    [waiting, slow, silent] = [{}, {}, false]
    [complaint, end] = ['', '']
    # The list that is open belongs to the folder in which it was made.
    folder = session != '' ? Folder() : getcwd()
    const there = isdirectory(folder) ? {cwd: folder} : {}
    job = job_start([path] + config.Of('args'), extendnew(there, {
        in_mode: 'raw', out_mode: 'nl', err_mode: 'nl', noblock: 1, stoponexit: 'term',
        out_cb: (channel, line) => Read(channel, line),
        err_cb: (_, line) => Complain(line),
        exit_cb: (which, status) => Exited(which, status),
    }))
    # One that has ended already tells that otherwise.
    if job != null_job && job_status(job) == 'fail'
        return $'{path} cannot be started'
    endif
    Request('initialize', {protocolVersion: '1.0', clientInfo: {name: 'seekline.vim'}}, (result, _) => {
        if get(result, 'protocolVersion', '') !~ '^1\.'
            Stop()
            Tell($'{path} does not speak version 1 of the protocol', 'ErrorMsg')
            return
        endif
        names = result.sources->mapnew((_, source) => source.name)->sort()
        # What a program must fill first is nothing to offer.
        sources = result.sources->filter((_, source) => !get(source, 'takesItems', false))
        known = true
        if has_key(handlers, 'Known')
            handlers.Known()
        endif
    })
    return ''
enddef

# The last line may say why an engine ends, but not what it reports as long as it runs.
def Complain(line: string)
    complaint = line =~ '^seekline: \%(warning\|info\|debug\): ' ? '' : line
enddef

def Read(channel: channel, line: string)
    if job == null_job || channel != job_getchannel(job)
        return
    endif
    var message: any
    try
        message = json_decode(line)
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

# Gives Take the lines that are left in a part of a channel whose process has ended. Another process that holds it open,
# or goes on writing, is not waited for.
def Drain(channel: channel, part: string, Take: func)
    const began = reltime()
    var lines = 0
    # Time also passes while other programs have the processor.
    while ch_status(channel, {part: part}) =~ '^\(open\|buffered\)$' && (lines < 100 || reltimefloat(reltime(began)) < 0.1)
        lines += 1
        var line = ''
        try
            line = ch_read(channel, {part: part, timeout: 50})
        catch /^Vim\%((\a\+)\)\=:E906/
            # Vim may look at its channels between two commands, and has just seen the end of this one.
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
    # What it wrote last may not have been read yet.
    const channel = job_getchannel(which)
    Drain(channel, 'out', (line) => Read(channel, line))
    Drain(channel, 'err', Complain)
    try
        ch_close(channel)
    catch /^Vim\%((\a\+)\)\=:E906/
        # It may be closed already, or be just now. (Of an error that is passed over, `execute()` tells all the same.)
    endtry
    # What was read may have been a reason to stop it.
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
        Done({}, {message: $'{words}: nobody knows what has been done, and it is not done again'})
    endfor
    if session != ''
        # Nobody may be there to look at its list any more.
        handlers.Ending()
    endif
    if session == ''
        Tell($'{words}; the next search starts it again')
        return
    endif
    const again = !revived && known && Start() == ''
    revived = true
    if again
        Tell($'{words}, and was started again')
        handlers.Reopen()
    else
        handlers.Lost(words)
    endif
enddef

# Tells of options that are set for sources that are none.
export def TellUnknown()
    for name in keys(config.Of('options'))->filter((_, source) => index(names, source) < 0)->sort()
        TellOnce(text.Plain($'options.{name}: there is no source "{name}"; there are {names->join(", ")}'))
    endfor
enddef

# A person did something: an engine that dies from now on is started again.
export def Touched()
    revived = false
enddef

# The sources. Waits for the engine, if it was not asked yet, for half a second at most.
export def ListSources(): list<any>
    if !known && Start() == ''
        for _ in range(250)
            if known || !Running()
                break
            endif
            sleep 2m
        endfor
    endif
    return sources
enddef

# Has the engine run in the current folder, unless something is being done where it is. Answers what Start does.
export def Follow(): string
    if folder != getcwd() && session == '' && empty(performing)
        Stop()
    endif
    return Start()
enddef

# What is known of a source; {} if nothing is.
export def Source(name: string): dict<any>
    for source in sources
        if source.name == name
            return source
        endif
    endfor
    return {}
enddef

# Takes the notifications of a session from now on; answers a name that no session of this Vim had.
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

# Calls a method. Done(result, error) is called once, unless the process ends before that.
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

# Counts a beat; ends when nothing is waited for.
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
        Request('$/cancelRequest', {id: 'nothing'}, (_, _) => 0)
    endif
enddef

# Does something with an item, once. Done(result, error) is called in any case.
export def Perform(params: dict<any>, Done: func)
    const number = last_number + 1
    performing[number] = Done
    Request('perform', params, (result, failure) => {
        remove(performing, number)
        Done(result, failure)
    })
enddef

# Calls a method without an answer.
export def Notify(method: string, params: dict<any>)
    Send({jsonrpc: '2.0', method: method, params: params})
enddef

def Send(message: dict<any>)
    if Running()
        try
            ch_sendraw(job, json_encode(message) .. "\n")
        catch /^Vim\%((\a\+)\)\=:E\(630\|631\|906\)/
            # It has just died, and says so by ending.
        endtry
    endif
enddef

export def Pid(): number
    return Running() ? job_info(job).process : 0
enddef

# Ends the engine. Nothing is said, and nothing is started again. When this returns it has gone: at once, but for one that hangs or
# was stopped, which is killed.
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

autocmd VimLeavePre * Stop()
