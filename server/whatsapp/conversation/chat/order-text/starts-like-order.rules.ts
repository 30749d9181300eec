import { asking, corrections, counts, isPolite, removals, resizing, swaps } from './vocabulary.rules.ts'
import { separator, wordsOf } from './words.rules.ts'

/** "são 3, não 2", "cancela 2, mudaram de ideia": words with a number and a comma that begin as no address does. */
export function startsLikeOrder(text: string): boolean {
  const said = wordsOf(text).filter(
    (word) => word.text !== separator && !isPolite(word) && !/^[aoe]s?$/.test(word.text),
  )
  // "na verdade".
  const first = said[0]?.text === 'na' && corrections.has(said[1]?.text ?? '') ? said[1] : said[0]
  const begins = [asking, corrections, counts, removals, resizing, swaps, new Set(['nao', 'sem', 'com'])]
  return first !== undefined && begins.some((words) => words.has(first.text))
}
