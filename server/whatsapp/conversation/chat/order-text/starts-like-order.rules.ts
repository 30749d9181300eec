import { startsWithSector, startsWithStreet } from '../../../../../contract/delivery/address-words.ts'
import { zipCodeIn } from '../../../../../contract/delivery/zip-code-in.ts'
import type { ChatMenu } from '../chat-state.ts'
import { hasWord } from './menu-names.rules.ts'
import {
  asking,
  corrections,
  counts,
  isOfLanguage,
  isPolite,
  removals,
  resizing,
  swaps,
} from './vocabulary.rules.ts'
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

/** "6 não, 10", "são 4, e 4 cocas": with no word but those of an order, it is no address. */
export const hasPlaceWord = (text: string, menu: ChatMenu): boolean =>
  zipCodeIn(text) !== null ||
  startsWithStreet(text) ||
  startsWithSector(text) ||
  wordsOf(text).some(({ text: word }) => /[a-z]{3}/.test(word) && !isOfLanguage(word) && !hasWord(word, menu))
