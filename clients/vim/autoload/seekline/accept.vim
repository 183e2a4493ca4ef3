vim9script
# What is done with an item that was chosen.

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
        Say('this buffer cannot be changed; the text is in the unnamed register')
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

# Opens the address of a web page with g:Seekline_open_url, or else with what the system has.
def OpenUrl(url: string)
    if exists('g:Seekline_open_url')
        call(g:Seekline_open_url, [url])
        return
    endif
    for program in ['xdg-open', 'open', 'wslview']
        if executable(program)
            job_start([program, url], {stoponexit: '', in_io: 'null', out_io: 'null', err_io: 'null'})
            return
        endif
    endfor
    Copy(url)
    Say('there is no xdg-open; the address is in the unnamed register')
enddef

# Inserts what an item inserts, or else opens its URL.
export def Choose(item: dict<any>)
    const url = get(item, 'url', '')
    if get(item, 'insert', '') != ''
        Insert(item.insert)
    elseif url == ''
        Say('there is nothing to insert and nothing to open')
    elseif url !~? '^https\=://\S\+$'
        # What a server sends may be anything; only web pages are opened.
        Say($'this is not the address of a web page: {url}')
    else
        OpenUrl(url)
    endif
enddef

# Copies what an item inserts, its URL or its title.
export def CopyItem(item: dict<any>)
    Copy(get(item, 'insert', get(item, 'url', item.title)))
enddef
