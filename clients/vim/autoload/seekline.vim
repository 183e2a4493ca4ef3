vim9script
# The public functions seekline#Open() and seekline#Resume(), and the implementation of :Seekline.
#
# Here and in the other scripts, what is exported has its full name even in its own script: Vim looks a short one up among
# global functions first, such as those of a vimrc.

import autoload 'seekline/config.vim'
import autoload 'seekline/engine.vim'
import autoload 'seekline/keys.vim'
import autoload 'seekline/picker.vim'

var last: dict<any> = {}

# Returns what is wrong with the argument of Open(), or ''. It may also be that of an earlier search, with its row and
# its marks.
def Problem(wanted: dict<any>): string
    const known = ['items', 'on_choice', 'options', 'query', 'source', 'submit']
    for [name, _] in items(wanted)
        if index(known + ['row', 'marked'], name) < 0
            return $'seekline#Open() takes no "{name}"; it takes {join(known, ", ")}'
        endif
    endfor
    const kinds = {source: 'string', query: 'string', options: 'dict', items: 'list'}
    for [name, kind] in items(kinds)
        if has_key(wanted, name) && typename(wanted[name]) !~ '^' .. kind
            return $'{name} must be a {kind}, not a {typename(wanted[name])}'
        endif
    endfor
    const OnChoice = get(wanted, 'on_choice', v:null)
    if OnChoice != v:null && type(OnChoice) != v:t_func && type(OnChoice) != v:t_string
        return $'on_choice must be a function, not a {typename(OnChoice)}'
    endif
    return config.OptionsProblem('options', get(wanted, 'options', {}))
enddef

# Opens a popup. All members of `wanted` are optional:
#   source     the source to search
#   query      the text to begin with
#   submit     whether that text is searched for at once, without waiting for the debounce
#   options    protocol options for this search, such as {pageSize: 50}
#   items      what to search instead: titles, or items as in the protocol
#   on_choice  called with the chosen item, instead of inserting it, opening it or going there; with each, if several are
#              marked
# Returns false if there is no engine to search with.
export def Open(wanted: dict<any> = {}): bool
    return Show(wanted) != null_dict
enddef

# Opens a popup like Open(). Returns what the picker was given; null if there is no engine.
def Show(wanted: dict<any>): dict<any>
    if &encoding != 'utf-8'
        engine.Tell("'encoding' must be utf-8", 'ErrorMsg')
        return null_dict
    endif
    const problem = config.Problem() ?? keys.Problem() ?? Problem(wanted)
    if problem != ''
        engine.Tell(problem, 'ErrorMsg')
        return null_dict
    endif
    engine.Touched()
    var reason = engine.Missing()
    if reason == ''
        picker.Close()
        reason = engine.Follow()
    endif
    if reason != ''
        engine.Tell(reason, 'ErrorMsg')
        return null_dict
    endif
    const marked = get(wanted, 'marked', {folder: '', items: []})
    const given = has_key(wanted, 'items')
    const source = given ? 'list' : get(wanted, 'source', config.Of('source'))
    const what = {
        source: source,
        query: get(wanted, 'query', ''),
        submit: !!get(wanted, 'submit', false),
        options: extendnew(get(config.Of('options'), source, {}), get(wanted, 'options', {})),
        items: given ? wanted.items : null_list,
        OnChoice: get(wanted, 'on_choice', v:null),
        row: get(wanted, 'row', {}),
        # In another folder, this id may belong to a different item.
        marked: marked.folder ==# engine.Folder() ? marked.items : [],
        Closed: (query: string, row: dict<any>, items: list<any>) => {
            const left = {items: items, folder: engine.Folder()}
            last = extendnew(wanted, {source: source, query: query, submit: true, row: row, marked: left})
        },
    }
    picker.Open(what)
    return what
enddef

# Reopens the last search, at the row where it was left and with what was marked but not taken.
export def Resume(): bool
    return seekline#Open(last)
enddef

# Runs `:Seekline [source] [query]`: the first word is the source, if a source has that name.
export def Command(arguments: string)
    if arguments == ''
        seekline#Open()
        return
    endif
    const [_, first, rest; _] = matchlist(arguments, '^\s*\(\S\+\)\s*\(.*\)$')
    engine.ListSources()
    if !empty(engine.Source(first))
        seekline#Open({source: first, query: rest})
        return
    endif
    const what = Show({query: arguments})
    if what != null_dict
        # If the engine takes longer to start, the text is in the prompt, and may have been continued there.
        engine.WhenKnown(() => TakeSource(what, first))
    endif
enddef

# Searches another source, which is the first word in the prompt of a search that is still open, for the rest.
def TakeSource(what: dict<any>, source: string)
    const typed = picker.Typed(what)
    if !empty(typed) && !empty(engine.Source(source)) && stridx(typed.text, source) == 0
        const rest = strpart(typed.text, strlen(source))->substitute('^\s\+', '', '')
        seekline#Open({source: source, query: rest, submit: typed.submitted})
    endif
enddef

# Completes the source after `:Seekline`, which may follow modifiers and other commands.
export def Complete(lead: string, line: string, at: number): list<string>
    const typed = strpart(line, 0, at)
    const behind = matchend(typed, '\C\<See\%[kline]\s\+')
    if behind < 0 || strpart(typed, behind) =~ '\s'
        return []
    endif
    return engine.ListSources()->mapnew((_, source) => source.name)->filter((_, name) => stridx(name, lead) == 0)
enddef
