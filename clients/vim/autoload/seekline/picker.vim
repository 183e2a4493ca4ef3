vim9script
# One search in popups: passes what the user does to the session, and shows what the session reports.
#
# The list belongs to the text once the engine's answer to that text has arrived. Until then <CR> does not choose from
# the list of an older text but searches at once, which is also how a source that waits for a submit is searched. A list
# that the caller provides is searched in a moment: there <CR> takes the best match for the text, as soon as that is
# known. The quickfix key does the same with the whole list.
#
# If anything is marked, it is taken instead of the choice or the list: at once, whatever the prompt contains.

import autoload 'seekline/accept.vim'
import autoload 'seekline/config.vim'
import autoload 'seekline/draw.vim'
import autoload 'seekline/detail.vim'
import autoload 'seekline/edit.vim'
import autoload 'seekline/engine.vim'
import autoload 'seekline/keys.vim'
import autoload 'seekline/marks.vim'
import autoload 'seekline/menu.vim'
import autoload 'seekline/quickfix.vim'
import autoload 'seekline/session.vim'
import autoload 'seekline/spinner.vim'
import autoload 'seekline/status.vim'
import autoload 'seekline/text.vim'
import autoload 'seekline/view.vim'

var is_open = false
var wanted: dict<any> = {}
# The text before and after the cursor.
var left = ''
var right = ''
# Whether the next key names a text to insert (<C-r>).
var naming = false
var submitted = false
# The choice, from 1; whether it was made by hand; its id, and the text that its list is for.
var index = 0
var moved = false
var chosen = ''
var chosen_of: any = v:null
# The id of the item that was clicked last; '' if the click was elsewhere.
var clicked = ''
# The row at which a search that is reopened or read again was left: {index, id}; {} once it has arrived or is no longer
# wanted. And the generation from which on a list has all items that are searched, -1 until that is known.
var returning: dict<any> = {}
var whole = 0
# How the best match for the text will be chosen once it is known, or ''; and the generation of the list that has it, -1
# until that is known.
var choosing = ''
var awaited = -1
# Why a choice was refused; '' once the user does something else.
var refusal = ''
# Other messages, {words, is_bad} each, until the user does something with the list.
var told: list<dict<any>> = []
var preview = false
# What the preview is about: the id and the location of an item; [] means none.
var detailed: list<any> = []
var actions: dict<string> = {}
var names: dict<string> = {}

