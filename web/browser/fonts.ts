import bricolage from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/** On a slower line the first visit waits for what it came for; the faces are a third of its bytes. */
const slowBelowMbit = 3
/** By then a first screen stands, on any line that is worth the name. */
const laterMs = 5_000

const faces = () => [
  { address: figtree, face: new FontFace('Figtree', `url(${figtree})`, { weight: '300 900' }) },
  { address: bricolage, face: new FontFace('Bricolage', `url(${bricolage})`, { weight: '200 800' }) },
]

/**
 * At once where the line is fast or the browser has kept them. Else they are fetched when the first
 * screen stands, and shown when no text moves under anybody's eyes: with the next screen, or while
 * the page is not looked at.
 */
export function loadFonts(): void {
  for (const { address, face } of faces()) void load(address, face)
}

async function load(address: string, face: FontFace): Promise<void> {
  face.display = 'swap'
  if (!isSlow() || (await isKept(address))) {
    document.fonts.add(face)
    return
  }
  await new Promise((resolve) => setTimeout(resolve, laterMs))
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

/** Only Chromium tells; elsewhere the line is taken for a fast one. */
function isSlow(): boolean {
  const { connection } = navigator as { connection?: { downlink?: number; saveData?: boolean } }
  return connection?.saveData === true || (connection?.downlink ?? slowBelowMbit) < slowBelowMbit
}

/** Asked of the browser's own store alone: nothing goes over the line. */
async function isKept(address: string): Promise<boolean> {
  try {
    const reply = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' })
    return reply.ok
  } catch {
    return false
  }
}
