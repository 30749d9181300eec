import type { ChatMenu } from '../../chat-state.ts'
import { hasWord, namesOf } from '../menu-names.rules.ts'
import { isOfLanguage, linking, removals } from '../vocabulary.rules.ts'
import { quantityIn, type Word } from '../words.rules.ts'
import { soundOfShort } from './same-sound.rules.ts'
import { likeness, wordKey } from './same-word.rules.ts'

/**
 * A clause in which a word that nothing explains becomes the only word of the store's own menu that it can be: "coka",
 * "calab", "margueritta". What is left out of an item ("sem milho") stays as it was written.
 */
export function asSpelled(clause: readonly Word[], menu: ChatMenu): readonly Word[] {
  return clause.map((word, at) => {
    const before = clause[at - 1]?.text ?? ''
    if (before === 'sem' || removals.has(before) || !isOpen(word, menu)) return word
    const its = onlyLike(word.text, menu)
    return its === null ? word : { ...word, text: its }
  })
}

const minLetters = 3

const isOpen = (word: Word, menu: ChatMenu): boolean =>
  word.text.length >= minLetters &&
  /^[a-z]+$/.test(word.text) &&
  quantityIn(word) === null &&
  !isOfLanguage(word.text) &&
  !hasWord(word.text, menu) &&
  !singles(menu).some((own) => likeness(word.text, own) !== null)

const wordsOfMenus = new WeakMap<ChatMenu, readonly string[]>()

/** The words of the menu's names, without pairs and numbers. */
function singles(menu: ChatMenu): readonly string[] {
  const words =
    wordsOfMenus.get(menu) ??
    [...namesOf(menu).words].filter((word) => /^[a-z]+$/.test(word) && !linking.has(word))
  wordsOfMenus.set(menu, words)
  return words
}

/** Null: no word of the menu is like it, or several are. */
function onlyLike(text: string, menu: ChatMenu): string | null {
  for (const isLike of [soundsLike, isBeginning, isFewSlips]) {
    const found = singles(menu).filter((own) => isLike(text, own))
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null
  }
  return null
}

/** "coka", "gaz", "rool". */
const soundsLike = (text: string, own: string): boolean => soundOfShort(wordKey(text)) === soundOfShort(own)

/** "calab", "muss", "choco": cut off in a hurry. */
const isBeginning = (text: string, own: string): boolean =>
  text.length >= 4 && own.length >= text.length + 2 && own.startsWith(stemOf(text))

/** "portuga". */
const stemOf = (text: string): string => (text.length >= 6 ? text.replace(/[aeo]$/, '') : text)

/** "parmegina", "bolonheisa": two slips of the finger in a long word. */
const isFewSlips = (text: string, own: string): boolean =>
  text.length >= 7 && own.length >= 7 && text[0] === own[0] && slipsBetween(text, own) <= 2

/** How many letters are changed, left out, added or in the wrong order. */
function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isTurned = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + cost,
          isTurned ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      )
    }
    before = row
    row = next
  }
  return row[b.length] ?? Infinity
}
