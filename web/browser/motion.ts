/** Whether the person wants things to move. */
const mayMove = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches

const fast = { duration: 140, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

/** A copy of the element tears off where it lay, while the element itself may leave at once. */
export function tearOff(element: HTMLElement | null): void {
  if (!element || !mayMove()) return
  const { left, top, width, height } = element.getBoundingClientRect()
  const copy = element.cloneNode(true) as HTMLElement
  copy.setAttribute('aria-hidden', 'true')
  copy.inert = true
  for (const named of [copy, ...copy.querySelectorAll<HTMLElement>('[data-order], [id]')]) {
    named.removeAttribute('data-order')
    named.removeAttribute('id')
  }
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    margin: '0',
    pointerEvents: 'none',
    zIndex: '3',
  })
  document.body.append(copy)
  const remove = () => copy.remove()
  copy
    .animate([{}, { transform: 'translateY(-8px) rotate(2deg)', opacity: 0 }], fast)
    .finished.then(remove, remove)
}

/** A count that has grown says so once. */
export function bump(element: HTMLElement | null): void {
  if (element && mayMove()) element.animate([{}, { transform: 'scale(1.35)' }, {}], fast)
}
