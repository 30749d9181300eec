import { startFirstCalls } from './api/first-calls.ts'
import { filesMeta } from './first-files.ts'

/**
 * Inlined in the page, which runs it as soon as it is parsed (scripts/build.ts). Calls go first, then the
 * files of every page; when those have loaded, except for the two largest, the files of the screen follow.
 * Preload tags for all of them would make the browser request everything before running any script, and the
 * largest would arrive last with nothing left to run meanwhile.
 */
startFirstCalls()
const named = document.querySelector<HTMLMetaElement>(`meta[name="${filesMeta}"]`)?.content ?? ''
const [ofEveryPage = [], ofScreen = []] = named
  .split('|')
  .map((files) => files.split(' ').filter((file) => file !== ''))
void Promise.all(ofEveryPage.map(fetchModule)).then(() => ofScreen.map(fetchModule))

/** Resolves when the file has loaded or failed. */
function fetchModule(file: string): Promise<unknown> {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = `/${file}`
  const over = new Promise((resolve) => (link.onload = link.onerror = resolve))
  document.head.append(link)
  return over
}