export def Open(what: dict<any>)
    is_open = true
    wanted = what
    left = text.Plain(text.Valid(strcharpart(what.query, 0, 5000)))
    right = ''
    naming = false
    edit.Reset()
    [index, moved, chosen, clicked, returning] = [0, false, '', '', what.row]
    marks.Set(what.marked)
    Touched()
    [preview, detailed] = [config.Of('preview'), []]
    [actions, names] = [keys.Actions(), keys.Names()]
    view.Open(preview, Key, () => seekline#picker#Close())
    augroup seekline_popup
        autocmd!
        autocmd VimResized * call seekline#picker#Arrange()
        # Popups belong to their tab: in another one, keys go to what is there.
        autocmd TabLeave * call seekline#picker#Close()
    augroup END
    session.Open(what.source, what.options, what.items, Changed, Leave, () => Ask(submitted), Told)
    # Empty text is searched for too: some sources answer it.
    Ask(what.query != '' && what.submit)
enddef

# Returns the text, and whether it has been submitted, of the search that Open() was given as `what`; {} if that is closed.
export def Typed(what: dict<any>): dict<any>
    return is_open && wanted is what ? {text: left .. right, submitted: submitted} : {}
enddef

# MARK: User actions

def Key(_: number, key: string): bool
    if edit.IsPasted(key)
        naming = false
        # Terminals send the end of a line as <CR>.
        Edit(key == "\<CR>" || key == "\<Tab>" ? "\<NL>" : key)
    elseif naming
        # A second <C-r>, or <C-o>, has no other meaning in text of one line.
        naming = key == "\<C-r>" || key == "\<C-o>"
        Edit(edit.Named(key))
    elseif has_key(actions, key)
        Act(actions[key])
    elseif key == "\<C-r>"
        naming = true
    elseif key == "\<LeftMouse>"
        Click()
    elseif key == "\<2-LeftMouse>"
        # The first of two clicks has chosen the item, if it was on a row. The list may have moved under the mouse
        # since.
        if clicked != '' && clicked ==# chosen
            Choose('edit')
        endif
    else
        Edit(key)
    endif
    return true
enddef

def Click()
    const place = view.MouseRow()
    clicked = ''
    if place < 0
        seekline#picker#Close()
    elseif place > 0 && place <= len(session.state.items)
        Move(place - index)
        clicked = chosen
    endif
enddef

def Act(action: string)
    const page = view.places.list.minheight
    const steps = {next: 1, previous: -1, page_down: page, page_up: -page}
    if has_key(steps, action)
        Move(steps[action])
    elseif action =~ '^\%(choose\|split\|vsplit\|tab\|quickfix\)$'
        Choose(action == 'choose' ? 'edit' : action)
    elseif action == 'mark'
        Mark()
    elseif action == 'unmark'
        Unmark()
    elseif action == 'copy'
        Copy()
    elseif action == 'actions'
        Touched()
        refusal = menu.Open(Choice(), Render)
        Render()
    elseif action == 'preview'
        preview = !preview
        detailed = []
        seekline#picker#Arrange()
    elseif action == 'preview_down' || action == 'preview_up'
        view.ScrollPreview(action == 'preview_down' ? 1 : -1)
    elseif action == 'refresh'
        Refresh()
    elseif action == 'close'
        seekline#picker#Close()
    endif
enddef

def Edit(key: string)
    const before = left .. right
    [left, right] = edit.Edited(left, right, key)
    if left .. right !=# before
        moved = false
        returning = {}
        # The messages may have arrived just before this key.
        const kept = told
        Touched()
        told = kept
        Ask(false)
    else
        Render()
    endif
enddef

# Notes that the user did something: the previous action and the messages about it no longer apply.
def Touched()
    engine.Touched()
    refusal = ''
    told = []
    choosing = ''
enddef

# Sends the text to the engine, to be searched for once it has settled, or at once.
def Ask(at_once: bool)
    submitted = at_once
    const asked = left .. right
    session.Search(asked, at_once, (problem) => {
        if problem != '' && asked ==# left .. right
            [refusal, choosing] = [problem, '']
        endif
        Render()
    })
    if choosing != ''
        Await()
    elseif !empty(returning)
        AwaitWhole()
    endif
    Render()
enddef

# Requests the list once more after all items have been sent: its first row is the best match.
def Await()
    awaited = -1
    session.AfterItems(() => {
        if choosing != '' && awaited < 0
            session.Call('refresh', {}, (_, result, _) => {
                awaited = get(result, 'generation', 0)
                ChooseAwaited()
            })
        endif
    })
enddef

# Requests the list once more after all items have been sent: until then, the row to return to may be missing.
def AwaitWhole()
    whole = session.IsSent() ? 0 : -1
    if whole < 0
        session.AfterItems(() => {
            if !empty(returning)
                session.Call('refresh', {}, (_, result, _) => {
                    whole = get(result, 'generation', 0)
                    # If it has been requested already, no other list may follow.
                    if IsShown()
                        GoBack()
                        ShowChoice()
                        Render()
                    endif
                })
            endif
        })
    endif
enddef

def ChooseAwaited()
    const is_there = !empty(Choice()) || (choosing == 'quickfix' && IsCurrent())
    if choosing != '' && awaited >= 0 && session.state.listed >= awaited && is_there && IsShown()
        Choose(choosing)
    endif
enddef

# Whether the list belongs to the current text.
def IsCurrent(): bool
    return type(session.state.query) == v:t_string && session.state.query ==# text.Trim(left .. right)
enddef

# Whether the row to return to has yet to arrive.
def IsReturning(): bool
    return !empty(returning) && IsCurrent() && empty(session.state.error)
enddef

# Returns the item that would be chosen now; {} if there is none, or none for this text.
def Choice(): dict<any>
    return index > 0 && IsCurrent() && (moved || !IsReturning()) ? session.state.items[index - 1] : {}
enddef

# Marks the choice, or unmarks it, and moves down by one.
def Mark()
    Touched()
    const item = Choice()
    if !empty(item)
        marks.Toggle(item)
        view.SetItem(item, index, marks.Has(item.id))
        Move(1)
        return
    elseif !IsCurrent() || IsReturning()
        refusal = marks.Owe(IsCurrent() ? 'there is no item yet' : 'the list is not that of the text yet')
    endif
    Render()
enddef

# Removes all marks.
def Unmark()
    Touched()
    const items = session.state.items
    for number in range(1, marks.Count() > 0 ? len(items) : 0)
        if marks.Has(items[number - 1].id)
            view.SetItem(items[number - 1], number, false)
        endif
    endfor
    marks.Set([])
    Render()
enddef

# Whether choosing takes what is marked. In a source that waits for <CR>, that key searches as long as the list belongs
# to another text.
def TakesMarks(how: string): bool
    const waits = get(session.state.in_force, 'trigger', '') == 'submit' && text.Trim(left .. right) != ''
    return marks.Count() > 0 && !(how == 'edit' && waits && !IsCurrent())
enddef

# Chooses what is marked, or else the choice. `how` says where an item in a file opens (see location.JumpAll), or that
# the whole list is chosen ('quickfix').
def Choose(how: string)
    Touched()
    refusal = marks.Owed()
    if refusal != ''
        Render()
        return
    endif
    const takes_marks = TakesMarks(how)
    if how == 'quickfix' && (takes_marks || IsCurrent())
        List()
        return
    endif
    const item = Choice()
    const its = takes_marks ? marks.Items() : empty(item) ? [] : [item]
    if empty(its) && IsReturning()
        refusal = 'there is no item yet'
        Render()
        return
    elseif empty(its)
        choosing = wanted.items != null_list ? how : ''
        refusal = how == 'quickfix' && choosing == '' ? 'there was no list of this text yet' : ''
        Ask(true)
        return
    endif
    const OnChoice = wanted.OnChoice
    if OnChoice != v:null
        CloseWithChoice()
        for one in its
            call(OnChoice, [one])
        endfor
        return
    endif
    const mine = wanted
    const CloseMine = () => {
        if wanted is mine
            CloseWithChoice()
        endif
    }
    const problem = accept.Choose(its, how, CloseMine)
    if problem == ''
        CloseMine()
        return
    elseif wanted isnot mine || !is_open
        # Something that it called has opened another search, or has left the tab.
        engine.Tell(text.Plain(problem), 'ErrorMsg')
        return
    endif
    refusal = problem
    if len(its) == 1 && has_key(its[0], 'url') && names.copy != ''
        refusal ..= $'; {names.copy} copies the address'
    endif
    Render()
enddef

# Closes the popups, and puts what is marked, or else the whole list, into the quickfix list.
def List()
    const [state, count] = [session.state, marks.Count()]
    const its = count > 0 ? marks.Items() : state.items
    if !quickfix.CanBe(its)
        refusal = count > 0 ? 'no marked item is in a file' : 'no item of this list is in a file'
        Render()
        return
    endif
    CloseWithChoice()
    const query = count > 0 || state.query == '' ? '' : $': {state.query}'
    quickfix.Open($'Seekline {wanted.source}{query} ({count > 0 ? $"{count} marked" : status.Length(state)})', its)
enddef

def Copy()
    Touched()
    refusal = marks.Owed()
    const item = Choice()
    const its = marks.Count() > 0 ? marks.Items() : empty(item) ? [] : [item]
    if refusal == '' && empty(its)
        refusal = 'there is no item yet'
    elseif refusal == ''
        accept.CopyItems(its)
    endif
    Render()
enddef

def Move(steps: number)
    const count = len(session.state.items)
    if count > 0
        Touched()
        moved = true
        returning = {}
        index = max([1, min([count, index + steps])])
        ShowChoice()
        Render()
    endif
enddef

def Refresh()
    Touched()
    session.Call('refresh', {}, (outcome, _, _) => {
        if outcome == 'idle' && text.Trim(left .. right) != ''
            Ask(true)
        endif
    })
enddef

export def Arrange()
    if IsShown()
        view.Arrange(preview)
        ShowChoice()
        Render()
    endif
enddef

export def Close()
    if !is_open
        return
    endif
    is_open = false
    autocmd! seekline_popup
    spinner.Set(false, Render)
    session.Close()
    view.Close()
    # The row that was chosen, or that is yet to come.
    wanted.Closed(left .. right, moved ? {index: index, id: chosen} : returning, marks.Items())
enddef

# Closes the popups after a choice, without keeping the marks.
def CloseWithChoice()
    if is_open
        marks.Set([])
        seekline#picker#Close()
    endif
enddef

# MARK: Session events

def Told(words: string, is_bad: bool)
    add(told, {words: words, is_bad: is_bad})
    Render()
enddef

def Changed(from: number)
    if !IsShown()
        return
    endif
    const items = session.state.items
    if from >= 0
        view.SetItems(items, from, marks.Has)
        if from == 0
            index = KeptChoice()
        endif
        GoBack()
        ShowChoice()
    endif
    Render()
    ChooseAwaited()
enddef

# Returns the choice in a list that has replaced another one: the item that was chosen by hand, or the first. If the new
# list is for the same text, that item may be gone or on a page that is yet to come: see `GoBack`.
def KeptChoice(): number
    if moved && chosen != ''
        const place = indexof(session.state.items, (_, item) => item.id ==# chosen)
        if place >= 0
            return place + 1
        elseif session.state.query ==# chosen_of
            returning = {id: chosen, index: index, query: chosen_of}
        endif
        choosing = choosing == 'quickfix' ? choosing : ''
    endif
    moved = false
    return empty(session.state.items) ? 0 : 1
enddef

# Notes the row that was chosen by hand, because the list is dropped and will come back.
def Leave()
    if moved && chosen != ''
        returning = {id: chosen, index: index}
    endif
enddef

# Goes back to the row at which this search, its list or its engine was left, once it has arrived.
def GoBack()
    if empty(returning) || !IsCurrent()
        return
    endif
    const items = session.state.items
    const place = indexof(items, (_, item) => item.id ==# returning.id)
    if place >= 0
        index = place + 1
        moved = true
    endif
    # An item that is gone is not looked for beyond its old row, unless it may not have been sent yet. In a list for the
    # same text, whatever is in that row now is the choice.
    const stayed = has_key(returning, 'query')
    const is_over = len(items) >= returning.index || !session.state.more
    if place >= 0 || (is_over && (stayed || (whole >= 0 && session.state.listed >= whole)))
        if place < 0 && !empty(items) && stayed && returning.query ==# session.state.query
            [index, moved] = [min([returning.index, len(items)]), true]
        endif
        returning = {}
    endif
enddef

def ShowChoice()
    const items = session.state.items
    const item = index > 0 ? items[index - 1] : {}
    [chosen, chosen_of] = [get(item, 'id', ''), session.state.query]
    if index > 0
        view.Select(index)
    endif
    # The same item may have another location now.
    const subject = empty(item) ? [] : [item.id, get(item, 'location', {})]
    if preview && subject !=# detailed
        detailed = subject
        detail.Show(item, wanted.source, () => IsShown() && detailed ==# subject)
    endif
    # The end of the list is near, or there is room for more.
    const height = view.places.list.minheight
    const need = max([height, get(returning, 'index', 0)])
    if len(items) - index < 5 || len(items) < need
        session.ReachedBottom(len(items) < need ? need : 0)
    endif
enddef

# MARK: Showing

# Whether there are popups to show things in. A search whose popups have been closed by something else is closed.
def IsShown(): bool
    if is_open && !view.IsWhole()
        seekline#picker#Close()
    endif
    return is_open
enddef

def Render()
    if !IsShown()
        return
    endif
    const state = session.state
    spinner.Set(session.IsBusy() || menu.performing > 0, Render)
    view.SetPrompt(left, right, status.Counter(state, index, marks.Count()))
    if draw.Around(wanted, left .. right, refusal, told, Choice(), TakesMarks('edit'), names)
        view.Arrange(preview)
        ShowChoice()
    endif
enddef
