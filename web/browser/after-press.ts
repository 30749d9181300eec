/** A press is under way from the pointer's going down until the browser has sent its click. */
let pressing = false
const waiting = new Set<() => void>()

const end = (): void => {
  // The click comes after the pointer went up, as an event of its own.
  setTimeout(() => {
    pressing = false
    for (const act of waiting) act()
    waiting.clear()
  })
}
addEventListener('pointerdown', () => (pressing = true), true)
addEventListener('pointerup', end, true)
addEventListener('pointercancel', end, true)

/** At once, or after the press under way: what moves under a pointer that is down takes its click away. */
export function afterPress(act: () => void): void {
  if (pressing) waiting.add(act)
  else act()
}
