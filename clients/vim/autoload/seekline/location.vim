vim9script
# Places in files: going to them, and reading the text around them. Lines and columns count from 1, columns in Unicode
# code points.

import autoload 'seekline/engine.vim'
import autoload 'seekline/text.vim'

# How many bytes of a file are read, how many lines are shown on each side of a place, and how many characters of a
# line.
const most_read = 1048576
const around = 300
const most_shown = 2000

# Where the user arrived while inserting: the window, the buffer, its change count, and the cursor.
var arrived: list<any> = []
# Where to go on the first visit to a buffer, by its number: the place, and the line that the user last left.
var awaiting: dict<list<any>> = {}

const commands = {edit: 'buffer', split: 'sbuffer', vsplit: 'vertical sbuffer', tab: 'tab sbuffer'}

# Returns the absolute path of a place. A relative one starts in the engine's folder, which :cd does not change. Callers
# that provide their own list may write ~/ for the home folder; what a search finds may also be in a folder named ~.
export def PathOf(location: dict<any>): string
    const path = location.path
    const within = $'{engine.Folder()}/{path}'
    const is_whole = path =~ '^/' || (path =~ '^\~/' && getftype(within) == '')
    return fnamemodify(is_whole ? path : within, ':p')
enddef

# Returns what is wrong with a file at this path, or ''.
def Complaint(path: string): string
    var kind = ''
    try
        kind = getftype(resolve(path))
    catch /^Vim\%((\a\+)\)\=:E655:/
        # A cycle of links leads to no file.
    endtry
    if kind == ''
        return $'there is no file {text.Plain(path)}'
    elseif kind != 'file' && kind != 'dir'
        return $'{text.Plain(path)} is not a file'
    endif
    return ''
enddef

# Returns why a place cannot be visited, or ''. A folder can: whatever shows folders opens it. A buffer needs no file.
export def Problem(location: dict<any>): string
    const path = seekline#location#PathOf(location)
    return bufloaded(path) ? '' : Complaint(path)
enddef

# Returns the byte, from 0, at which a column of a line starts; the end of the line if it is shorter.
export def Byte(words: string, column: number): number
    const byte = byteidxcomp(words, column - 1)
    return byte < 0 ? len(words) : byte
enddef

