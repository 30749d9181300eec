import { jsonrepair } from 'jsonrepair'

export interface LooseJson {
  readonly value: unknown
  /** `repaired`: it is no JSON, and was read all the same. */
  readonly state: 'clean' | 'repaired' | 'unreadable'
}

/** Repair takes a moment per letter, and no menu that a person wrote is longer. */
const maxRepaired = 1_000_000

/** JSON as shops' themes print it: line breaks in texts, commas at ends, comments, CDATA, entities for quotes. */
export function looseJson(text: string): LooseJson {
  const clean = parsed(text)
  if (clean !== undefined) return { value: clean, state: 'clean' }
  if (text.trim() === '' || text.length > maxRepaired) return { value: null, state: 'unreadable' }
  const bare = text
    .replaceAll(/<!\[CDATA\[|\]\]>|<!--|-->/g, ' ')
    // `//<![CDATA[`: what is left of it would hide the first line.
    .replaceAll(/^\s*\/\/\s*$/gm, '')
    .replace(/;\s*$/, '')
  for (const attempt of [bare, withoutEntities(bare)]) {
    const value = parsed(attempt) ?? repaired(attempt)
    if (typeof value === 'object' && value !== null) return { value, state: 'repaired' }
  }
  return { value: null, state: 'unreadable' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Deep nesting ends it too. */
function repaired(text: string): unknown {
  if (!/^\s*(?:\/\*[^]{0,5000}?\*\/\s*)*[{[]/.test(text) || text.includes('&quot;')) return undefined
  try {
    return JSON.parse(jsonrepair(text))
  } catch {
    return undefined
  }
}

const withoutEntities = (text: string): string =>
  text.replaceAll(
    /&(quot|#34|#x22|amp|apos|#39|lt|gt);/gi,
    (_, name: string) => entities.get(name.toLowerCase()) ?? '',
  )
const entities: ReadonlyMap<string, string> = new Map([
  ['quot', '"'],
  ['#34', '"'],
  ['#x22', '"'],
  ['amp', '&'],
  ['apos', "'"],
  ['#39', "'"],
  ['lt', '<'],
  ['gt', '>'],
])
