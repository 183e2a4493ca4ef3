// Copying, and the short messages at the bottom of the page.

import { brief, h } from "./safe.js"

const region = document.getElementById("toast")
let timer = 0

// Shows a message for a few seconds, optionally with a button.
export function toast(text, action = null) {
  clearTimeout(timer)
  const button = action && h("button", { type: "button" }, action.label)
  button && button.addEventListener("click", () => {
    region.replaceChildren()
    action.run()
  })
  region.replaceChildren(h("span", { dir: "auto" }, brief(text, 200)), ...(button ? [button] : []))
  timer = setTimeout(() => region.replaceChildren(), 5000)
}

export async function copyText(text, title, showDetail = null) {
  const details = showDetail && { label: "Details", run: showDetail }
  try {
    await navigator.clipboard.writeText(text)
    toast(`Copied ${brief(text, 20)} ${title === text ? "" : title}`, details)
  } catch {
    // Browsers deny the clipboard to pages that are neither local nor served over https.
    toast(`This browser does not let the page copy ${brief(text, 20)}`, details)
  }
}