# Moves the cursor to a place in this buffer, or as close to it as possible.
def GoTo(location: dict<any>)
    const number = min([location.line, line('$')])
    const words = getline(number)
    cursor(number, (has_key(location, 'column') ? seekline#location#Byte(words, location.column) : len(matchstr(words, '^\s*'))) + 1)
    normal! zv
enddef

# Asks what to do about a swap file, unless another autocommand has decided that: if Vim asked, its warning would be an
# error to `try`, and the buffer would stay empty.
export def Swap()
    if v:swapchoice == ''
        const choices = "&Open Read-Only\n&Edit anyway\n&Recover\n&Quit\n&Abort"
        const answer = confirm($'Swap file "{v:swapname}" already exists!', choices, 1, 'Warning')
        v:swapchoice = 'aoerqa'[answer]
    endif
enddef

# Runs a command that goes elsewhere, and returns whether it did. Errors, including those of autocommands, are reported.
export def Go(command: string): bool
    augroup seekline_swap
        autocmd!
        autocmd SwapExists * call seekline#location#Swap()
    augroup END
    try
        execute command
    catch /^Vim:Interrupt$/
        # The user wants nothing to be done.
        return false
    catch
        echohl ErrorMsg
        echomsg 'seekline:' substitute(v:exception, '^Vim\%((\a\+)\)\=:', '', '')
        echohl None
        return false
    finally
        autocmd! seekline_swap
    endtry
    return true
enddef

# Goes to a place: in this window ('edit'), or in a new one ('split', 'vsplit', 'tab'). The jump list leads back.
# Returns whether the user has arrived.
def Jump(location: dict<any>, how: string): bool
    const before = bufnr()
    const buffer = bufadd(seekline#location#PathOf(location))
    setbufvar(buffer, '&buflisted', true)
    # This place replaces the one that the first visit would go to.
    if has_key(awaiting, string(buffer))
        remove(awaiting, string(buffer))
    endif
    normal! m'
    const gone = seekline#location#Go($'{commands[how]} {buffer}')
    if bufnr() == before && (!gone || before != buffer)
        # It cannot be opened; or it is being edited elsewhere, and the user, when asked, declined to open it.
        return false
    endif
    if has_key(location, 'line')
        GoTo(location)
    endif
    return true
enddef

# Adds the file of a place to the buffer list; the first visit to the buffer goes to the place.
def Add(location: dict<any>)
    const buffer = bufadd(seekline#location#PathOf(location))
    setbufvar(buffer, '&buflisted', true)
    if !has_key(location, 'line')
        return
    endif
    if !has_key(awaiting, string(buffer))
        execute $'autocmd BufWinEnter <buffer={buffer}> ++once call seekline#location#Come()'
    endif
    awaiting[string(buffer)] = [location, getbufinfo(buffer)[0].lnum]
enddef

# Goes to the place with which this buffer was added to the list.
export def Come()
    const buffer = bufnr()
    if !has_key(awaiting, string(buffer))
        return
    endif
    const [location, number] = remove(awaiting, string(buffer))
    GoTo(location)
    # On return to a buffer, Vim goes to the line that the user left, unless an autocommand has moved the cursor; one at
    # the very beginning counts as not moved.
    if getpos('.')[1 : 2] == [1, 1]
        timer_start(0, (_) => {
            if bufnr() == buffer && line('.') == number
                GoTo(location)
            endif
        })
    endif
enddef

# Goes to the first of several places. The others open in their own windows or tabs, if `how` says so and as long as
# there is room (for tabs: up to 'tabpagemax'); the files of the rest are added to the buffer list, each at the first of
# its places.
export def JumpAll(locations: list<any>, how: string)
    const arrives = Jump(locations[0], how)
    const first = win_getid()
    var has_room = how != 'edit'
    var is_there = {[seekline#location#PathOf(locations[0])]: true}
    for location in locations[1 :]
        if has_room && how == 'tab' && tabpagenr('$') >= &tabpagemax
            has_room = false
            echohl WarningMsg
            echomsg $"seekline: 'tabpagemax' is {&tabpagemax}: the other files are in the list of buffers"
            echohl None
        elseif has_room
            const before = win_getid()
            Jump(location, how)
            has_room = win_getid() != before
        endif
        const path = seekline#location#PathOf(location)
        if !has_room && !has_key(is_there, path)
            Add(location)
        endif
        is_there[path] = true
    endfor
    win_gotoid(first)
    if arrives && mode() =~ '^[iR]'
        # The user arrives to look, not to continue typing. Leaving insert mode moves the cursor to the left, in some
        # versions of Vim even in a buffer in which nothing was typed.
        arrived = [win_getid(), bufnr(), b:changedtick, getcurpos()]
        autocmd InsertLeave * ++once Arrive()
        stopinsert
    endif
enddef

# Moves the cursor back to where the user arrived, unless something has happened there since.
def Arrive()
    if arrived[: 2] == [win_getid(), bufnr(), b:changedtick]
        setpos('.', arrived[3])
    endif
enddef

# Returns the lines of a file, or of its beginning if it is longer than what is read.
def LinesOf(path: string): list<string>
    if getfsize(path) <= most_read
        return readfile(path)
    endif
    const copy = tempname()
    var lines: list<string> = []
    try
        # Vim before 9.0.0795 cannot read part of a file.
        writefile(call('readblob', [path, 0, most_read]), copy)
        # The last line is cut off.
        lines = readfile(copy)[ : -2]
    catch /^Vim\%((\a\+)\)\=:E118:/
        lines = []
    endtry
    delete(copy)
    return lines
enddef

# Returns the lines of a buffer's file, from the buffer if it is loaded; those of its beginning if it is long, and none
# if it cannot be read.
export def Lines(path: string, buffer: number): list<string>
    return bufloaded(buffer) ? getbufline(buffer, 1, '$') : Complaint(path) == '' && filereadable(path) ? LinesOf(path) : []
enddef

# Returns the text around a place: {lines, at}, where `at` is the number of its line among them, from 0, or -1 if it has
# no line; or {problem}, why nothing is shown.
export def Read(location: dict<any>): dict<any>
    const path = seekline#location#PathOf(location)
    const name = text.Plain(path)
    const problem = Complaint(path)
    if problem != ''
        return {problem: problem}
    elseif isdirectory(path)
        return {problem: $'{name} is a folder'}
    elseif !filereadable(path)
        return {problem: $'{name} cannot be read'}
    endif
    const lines = LinesOf(path)
    const number = get(location, 'line', 1)
    if match(lines, "\n") >= 0
        # Where a file has NUL, its lines have a line feed.
        return {problem: $'{name} is binary'}
    elseif getfsize(path) > most_read && number > len(lines)
        return {problem: $'line {number} of {name} is beyond its first MiB, which is all that is read'}
    elseif empty(lines)
        return {problem: $'{name} is empty'}
    endif
    const at = min([number, len(lines)]) - 1
    const first = max([0, at - around])
    return {
        lines: lines[first : at + around]->map((_, line) => text.Cut(substitute(line, '\r$', '', ''), most_shown)),
        at: has_key(location, 'line') ? at - first : -1,
    }
enddef
