vim9script
# What is done with an item that was chosen.

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

# Inserts text behind the cursor as `p` does, or where one is inserting.
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
    # The cursor rests on the last character, or behind it.
    cursor(number, inserting ? last + 1 : last - len(matchstr(strpart(getline(number), 0, last), '.$')) + 1)
enddef

# Tells of a program that ended without opening an address; the popup has closed by then.
def Ended(program: string, url: string, status: number)
    if status != 0
        echohl WarningMsg
        Say($'{program} could not open {text.Cut(url, 200)} (status {status})')
        echohl None
    endif
enddef

# Opens a URL with g:Seekline_open_url, or else with what the system has. Answers why it cannot be opened, or ''.
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

# Does what an item is there for: goes to where it stands (`how` says where that opens, see location.Jump), inserts what it
# inserts, or else opens its URL; Close() is called before something happens to the window. Answers why that cannot be done,
# or ''.
export def Choose(item: dict<any>, how: string, Close: func()): string
    const url = get(item, 'url', '')
    if has_key(item, 'location')
        const problem = location.Problem(item.location)
        if problem == ''
            Close()
            location.Jump(item.location, how)
        endif
        return problem
    elseif how != 'edit'
        return 'this stands in no file'
    elseif get(item, 'insert', '') != ''
        Close()
        Insert(item.insert)
        return ''
    elseif url == ''
        return 'there is nothing to insert and nothing to open'
    elseif url !~? '^https\=://\S\+$'
        # What a server sends may be anything; only web pages are opened.
        return $'this is not the address of a web page: {url}'
    endif
    return OpenUrl(url)
enddef

# Copies what an item inserts, its URL or its title.
export def CopyItem(item: dict<any>)
    Copy(get(item, 'insert', '') ?? get(item, 'url', '') ?? item.title)
enddef
