vim9script
# What a popup's text is highlighted as: by the filetype that it would have in a window.

def As(popup: number, filetype: string)
    setbufvar(winbufnr(popup), '&filetype', filetype)
enddef

# As a file of this name, and of the text that is there.
export def AsFile(popup: number, path: string)
    As(popup, '')
    win_execute(popup, 'silent! doautocmd <nomodeline> filetypedetect BufRead ' .. fnameescape(path))
enddef

# As the text of a detail, which says what it is. A language is called as its filetype, or as the names of its files end.
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
        AsFile(popup, 'x.' .. language)
    endif
enddef
