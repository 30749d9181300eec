import type { ChatMenu } from '../chat-state.ts'
import { hasPhrase, hasWord } from './menu-names.rules.ts'
import { beforePerson, occasions, persons } from './vocabulary.rules.ts'
import type { Word } from './words.rules.ts'

/**
 * A clause without words beside the items: who gets it ("pra mim", "pra festinha"), at which part of the meal ("de
 * sobremesa"), and where about the customer is ("é aqui na rua de cima"), which the chat asks for later. Words that a name
 * of the menu has stay.
 */
export function withoutFillers(clause: readonly Word[], menu: ChatMenu): readonly Word[] {
  if (isWhereabouts(clause) || isDelivery(clause)) return []
  const words: Word[] = []
  let at = 0
  while (at < clause.length) {
    const length = fillerLength(clause, at, menu)
    if (length === 0) words.push(...clause.slice(at, at + 1))
    at += Math.max(1, length)
  }
  return words
}

function fillerLength(clause: readonly Word[], at: number, menu: ChatMenu): number {
  const [first = '', next = ''] = clause.slice(at, at + 2).map(({ text }) => text)
  if (hasPhrase([first, next], menu)) return 0
  const wanting = wantingLength(clause, at)
  if (wanting > 0) return wanting
  if (courses.has(`${first} ${next}`) && at + 2 < clause.length) return 2
  if (!beforePerson.has(first)) return 0
  let length = 1
  const textAt = (index: number) => clause[at + index]?.text ?? ''
  // "pro pessoal da obra".
  while (
    isFor(textAt(length), menu) ||
    (length > 1 && isOf(textAt(length)) && isFor(textAt(length + 1), menu))
  )
    length += 1
  return length > 1 ? length : 0
}

/** "minha esposa quer". */
function wantingLength(clause: readonly Word[], at: number): number {
  const texts = clause.slice(at, at + 3).map(({ text }) => text)
  const begin = /^(?:minha|meu|a|o)$/.test(texts[0] ?? '') ? 1 : 0
  const isWanted = /^(?:quer|pediu|prefere)$/.test(texts[begin + 1] ?? '')
  return isWanted && persons.has(texts[begin] ?? '') ? begin + 2 : 0
}

/** "é pra entrega": where to is asked anyway. */
const isDelivery = (clause: readonly Word[]): boolean =>
  /^(?:e )?(?:(?:pra|para) )?(?:entrega|entregar|delivery)$/.test(clause.map(({ text }) => text).join(' '))

const isOf = (text: string): boolean => /^d[aeo]s?$/.test(text)
const isFor = (text: string, menu: ChatMenu): boolean =>
  persons.has(text) || (occasions.has(text) && !hasWord(text, menu))

const courses = new Set(['de sobremesa', 'de entrada', 'de bebida'])

/** A place without a number is no address. */
const isWhereabouts = (clause: readonly Word[]): boolean => {
  const said = clause.map(({ text }) => text).join(' ')
  return !/\d/.test(said) && whereabouts.test(said)
}
const whereabouts =
  /^(?:e )?(?:(?:eu )?(?:moro|estou|to|fico|fica|entrega|entregar|manda|levar?)(?: aqui| ai)?|(?:e )?aqui|perto|pertinho|(?:ao|do) lado|em frente) (?:n[oa]s?|d[aeo]s?|em|perto|atras) /
