const edge = 8
const gap = 12

/**
 * Beside the ticket of the button, over the next column, where the order goes; without room there, on its other side.
 * The panel's foot is level with the button, so that a ticket above is covered rather than one that expires below it.
 */
export function placeBeside(panel: HTMLElement, button: HTMLElement): void {
  const ticket = (button.closest<HTMLElement>('[data-ticket]') ?? button).getBoundingClientRect()
  const right = ticket.right + gap
  const fits = right + panel.offsetWidth <= window.innerWidth - edge
  const left = fits ? right : Math.max(edge, ticket.left - gap - panel.offsetWidth)
  const foot = button.getBoundingClientRect().bottom + edge
  const lowest = window.innerHeight - panel.offsetHeight - edge
  panel.style.setProperty('--left', `${left}px`)
  panel.style.setProperty('--top', `${Math.max(edge, Math.min(foot - panel.offsetHeight, lowest))}px`)
}
