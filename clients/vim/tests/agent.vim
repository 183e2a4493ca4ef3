vim9script
# The vimrc of a Vim under test: answers questions that arrive over a socket.
source $VIMRUNTIME/defaults.vim
set encoding=utf-8 viminfo= noswapfile ttimeoutlen=5
if !empty($SEEKLINE_TEST_PLUGIN)
    execute 'set runtimepath^=' .. $SEEKLINE_TEST_PLUGIN
endif

# The longest time that the editor was busy, by a timer that should fire every 10 ms.
g:longest = 0.0
var before = reltime()
timer_start(10, (_) => {
    const away = reltime(before)->reltimefloat() * 1000
    g:longest = away > g:longest ? away : g:longest
    before = reltime()
}, {repeat: -1})

def g:Lines(name: string): list<string>
    const popups = seekline#view#Popups()
    if !has_key(popups, name) || !popup_getpos(popups[name]).visible
        return []
    endif
    return getbufline(winbufnr(popups[name]), 1, '$')
enddef

# Returns the menu that is open: its subject, and its choices.
def g:Menu(): any
    const popups = seekline#view#Popups()
    return has_key(popups, 'menu') ? [trim(popup_getoptions(popups.menu).title) .. ':', g:Lines('menu')] : v:null
enddef

# Returns what the user sees.
def g:Seen(): dict<any>
    const popups = seekline#view#Popups()
    const prompt = join(g:Lines('prompt'), '')
    var seen = {
        prompt: v:null, rows: g:Lines('list'), footer: join(g:Lines('foot'), ''), preview: v:null, title: '', counter: '', row: 0,
        text: getline(1, '$')->join("\n"), mode: mode(), cursor: col('.') - 1,
        messages: execute('messages')->split("\n")->filter((_, line) => line =~ '^seekline:'),
    }
    if prompt != ''
        const parts = matchlist(prompt, '^ ❯ \(.\{-}\)\s*\(\%(\d\+/\d\+\S*\%( of \d\+\)\=\%( partial\| without .\+\)\=\)\=\%(,\= \=\d\+ marked\)\=\) $')
        seen.prompt = parts[1]
        seen.counter = parts[2]
        seen.title = popup_getoptions(popups.prompt).title
        seen.row = line('.', popups.list)
    endif
    if !empty(g:Lines('note'))
        seen.note = g:Lines('note')->mapnew((_, line) => trim(line))->join(' ')
    endif
    if has_key(popups, 'preview') && popup_getpos(popups.preview).visible
        const buffer = winbufnr(popups.preview)
        seen.preview = g:Lines('preview')->join("\n")
        seen.syntax = getbufvar(buffer, '&syntax')
        seen.marked = prop_list(1, {bufnr: buffer, end_lnum: -1, types: ['seekline_line']})
            ->mapnew((_, prop) => getbufline(buffer, prop.lnum)[0])
    endif
    return seen
enddef

# From now on, adds everything that the list shows to g:shown. Listeners are not called for popups.
def g:Watch()
    g:shown = []
    autocmd SafeState,SafeStateAgain * g:shown += g:Lines('list')
enddef

# Returns what is highlighted as this kind, row by row.
def g:Highlighted(kind: string): list<list<string>>
    const lines = g:Lines('list')
    var found = lines->mapnew((_, _) => [])
    const buffer = winbufnr(seekline#view#Popups().list)
    for prop in prop_list(1, {bufnr: buffer, end_lnum: -1, types: [$'seekline_{kind}']})
        found[prop.lnum - 1]->add(strpart(lines[prop.lnum - 1], prop.col - 1, prop.length))
    endfor
    return found
enddef

var socket: channel
def Connect()
    # A signal may interrupt this, and then Vim gives up.
    for _ in range(10)
        silent! socket = ch_open('127.0.0.1:' .. $SEEKLINE_TEST_PORT, {mode: 'json', waittime: 5000})
        if ch_status(socket) == 'open'
            break
        endif
    endfor
enddef
# Not before Vim waits for keys: until then, it discards some of them.
autocmd SafeState * ++once Connect()
