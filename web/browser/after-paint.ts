/**
 * Calls `then` when what was just drawn is on the screen: for what nobody sees and the first screen need
 * not wait for. Answers how to call it off.
 */
export function afterPaint(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    timer = setTimeout(then)
  }
  // A page behind another is not painted.
  if (document.hidden) soon()
  const frame = document.hidden ? 0 : requestAnimationFrame(soon)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
