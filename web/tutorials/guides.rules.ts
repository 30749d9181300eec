import { folded } from '../../contract/shared/folded.ts'
import type { Guide } from './guide.ts'
import { guides } from './guides.ts'

/** The guides that teach the screen at this address, those made for it first. */
export function guidesAt(path: string, tab: string | undefined): readonly Guide[] {
  const here = path === '/settings' && tab ? `${path}?tab=${tab}` : path
  return [
    ...guides.filter(({ at }) => at === here),
    ...guides.filter(({ at, also }) => at !== here && also.includes(here)),
  ]
}

/** Every typed word has to occur, whatever its case and accents; what is in the title comes first. */
export function foundGuides(typed: string, all: readonly Guide[] = guides): readonly Guide[] {
  const wanted = folded(typed).split(/\s+/).filter(Boolean)
  const has = (text: string) => wanted.every((word) => folded(text).includes(word))
  const inTitle = all.filter(({ title }) => has(title))
  return [...inTitle, ...all.filter((guide) => !inTitle.includes(guide) && has(wordsOf(guide)))]
}

export const wordsOf = ({ title, why, steps, after }: Guide): string =>
  [title, why, ...steps, after].join(' ')

/** The path and the search of a guide's address, for the router. */
export function addressOf({ at }: Guide): {
  readonly to: string
  readonly search: { readonly tab?: string }
} {
  const [to = '', tab] = at.split('?tab=')
  return { to, search: tab === undefined ? {} : { tab } }
}
