import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/** On a slower line the first visit waits for what it came for; the faces are a third of its bytes. */
const slowBelowMbit = 3
/** A smaller file tells more of the way than of the line. */
const tellingBytes = 15_000
/** By then a first screen stands, on any line that is worth the name. */
const laterMs = 5_000

const faces = () => [
  new FontFace('Figtree', `url(${figtree})`, { weight: '300 900', display: 'swap' }),
  new FontFace('Bricolage', `url(${bricolage})`, { weight: '200 800', display: 'swap' }),
]

/**
 * Once the panel's own code is there, and at once unless that came slowly. Then they are fetched when
 * the first screen stands, and shown when no text moves under anybody's eyes: with the next screen, or
 * while the page is not looked at.
 */
export function loadFonts(): void {
  if (cameSlowly()) setTimeout(() => faces().forEach((face) => void loadForNextScreen(face)), laterMs)
  else for (const face of faces()) document.fonts.add(face)
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

/** Said by the router, which this must not know. */
export const tellNextScreen = (): boolean => window.dispatchEvent(new Event(nextScreen))

/** By the files that came over the line just now; with all of them kept, so are the faces. */
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
