vim9script noclear
# Defines the command and the maps; everything else is loaded when one of them is first used.

if exists('g:loaded_seekline')
    finish
endif
g:loaded_seekline = true

import autoload 'seekline.vim'

command! -nargs=* -complete=customlist,seekline#Complete Seekline seekline.Command(<q-args>)

nnoremap <Plug>(seekline) <Cmd>call seekline#Open()<CR>
inoremap <Plug>(seekline) <Cmd>call seekline#Open()<CR>
nnoremap <Plug>(seekline-word) <Cmd>call seekline#Open(#{query: expand('<cword>')})<CR>
nnoremap <Plug>(seekline-resume) <Cmd>call seekline#Resume()<CR>
