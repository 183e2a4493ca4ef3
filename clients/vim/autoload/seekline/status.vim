vim9script
# The texts about a search: the title, the hint in an empty list, the note below a list, the keys. Pure functions.

import autoload 'seekline/text.vim'
import autoload 'seekline/row.vim'

const frames = split('⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', '\zs')

# Returns the title: the source, and a spinner (its `turn`, from 0) or an error.
export def Title(name: string, state: dict<any>, turn: number): string
    if turn >= 0
        return $'{name}  {frames[turn % len(frames)]}' .. (state.stalled ? ' still waiting' : '')
    elseif !empty(state.error)
        return $'{name}  ✗ {text.Plain(text.Cut(state.error.message, 300))}'
    endif
    return name
enddef

# Returns what is said about an incomplete list: which sources are missing, if that is known.
def Lack(state: dict<any>): string
    const names = state.failed->copy()->map((_, failure) => text.Plain(failure.source))
    return !empty(names) ? ' without ' .. text.Cut(join(names, ', '), 200) : state.partial ? ' partial' : ''
enddef

# Returns how long a list is: "20 of 512", "20+", "20", each with "partial" if some of what was requested did not
# arrive, or "without" and those of several sources that did not answer.
export def Length(state: dict<any>): string
    const shown = len(state.items)
    return shown .. (state.total > shown ? $' of {state.total}' : state.more ? '+' : '') .. Lack(state)
enddef

# Returns where the choice is in the list, and how many items are marked, in the list or not: "3/20+, 2 marked".
export def Counter(state: dict<any>, index: number, marked: number): string
    const parts = empty(state.items) ? [] : [$'{index}/{seekline#status#Length(state)}']
    return (parts + (marked > 0 ? [$'{marked} marked'] : []))->join(', ')
enddef

# Returns the lines of an empty list.
export def Hint(state: dict<any>, typed: string, source: dict<any>, keys: dict<string>, width: number): list<dict<any>>
    var lines: list<dict<any>> = []
    const Say = (words: string, kind: string = 'seekline_dim') => {
        extend(lines, row.Plain(text.Wrap(words, width - 4)->map((_, line) => '  ' .. line), kind))
    }
    const length = strcharlen(typed)
    if !empty(state.error)
        Say('✗ ' .. text.Cut(state.error.message, 1000), 'seekline_error')
        Say(keys.refresh .. ' tries again')
    elseif !get(source, 'configured', true)
        Say('Not configured yet. Missing: ' .. join(get(source, 'missing', []), ', '))
    elseif state.loading || state.growing
        Say('')
    elseif type(state.query) == v:t_string && state.query ==# typed && state.status == 'full'
        if state.partial
            Say($'Some of what was asked for did not answer; {keys.refresh} asks again')
        endif
        Say(typed == '' ? 'Nothing there' : $'Nothing found for “{text.Cut(typed, 200)}”')
        if state.suggestion != ''
            Say($'Did you mean “{text.Cut(state.suggestion, 200)}”?')
        endif
    elseif length > 0 && state.short_by > 0
        Say($'Type {state.short_by} more')
    elseif get(state.in_force, 'trigger', '') == 'submit' && length > 0
        Say($'{keys.choose} searches')
    elseif length == 0
        Say(get(source, 'description', ''))
    endif
    return lines
enddef

# The maximum number of lines below a list.
const most_lines = 4

# Returns the lines below a list: why a choice was refused (`refusal`, or '') or why the list does not continue, other
# messages (`told`: {words, is_bad} each), and whether the engine is `silent`. The newest of these share the room.
export def Note(state: dict<any>, refusal: string, told: list<dict<any>>, silent: bool, width: number): list<dict<any>>
    const problem = refusal ?? (empty(state.items) ? '' : get(state.error, 'message', ''))
    const silence = 'The search engine does not answer. Waiting for it…'
    const Bad = (words: string, is_so: bool) => is_so ? [{words: words, is_bad: true}] : []
    const shown = (Bad(problem, problem != '') + told + Bad(silence, silent))->slice(-most_lines)
    const share = most_lines / max([1, len(shown)])
    var lines: list<dict<any>> = []
    for one in shown
        const wrapped = text.Wrap((one.is_bad ? '✗ ' : '') .. text.Cut(one.words, 1000), width - 2)->map((_, line) => ' ' .. line)
        const its = len(wrapped) > share ? wrapped[: share - 1]->map((at, line) => at == share - 1 ? line .. '…' : line) : wrapped
        extend(lines, row.Plain(its, one.is_bad ? 'seekline_error' : ''))
    endfor
    return lines
enddef

# Returns the possible texts for the last border, in order of preference: the credit that a source asks for, and the
# keys; `acts` is whether there are actions to choose from.
export def Foot(source: dict<any>, action: string, acts: bool, keys: dict<string>): list<string>
    var choices: list<string> = []
    for names in [['preview', 'refresh', 'close'], ['preview', 'close'], ['preview'], []]
        const parts = ((acts ? ['actions'] : []) + names)->filter((_, name) => keys[name] != '')->map((_, name) => $' {keys[name]} {name} ')
        add(choices, $' {keys.choose} {action} ' .. join(parts, ''))
    endfor
    const credit = get(source, 'attribution', '')
    if credit == ''
        return choices
    endif
    const credits = choices->mapnew((_, choice) => $' {text.Plain(credit)} {text.Cell("─")}{choice}')
    return credits + [$' {text.Plain(credit)} '] + choices
enddef
