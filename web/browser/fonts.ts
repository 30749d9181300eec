import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/** On a slower connection the first visit loads its content first; the fonts are a third of its bytes. */
const slowBelowMbit = 3
/** The duration of a smaller download measures latency rather than bandwidth. */
const tellingBytes = 15_000
/** By then the first screen is drawn on any usable connection. */
const laterMs = 5_000

const faces = () => [
  new FontFace('Figtree', `url(${figtree})`, { weight: '300 900', display: 'swap' }),
  new FontFace('Bricolage', `url(${bricolage})`, { weight: '200 800', display: 'swap' }),
]

/**
 * Loads the fonts right after the panel's own code, unless that loaded slowly. In that case they are fetched
 * after the first screen and applied when no visible text shifts: on the next navigation, or while the page
 * is hidden.
 */
export function loadFonts(): void {
  if (cameSlowly()) setTimeout(() => faces().forEach((face) => void loadForNextScreen(face)), laterMs)
  else
    for (const face of faces()) {
      document.fonts.add(face)
      // At once: the browser would wait for the first text that is drawn in it.
      face.load().catch(() => {})
    }
}

async function loadForNextScreen(face: FontFace): Promise<void> {
  await face.load()
  const show = () => {
    document.fonts.add(face)
    window.removeEventListener(nextScreen, show)
    document.removeEventListener('visibilitychange', show)
  }
  window.addEventListener(nextScreen, show)
  document.addEventListener('visibilitychange', show)
}

const nextScreen = 'balcao:next-screen'

/** Dispatched by the router, which this module must not import. */
export const announceNextScreen = (): boolean => window.dispatchEvent(new Event(nextScreen))

/** Judged by the files just downloaded. If all came from the cache, the fonts do too. */
function cameSlowly(): boolean {
  return performance.getEntriesByType('resource').some((entry) => {
    const { name, transferSize, responseStart, responseEnd } = entry as PerformanceResourceTiming
    const megabits = (transferSize * 8) / 1e6
    return (
      name.includes('/assets/') &&
      transferSize > tellingBytes &&
      megabits / ((responseEnd - responseStart) / 1_000) < slowBelowMbit
    )
  })
}
