import { folded } from '../../../contract/shared/folded.ts'
import type { Setting } from './settings-words.ts'

const maxFound = 6
/** Shorter words are too like others for a slip of one letter to be forgiven. */
const minForgivenLength = 5

/** How well a typed word answers to a word of the table; 0: not at all. */
const exact = 8
const begun = 4
const slipped = 2
/** All that was typed is a name of the setting. */
const named = 20

/**
 * What answers to the typed words, the best first, at most six. Every word has to be found; a sentence that has words
 * besides is answered by what it has of ours.
 */
export function findSettings<One extends Setting>(settings: readonly One[], typed: string): readonly One[] {
  const wanted = wordsOf(typed)
  if (wanted.length === 0) return []
  const scored = settings.map((setting) => ({ setting, ...scoreOf(setting, wanted) }))
  const whole = scored.filter(({ missing }) => missing === 0)
  const found = whole.length > 0 ? whole : scored.filter(({ score }) => score >= exact)
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxFound)
    .map(({ setting }) => setting)
}

function scoreOf(
  setting: Setting,
  wanted: readonly string[],
): { readonly score: number; readonly missing: number } {
  const names = [setting.label, ...setting.words].map(wordsOf)
  const known = new Set(names.flat())
  const each = wanted.map((word) => Math.max(0, ...[...known].map((own) => likeness(word, own))))
  const isNamed = names.some((name) => name.join(' ') === wanted.join(' '))
  return {
    score: each.reduce((sum, one) => sum + one, 0) + (isNamed ? named : 0),
    missing: each.filter((one) => one === 0).length,
  }
}

function likeness(typed: string, own: string): number {
  if (typed === own) return exact
  if (typed.length > 1 && own.startsWith(typed)) return begun
  return Math.min(typed.length, own.length) >= minForgivenLength && isOneSlip(typed, own) ? slipped : 0
}

/** One letter too many, too few, another, or two in the wrong order. */
function isOneSlip(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

const fillers = new Set(
  'a o as os e de da do das dos em no na nos nas para pra por com um uma meu minha meus minhas que quero como'.split(
    ' ',
  ),
)

/** Folded, in the singular, without the small words. */
const wordsOf = (text: string): readonly string[] =>
  folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word))
    .map(singular)

/** Enough for two forms of one word to be equal: `notificações` and `notificação`, `motoboys` and `motoboy`. */
function singular(word: string): string {
  if (word.length < 4) return word
  if (word.endsWith('oes') || word.endsWith('aes')) return `${word.slice(0, -3)}ao`
  if (word.endsWith('eis')) return `${word.slice(0, -3)}el`
  if (word.endsWith('ais')) return `${word.slice(0, -3)}al`
  if (word.endsWith('ns')) return `${word.slice(0, -2)}m`
  if (/[rz]es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') ? word.slice(0, -1) : word
}
