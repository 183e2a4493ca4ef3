vim9script
# The spinner: it turns while there is something to wait for, after a short delay so that it does not flicker.

# How often it has turned, from 0; -1 while nothing is shown.
export var turn = -1
var timer = 0

# Starts or stops the spinner. Turned() is called after each turn.
export def Set(busy: bool, Turned: func)
    if busy && timer == 0
        timer = timer_start(120, (_) => Turn(Turned))
    elseif !busy && timer != 0
        timer_stop(timer)
        timer = 0
        turn = -1
    endif
enddef

def Turn(Turned: func)
    turn += 1
    timer = timer_start(80, (_) => Turn(Turned))
    Turned()
enddef
