/** Until what was just drawn is on the screen: for what the first screen would otherwise wait for. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const soon = () => setTimeout(resolve)
    // A page behind another is not painted.
    if (document.hidden) soon()
    else requestAnimationFrame(soon)
  })
}
