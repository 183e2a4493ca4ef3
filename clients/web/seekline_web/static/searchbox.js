// The search box: its keys, and whether an input method is composing in it.

export class SearchBox {
  isComposing = false

  // `does` has the callbacks: `changed`, `submit`, `leave`, and `press`, which returns whether a key is the list's.
  constructor(box, form, does) {
    box.addEventListener("compositionstart", () => { this.isComposing = true })
    box.addEventListener("compositionend", () => {
      this.isComposing = false
      does.changed()
    })
    box.addEventListener("input", does.changed)
    box.addEventListener("keydown", (event) => {
      // While an input method is composing, the keys are its own; some browsers only say so by key code 229.
      if (event.isComposing || this.isComposing || event.keyCode === 229) return
      const own = { Enter: does.submit, Escape: does.leave }[event.key]
      if (does.press(event)) event.preventDefault()
      else if (own) {
        event.preventDefault()
        own()
      }
    })
    form.addEventListener("submit", (event) => {
      event.preventDefault()
      does.submit()
    })
  }
}
