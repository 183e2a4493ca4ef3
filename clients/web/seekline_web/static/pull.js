// Pull to refresh: a finger drags the page down from its top.

const far = 64
const farthest = 96

export function pullToRefresh(indicator, refresh, isAllowed) {
  let start = null
  let distance = 0

  const show = (length) => {
    distance = length
    indicator.style.setProperty("--pull", `${length}px`)
    indicator.style.setProperty("--turn", `${length * 4}deg`)
    indicator.classList.toggle("drawn", length > 0)
    indicator.classList.toggle("far", length >= far)
  }
  addEventListener("touchstart", (event) => {
    start = event.touches.length === 1 && scrollY <= 0 && isAllowed() ? event.touches[0].clientY : null
  }, { passive: true })
  addEventListener("touchmove", (event) => {
    if (start === null) return
    const length = (event.touches[0].clientY - start) / 2
    if (length <= 0) return show(0)
    if (event.cancelable) event.preventDefault()
    show(Math.min(length, farthest))
  }, { passive: false })
  const end = (event) => {
    if (start !== null && distance >= far && event.type === "touchend") refresh()
    start = null
    show(0)
  }
  addEventListener("touchend", end, { passive: true })
  addEventListener("touchcancel", end, { passive: true })
}
