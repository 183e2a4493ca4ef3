vim9script
# The settings: the members of g:seekline, over these defaults.

const defaults = {
    # The engine: a path, or a name in the PATH. '': $SEEKLINE, or else "seekline" in the PATH.
    command: '',
    # Additional flags for the engine, such as ['--set', 'wikipedia.language=en'].
    args: [],
    # The source that `:Seekline` searches if none is named.
    source: 'unicode',
    # The session options to request from the engine, by source: {wikipedia: {debounceMs: 200}}.
    options: {},
    # The maximum size: cells, and lines of the list.
    max_width: 100,
    max_height: 24,
    # Whether the preview is shown from the start.
    preview: false,
    # Each action and its keys. An empty list removes the keys.
    keys: {},
}

const default_keys = {
    next: ['<C-n>', '<Down>'],
    previous: ['<C-p>', '<Up>'],
    page_down: ['<PageDown>'],
    page_up: ['<PageUp>'],
    choose: ['<CR>'],
    split: ['<C-x>'],
    vsplit: ['<C-v>'],
    tab: ['<C-t>'],
    mark: ['<S-Tab>'],
    unmark: ['<C-g>'],
    quickfix: ['<C-q>'],
    copy: ['<C-y>'],
    actions: ['<C-a>'],
    preview: ['<Tab>'],
    preview_down: ['<C-f>'],
    preview_up: ['<C-b>'],
    refresh: ['<F5>'],
    close: ['<Esc>', '<C-c>'],
}

export def Of(name: string): any
    return get(get(g:, 'seekline', {}), name, defaults[name])
enddef

# Returns each action and its keys, in Vim's notation.
export def Keys(): dict<list<string>>
    return extendnew(default_keys, seekline#config#Of('keys'))
enddef

# Returns the type of a value, without the types of its members.
def Kind(value: any): string
    return substitute(typename(value), '<.*', '', '')
enddef

# Returns the keys of a dictionary, sorted and joined for a message.
def Names(these: dict<any>): string
    return keys(these)->sort()->join(', ')
enddef

# Returns what is wrong with protocol options, called `name` in the message; '' if nothing is. Only the engine knows
# which options exist.
export def OptionsProblem(name: string, options: dict<any>): string
    try
        json_encode(options)
    catch
        return $'{name} cannot be written as JSON: ' .. substitute(v:exception, '^Vim\%((\a\+)\)\=:', '', '')
    endtry
    return ''
enddef

# Returns what is wrong with the settings; '' if nothing is. For the keys themselves, see keys.Problem().
export def Problem(): string
    const settings = get(g:, 'seekline', {})
    if type(settings) != v:t_dict
        return 'g:seekline must be a dictionary'
    endif
    for [name, value] in items(settings)
        if !has_key(defaults, name) && has_key(default_keys, name)
            return $'there is no setting "{name}"; it is an action, whose keys are set as keys.{name}'
        elseif !has_key(defaults, name)
            return $'there is no setting "{name}"; there are {Names(defaults)}'
        elseif type(value) != type(defaults[name])
            return $'{name} must be a {Kind(defaults[name])}, not a {Kind(value)}'
        endif
    endfor
    for flag in seekline#config#Of('args')
        if type(flag) != v:t_string
            return $'args must be a list of strings, and has a {Kind(flag)}'
        endif
    endfor
    for [source, options] in items(seekline#config#Of('options'))
        if type(options) != v:t_dict
            return $'options.{source} must be options by name'
        endif
        const problem = seekline#config#OptionsProblem($'options.{source}', options)
        if problem != ''
            return problem
        endif
    endfor
    for [action, keys] in items(seekline#config#Of('keys'))
        if !has_key(default_keys, action)
            return $'there is no action "{action}" in keys; there are {Names(default_keys)}'
        elseif type(keys) != v:t_list || indexof(keys, (_, key) => type(key) != v:t_string) >= 0
            return $'keys.{action} must be a list of keys'
        endif
    endfor
    return ''
enddef
