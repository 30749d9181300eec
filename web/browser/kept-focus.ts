/**
 * Keeps the place of a person who works with the keyboard: when the control that has the focus goes away with its
 * row or its page, the one beside it takes the focus. Otherwise the browser starts again at the top of the document.
 */
let last: Element | null = null

document.addEventListener('focusin', ({ target }) => {
  // A finger needs no ring on what it did not touch.
  last = target instanceof Element && target.matches(':focus-visible') ? target : null
})

document.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget !== null) return
  // A removed control may tell so before it is gone; a press beside all controls means to leave it.
  setTimeout(() => {
    if (isLost() && last?.isConnected && last.checkVisibility()) last = null
  })
})

new MutationObserver((records) => {
  if (last === null || last.isConnected || !isLost()) return
  const gone = last
  const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)))
  if (!record) return
  last = null
  besideOf(record)?.focus()
}).observe(document.body, { childList: true, subtree: true })

const isLost = () => document.activeElement === null || document.activeElement === document.body

const focusable = 'a[href], button, input, select, textarea, [tabindex="0"]'

function besideOf({ target, nextSibling, previousSibling }: MutationRecord): HTMLElement | null {
  for (const near of [nextSibling, previousSibling, target]) {
    if (!(near instanceof Element) || !near.isConnected) continue
    const found = [near, ...near.querySelectorAll(focusable)].find(
      (one) =>
        one instanceof HTMLElement && one.matches(focusable) && one.tabIndex >= 0 && one.checkVisibility(),
    )
    if (found instanceof HTMLElement) return found
  }
  return document.querySelector('main')
}
