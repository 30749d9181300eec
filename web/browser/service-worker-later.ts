/** The first screen comes first; notifications and the files for a time without a network follow. */
const laterMs = 3_000

/** `opened`: a notification was tapped while a window of the panel was open. */
export function startServiceWorkerLater(opened: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  setTimeout(() => {
    import('./service-worker.ts')
      .then(({ startServiceWorker }) => startServiceWorker(opened))
      .catch(console.warn)
  }, laterMs)
}
