import { beginFirstCalls } from './api/first-calls.ts'
import { filesMeta } from './first-files.ts'

/**
 * Stands in the page itself, which runs it as soon as it is read (scripts/build.ts): the calls take the
 * line first, then the files of every page, and when those are there, but for the largest, which still come, the
 * files of the screen. Were these named in the page, the browser would ask for all of them before it runs anything, and
 * answer itself with each that comes; and the largest would come last of all, with nothing left to run meanwhile.
 */
beginFirstCalls()
const named = document.querySelector<HTMLMetaElement>(`meta[name="${filesMeta}"]`)?.content ?? ''
const [ofEveryPage = [], ofScreen = []] = named
  .split('|')
  .map((files) => files.split(' ').filter((file) => file !== ''))
void Promise.all(ofEveryPage.map(fetchModule)).then(() => ofScreen.map(fetchModule))

/** Over when it has come, or not. */
function fetchModule(file: string): Promise<unknown> {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = `/${file}`
  const over = new Promise((resolve) => (link.onload = link.onerror = resolve))
  document.head.append(link)
  return over
}
