import type { ChatMenu } from '../chat-state.ts'
import { hasPhrase, hasWord } from './menu-names.rules.ts'
import {
  asking,
  beforePerson,
  growing,
  isPolite,
  linking,
  occasions,
  persons,
  resizing,
  swaps,
  vocatives,
} from './vocabulary.rules.ts'
import { quantityIn, type Word } from './words.rules.ts'

/**
 * A clause without words beside the items: who gets it ("pra mim", "pra festinha"), at which part of the meal ("de
 * sobremesa"), and where about the customer is ("é aqui na rua de cima"), which the chat asks for later. Words that a name
 * of the menu has stay.
 */
export function withoutFillers(clause: readonly Word[], menu: ChatMenu): readonly Word[] {
  if (isWhereabouts(clause, menu) || isDelivery(clause) || isHurry(clause)) return []
  const words: Word[] = []
  let at = callerLength(clause, menu)
  while (at < clause.length) {
    const length = fillerLength(clause, at, menu)
    const named = length === 0 && words.length > 0 ? forNamed(clause, at, menu) : null
    if (named) words.push(named)
    else if (length === 0) words.push(...clause.slice(at, at + 1))
    at += named ? 2 : Math.max(1, length)
  }
  return words
}

function fillerLength(clause: readonly Word[], at: number, menu: ChatMenu): number {
  const [first = '', next = ''] = clause.slice(at, at + 2).map(({ text }) => text)
  if (hasPhrase([first, next], menu)) return 0
  // "batata frita simples", where no name has it.
  if (at > 0 && /^(?:simples|comum)$/.test(first) && !hasWord(first, menu)) return 1
  const wanting = wantingLength(clause, at)
  if (wanting > 0) return wanting
  const aside = asideLength(clause, at, menu)
  if (aside > 0) return aside
  if (courses.has(`${first} ${next}`) && at + 2 < clause.length) return 2
  return beforePerson.has(first) ? forLength(clause, at, menu) : 0
}

/** "aqui é a Paula do RH", "aqui é do escritório Almeida": who writes, up to what is wanted. */
function callerLength(clause: readonly Word[], menu: ChatMenu): number {
  const begin = clause.findIndex((word) => !isPolite(word) || word.text === 'aqui')
  const [here, is, article] = clause.slice(Math.max(0, begin))
  if (here?.text !== 'aqui' || is?.text !== 'e' || !/^(?:[ao]|d[aeo])$/.test(article?.text ?? '')) return 0
  const from = Math.max(0, begin) + 3
  const length = clause
    .slice(from)
    .findIndex(
      (word, index) =>
        (quantityIn(word) !== null && !doors.has(clause[from + index - 1]?.text ?? '')) ||
        (asking.has(word.text) && !linking.has(word.text)) ||
        hasWord(word.text, menu),
    )
  return length === -1 ? clause.length : from + length
}

/** "pro joão" at the end of an item: the kitchen writes it on the package. Null: it is no name. */
function forNamed(clause: readonly Word[], at: number, menu: ChatMenu): Word | null {
  const [before, name, next] = clause.slice(at, at + 3)
  if (!before || !name || !beforePerson.has(before.text) || clause.some(isChanging)) return null
  const isEnd = next === undefined || /^(?:e|com|sem)$/.test(next.text)
  const isName = /^[a-z]{2,}$/.test(name.text) && !/[aei]r$/.test(name.text) && !times.has(name.text)
  if (!isEnd || !isName || isPolite(name) || asking.has(name.text) || hasWord(name.text, menu)) return null
  const raw = `${before.raw} ${name.raw}`
  return { text: raw, raw, isNote: true }
}

const isChanging = ({ text }: Word): boolean => swaps.has(text) || growing.has(text) || resizing.has(text)
const times = new Set(
  'amanha depois segunda terca quarta quinta sexta sabado domingo meio meia centro bairro rua casa feriado ca ja eu vc vcs voce ele ela eles elas todos tudo'.split(
    ' ',
  ),
)

/** "o seguinte", and "minha filha", said to the staff. */
function asideLength(clause: readonly Word[], at: number, menu: ChatMenu): number {
  const [first = '', next = ''] = clause.slice(at, at + 2).map(({ text }) => text)
  if (first === 'seguinte') return 1
  if (first === 'o' && next === 'seguinte') return 2
  const isAside = at + 2 >= clause.length || clause.slice(0, at).every(isPolite)
  // "oi amor".
  const isGreeted = at > 0 && clause.slice(0, at).every(isPolite)
  if (isGreeted && vocatives.has(first) && !hasWord(first, menu)) return 1
  return isAside && /^(?:minha|meu)$/.test(first) && vocatives.has(next) && !hasWord(next, menu) ? 2 : 0
}

/** "pra mim", "pro pessoal da obra", "pro jardim das flores". */
function forLength(clause: readonly Word[], at: number, menu: ChatMenu): number {
  const textAt = (index: number) => clause[at + index]?.text ?? ''
  if (districts.has(textAt(1)) && !hasWord(textAt(1), menu)) {
    const item = clause.findIndex(
      (word, index) =>
        index > at && quantityIn(word) !== null && hasWord(clause[index + 1]?.text ?? '', menu),
    )
    return (item === -1 ? clause.length : item) - at
  }
  let length = /^(?:[ao]s?|1)$/.test(textAt(1)) && isFor(textAt(2), menu) ? 2 : 1
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

/** "tô com pressa". */
const isHurry = (clause: readonly Word[]): boolean =>
  /^(?:(?:eu )?(?:to|tou|estou) )?com (?:(?:muita|mta) )?(?:pressa|fome)$/.test(
    clause.map(({ text }) => text).join(' '),
  )

/** "pro jardim das flores": a place without a street is asked for anyway. */
const districts = new Set([
  'bairro',
  'jardim',
  'vila',
  'parque',
  'conjunto',
  'condominio',
  'residencial',
  'setor',
])

const isOf = (text: string): boolean => /^d[aeo]s?$/.test(text)
const isFor = (text: string, menu: ChatMenu): boolean =>
  persons.has(text) || (occasions.has(text) && !hasWord(text, menu))

const courses = new Set(['de sobremesa', 'de entrada', 'de bebida'])

/** A place without a number is no address; that of a tower or a flat is no number of a street. */
function isWhereabouts(clause: readonly Word[], menu: ChatMenu): boolean {
  const isNumber = ({ text }: Word) => /\d/.test(text)
  const first = clause.findIndex(isNumber)
  const isPlace = clause.every((word, at) => !isNumber(word) || doors.has(clause[at - 1]?.text ?? ''))
  // "entrega no apto 2 coca lata".
  const hasItem = first !== -1 && clause.slice(first + 1).some(({ text }) => hasWord(text, menu))
  return isPlace && !hasItem && whereabouts.test(clause.map(({ text }) => text).join(' '))
}
/** What has a number inside a place: "quadra doze", "torre dois". */
const doors = new Set('torre bloco bl quadra qd lote apto ap apartamento andar sala'.split(' '))
const whereabouts =
  /^(?:e )?(?:(?:pra|para) )?(?:(?:eu )?(?:moro|estou|to|fico|fica|entrega|entregar|manda|levar?)(?: aqui| ai)?|(?:e )?aqui|perto|pertinho|(?:ao|do) lado|em frente) (?:n[oa]s?|d[aeo]s?|em|perto|atras) /
