// Where the person is: what is searched for, how far down. It stands in the address and in the history, so that reload,
// back and forward lead there again.

export function readPlace() {
  const { query = new URL(location.href).searchParams.get("q"), count = 0, top = null } = history.state ?? {}
  return { query, count, top }
}

export function notePlace({ query, count }, { inAddress }) {
  const address = new URL(location.href)
  if (inAddress && query) address.searchParams.set("q", query)
  else address.searchParams.delete("q")
  history.replaceState({ query: inAddress ? query : null, count, top: scrollY }, "", address)
}

// Scrolls there as soon as the list is long enough; `give up` is when it will not become longer.
export function returnTo(place, { giveUp = false } = {}) {
  if (place.top === null) return
  const isLongEnough = document.documentElement.scrollHeight >= place.top + innerHeight
  if (isLongEnough || giveUp) {
    scrollTo(0, place.top)
    place.top = null
  }
}
