vim9script
# What is done with chosen items: the choice, or everything that is marked.

import autoload 'seekline/location.vim'
import autoload 'seekline/text.vim'

def Say(message: string)
    echomsg 'seekline:' text.Plain(message)
enddef

def Copy(what: string)
    setreg('"', what)
    if has('clipboard')
        setreg('+', what)
    endif
enddef

# Inserts text after the cursor as `p` does, or where the user is inserting.
def Insert(what: string)
    if !&modifiable || &readonly
        Copy(what)
        Say('this buffer cannot be changed; the text is copied')
        return
    endif
    const inserting = mode() =~ '^[iR]'
    const line = getline('.')
    var at = col('.') - 1
    if !inserting
        at += len(matchstr(strpart(line, at), '^.'))
    endif
    var lines = split(what, "\n", true)
    const last = len(lines) == 1 ? at + len(lines[0]) : len(lines[-1])
    lines[0] = strpart(line, 0, at) .. lines[0]
    lines[-1] = lines[-1] .. strpart(line, at)
    setline('.', lines[0])
    append('.', lines[1 :])
    const number = line('.') + len(lines) - 1
    # The cursor rests on the last character, or after it.
    cursor(number, inserting ? last + 1 : last - len(matchstr(strpart(getline(number), 0, last), '.$')) + 1)
enddef

# Reports a program that ended without opening an address; the popup has closed by then.
def Ended(program: string, url: string, status: number)
    if status != 0
        echohl WarningMsg
        Say($'{program} could not open {text.Cut(url, 200)} (status {status})')
        echohl None
    endif
enddef

# Opens a URL with g:Seekline_open_url, or else with what the system has. Returns why it cannot be opened, or ''.
def OpenUrl(url: string): string
    if exists('g:Seekline_open_url')
        try
            call(g:Seekline_open_url, [url])
        catch
            return v:exception
        endtry
        return ''
    endif
    for program in ['xdg-open', 'open', 'wslview']
        if executable(program)
            job_start([program, url], {
                stoponexit: '', in_io: 'null', out_io: 'null', err_io: 'null', exit_cb: (_, status) => Ended(program, url, status),
            })
            return ''
        endif
    endfor
    return 'there is no xdg-open to open it with'
enddef

# Returns why an item's default action is impossible, or ''.
def Problem(item: dict<any>, how: string): string
    const url = get(item, 'url', '')
    if has_key(item, 'location')
        return location.Problem(item.location)
    elseif how != 'edit'
        return 'this item is not in a file'
    elseif get(item, 'insert', '') != ''
        return ''
    elseif url == ''
        return 'there is nothing to insert and nothing to open'
    elseif url !~? '^https\=://\S\+$'
        # A server may send anything; only web pages are opened.
        return $'this is not the address of a web page: {url}'
    endif
    return ''
enddef

# The maximum number of addresses to open at once: each starts a program, and opens a page that the user has to close.
const most_addresses = 20

# Performs the default action of items: goes to their places (`how` says where those open, see location.JumpAll),
# inserts their texts, one per line, or else opens their URLs. If that is impossible for some of several items, they are
# left out, which is reported. Close() is called before something happens to the window. Returns why nothing can be
# done, or ''.
export def Choose(items: list<any>, how: string, Close: func()): string
    var problems: list<string> = []
    var places: list<any> = []
    var texts: list<string> = []
    var addresses: list<string> = []
    for item in items
        const problem = Problem(item, how)
        if problem != ''
            add(problems, len(items) == 1 ? problem : $'“{text.Plain(text.Cut(item.title, 200))}”: {problem}')
        elseif has_key(item, 'location')
            add(places, item.location)
        elseif get(item, 'insert', '') != ''
            add(texts, item.insert)
        else
            add(addresses, item.url)
        endif
    endfor
    if len(problems) == len(items)
        return problems[0]
    elseif len(addresses) > most_addresses
        return $'these are {len(addresses)} addresses, and no more than {most_addresses} are opened at once'
    endif
    for address in addresses
        const problem = OpenUrl(address)
        if problem != ''
            return problem
        endif
    endfor
    if !empty(texts)
        Close()
        Insert(join(texts, "\n"))
    endif
    if !empty(places)
        Close()
        location.JumpAll(places, how)
    endif
    if !empty(problems)
        Close()
        echohl WarningMsg
        Say('left out ' .. problems[0] .. (len(problems) > 1 ? $' (and {len(problems) - 1} more)' : ''))
        echohl None
    endif
    return ''
enddef

# Copies what items insert, or else their URLs, or else their titles, one per line.
export def CopyItems(items: list<any>)
    Copy(items->mapnew((_, item) => get(item, 'insert', '') ?? get(item, 'url', '') ?? item.title)->join("\n"))
enddef
