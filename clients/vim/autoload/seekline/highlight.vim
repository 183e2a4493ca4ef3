vim9script
# Highlights the text of a popup by the filetype that it would have in a window.

def As(popup: number, filetype: string)
    setbufvar(winbufnr(popup), '&filetype', filetype)
enddef

# Highlights the text as that of a file with this name.
export def AsFile(popup: number, path: string)
    As(popup, '')
    win_execute(popup, 'silent! doautocmd <nomodeline> filetypedetect BufRead ' .. fnameescape(path))
enddef

# Highlights the text as that of a detail, which says what it is. A language is named by its filetype or by its file
# extension.
export def AsDetail(popup: number, detail: dict<any>)
    const format = get(detail, 'format', '')
    const language = tolower(get(detail, 'language', ''))
    if format == 'markdown' || format == 'diff'
        As(popup, format)
    elseif format != 'code' || language !~ '^[[:alnum:]_+#-]\+$'
        As(popup, '')
    elseif index(getcompletion(language, 'filetype'), language) >= 0
        As(popup, language)
    else
        seekline#highlight#AsFile(popup, 'x.' .. language)
    endif
enddef
