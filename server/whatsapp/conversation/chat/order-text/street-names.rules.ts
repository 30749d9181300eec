import type { ChatMenu } from '../chat-state.ts'
import { gluedIn, hasPhrase, hasWord } from './menu-names.rules.ts'
import { wordKey } from './spelling/same-word.rules.ts'
import { asking, isPolite, isSaid } from './vocabulary.rules.ts'
import { quantityIn, wordsOf, type Word } from './words.rules.ts'

/** What the street calls things, and how menus do. The longer names come first. */
const names = (
  'anel de cebola=onion rings|cebola empanada=onion rings|pingado=café com leite|anéis de cebola=onion rings|leite ninho=leite em pó|leite moça=leite condensado|' +
  'pão de sal=pão francês|pão careca=pão francês|cacetinho=pão francês|pãozinho=pão francês|petit gato=petit gateau|petigato=petit gateau|petitgato=petit gateau|' +
  'fritas=batata frita|hotdog=cachorro quente|dogão=cachorro quente|dog=cachorro quente|' +
  'feijuca=feijoada|feijoca=feijoada|hambúrguer=burger|burger=hambúrguer|macaxeira=mandioca|aipim=mandioca|' +
  'bolacha=biscoito|jerimum=abóbora|mexerica=tangerina|bergamota=tangerina'
)
  .split('|')
  .map((pair) => pair.split('=').map((name) => wordsOf(name).map(({ text }) => text)))
  .map(([street = [], menu = []]) => ({ street, menu }))

/**
 * The words of a clause as the menu has them. A name that the menu has itself, and one whose other name the menu does not
 * have, stays as it was written.
 */
export function asOnMenu(clause: readonly Word[], menu: ChatMenu): readonly Word[] {
  const words: Word[] = []
  let at = 0
  while (at < clause.length) {
    const found = names.find(
      ({ street, menu: its }) => isAt(clause, at, street) && isOther(street, its, menu),
    )
    const length = found?.street.length ?? 1
    const isWhole = found && isSameKey(clause[at + length], found.menu.at(-1))
    // "pãozinho francês" has the end of the menu's name already.
    const written = clause.slice(at, at + length + (isWhole ? 1 : 0))
    const its = found?.menu ?? gluedIn(written[0]?.text ?? '', menu)
    words.push(...(its ? renamed(written, its) : written))
    at += written.length
  }
  return words
}

const isAt = (clause: readonly Word[], at: number, street: readonly string[]): boolean =>
  street.every((text, index) => wordKey(clause[at + index]?.text ?? '') === wordKey(text)) &&
  // "pãozinho de queijo" is another bread, and "mandioca frita" no potato.
  !(street[0] === 'paozinho' && clause[at + 1]?.text === 'de') &&
  !(street[0] === 'fritas' && isNamed(clause[at - 1]))

const isSameKey = (word: Word | undefined, text: string | undefined): boolean =>
  word !== undefined && text !== undefined && wordKey(word.text) === wordKey(text)

const isNamed = (word: Word | undefined): boolean =>
  word !== undefined && isSaid(word) && !isPolite(word) && !asking.has(word.text) && quantityIn(word) === null

const isOther = (street: readonly string[], its: readonly string[], menu: ChatMenu): boolean =>
  (!hasPhrase(street, menu) || isEndOf(street, its)) && its.every((text) => hasWord(text, menu))

/** "fritas" is the end of "batata frita". */
const isEndOf = (street: readonly string[], its: readonly string[]): boolean =>
  street.every((text) => its.slice(1).some((own) => wordKey(own) === wordKey(text)))

/** The new words, with what the customer wrote shared out over them. */
const renamed = (written: readonly Word[], texts: readonly string[]): readonly Word[] =>
  texts.map((text, at) => ({
    text,
    raw: (at === texts.length - 1 ? written.slice(at) : written.slice(at, at + 1))
      .map(({ raw }) => raw)
      .join(' '),
  }))
