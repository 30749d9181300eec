/** Resolves once the current render is painted; for work that would delay the first screen. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const soon = () => setTimeout(resolve)
    // A background tab is not painted.
    if (document.hidden) soon()
    else requestAnimationFrame(soon)
  })
}
