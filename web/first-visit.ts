import { beginFirstCalls } from './api/first-calls.ts'
import { filesMeta } from './first-files.ts'

/**
 * Stands in the page itself, which runs it as soon as it is read (scripts/build.ts): the calls take the
 * line first, then the files of the screen. Were these named in the page, the browser would ask for
 * all of them before it runs anything, and answer itself with each that comes.
 */
beginFirstCalls()
const named = document.querySelector<HTMLMetaElement>(`meta[name="${filesMeta}"]`)?.content ?? ''
for (const file of named.split(' ').filter((each) => each !== '')) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}
