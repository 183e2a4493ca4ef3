#!/bin/sh
# Installs seekline below a folder, over an older one that was installed there, or removes it again.
set -eu
export LC_ALL=C
# What is installed for all is to be readable for all.
umask 022
usage() {
    cat <<'TEXT'
usage: install.sh PREFIX          installs below PREFIX, such as ~/.local (for you) or /usr/local (for all, as root)
       install.sh --undo PREFIX   removes what was installed there, and nothing else
TEXT
}
complain() {
    printf 'install.sh: %s\n' "$1" >&2
    exit 1
}

undo=
if [ "${1:-}" = --undo ]; then
    undo=yes
    shift
fi
case $# in 1) ;; *) usage >&2 && exit 2 ;; esac
case $1 in
    --help) usage && exit 0 ;;
    -* | '') usage >&2 && exit 2 ;;
esac
# Without `..`: the folder before it may be removed.
prefix=$(realpath -sm "$1")
# Every file and folder that was created.
list=$prefix/share/seekline/installed
work=$(realpath "$(mktemp -d)")
trap 'rm -rf "$work"' EXIT
# dash runs no EXIT trap if a signal ends it.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# linked PATH: whether somebody has put a link in the place of it, or of a folder above it, since it was installed.
linked() {
    case $1 in
        share | share/seekline) return 1 ;; # The list was found there: it was moved elsewhere as a whole.
        */*) linked "${1%/*}" && return ;;
    esac
    [ -L "$prefix/$1" ] && grep -qxF "$1" "$list" 2>/dev/null
}

# forget: removes what is in the list; folders only if nothing else is in them, and nothing through links. The list is
# removed last, with the folders that it is in, so that an interrupted removal can be repeated.
forget() {
    last='[.]|share(/seekline)?'
    {
        grep -vxE "$last|share/seekline/installed" "$list" | sort -r
        echo share/seekline/installed
        grep -xE "$last" "$list" | sort -r
    } | while IFS= read -r path; do linked "$path" || printf '%s\n' "$path"; done >"$work/kept"
    while IFS= read -r path; do
        path=$prefix/${path#.}
        if [ -d "$path" ]; then rmdir "$path" 2>/dev/null || :; else rm -f "$path"; fi
    done <"$work/kept"
}

if [ "$undo" ]; then
    [ -f "$list" ] || complain "nothing in $prefix was installed by this: there is no $list"
    forget
    exit 0
fi

CDPATH='' cd -- "$(dirname -- "$0")"
[ -f SHA256SUMS ] || complain 'run it in the folder that was unpacked'
sha256sum --check --quiet SHA256SUMS || complain 'what was unpacked is not what was packed: unpack it anew'
said=$(bin/seekline --version 2>&1) ||
    complain "the binary does not run here ($said): it was built for @MACHINE@, Linux with glibc 2.34 or newer and libstdc++; this is $(uname -sm)"

own=$(printf '%s\n' share/seekline/install.sh share/seekline/installed)
# This includes dangling links, and whatever is where a folder should be.
{ find bin share && printf '%s\n' "$own"; } | sort | while IFS= read -r path; do
    if ! linked "$path"; then
        if [ -d "$path" ] && [ -d "$prefix/$path" ]; then continue; fi
        if [ ! -e "$prefix/$path" ] && [ ! -L "$prefix/$path" ]; then continue; fi
        if grep -qxF "$path" "$list" 2>/dev/null; then continue; fi
    fi
    complain "$prefix/$path is there already, and was not installed by this: remove it first, or choose another PREFIX"
done
: >"$work/kept"
[ ! -f "$list" ] || forget

# The list is written first and as a whole, so that an interrupted installation can be undone.
{
    # Folders of the older version that are not empty, as others use them by now.
    while IFS= read -r path; do [ ! -d "$prefix/$path" ] || printf '%s\n' "$path"; done <"$work/kept"
    [ -d "$prefix" ] || echo .
    find bin share -type d | while IFS= read -r folder; do [ -d "$prefix/$folder" ] || echo "$folder"; done
    find bin share -type f
    printf '%s\n' "$own"
} >"$work/new"
mkdir -p "$prefix/share/seekline"
if ! { cp "$work/new" "$list.new" && mv "$list.new" "$list"; }; then
    rm -f "$list.new"
    list=$work/new
    forget
    exit 1
fi
cp install.sh "$prefix/share/seekline"
chmod a+rX "$prefix/share/seekline/install.sh"
find bin share -type d | while IFS= read -r folder; do mkdir -p "$prefix/$folder"; done
find bin share -type f | while IFS= read -r file; do
    cp "$file" "$prefix/$file"
    chmod a+rX "$prefix/$file"
done

printf '%s is installed below %s.\n' "${said%% (*}" "$prefix"
# escaped SCRIPT: the prefix, with a backslash or the like before what has a meaning in a language.
escaped() { printf '%s\n' "$prefix" | sed "$1"; }
shell=$(escaped "s/'/'\\\\''/g")
vim=$(escaped 's/[,*?[{`$\]/\\&/g; s/[[:blank:]"|\]/\\&/g')
lua=$(escaped 's/,/\\&/g; s/["\]/\\&/g')
lisp=$(escaped 's/["\]/\\&/g; s/\$/$$/g')
fish=$(escaped "s/['\\\\]/\\\\&/g")
# searched FOLDERS: whether a shell looks for completions here; in FOLDERS only without $XDG_DATA_DIRS.
searched() {
    case :${XDG_DATA_HOME:-${HOME:-}/.local/share}:${XDG_DATA_DIRS:-$1}: in *":$prefix/share:"*) ;; *) return 1 ;; esac
}
case :$PATH: in *":$prefix/bin:"*) ;; *) printf "Its commands are found with:  PATH='%s/bin':\$PATH\n" "$shell" ;; esac
searched /usr/local/share:/usr/share || printf "Bash:    . '%s/share/bash-completion/completions/seekline'\n" "$shell"
searched /usr/share || printf "Fish:    set --prepend fish_complete_path '%s/share/fish/vendor_completions.d'\n" "$fish"
cat <<TEXT
Vim:     set runtimepath+=$vim/share/seekline/vim
Neovim:  vim.opt.runtimepath:append("$lua/share/seekline/neovim")
Zsh:     fpath=('$shell/share/zsh/site-functions' \$fpath)   # before compinit
Emacs:   (load "$lisp/share/seekline/emacs/seekline-autoloads")
It is removed with:  sh '$shell/share/seekline/install.sh' --undo '$shell'
TEXT
