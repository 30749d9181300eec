import { isRecord } from './is-record.ts'
import { maxDepth, saysSomething, wordsIn } from './words-in.ts'

/**
 * How a kind of part is read, as fields that hold structures. Texts and numbers are not looked at: a menu's are read, or say
 * nothing of what is sold.
 */
export interface PartKind {
  /** `a opção`, pt-BR. Empty: what the sentences are about already. */
  readonly called: string
  /** Of a part that is a bare word: `uma opção`. */
  readonly one: string
  /** Fields that hold a list of further parts. */
  readonly lists?: Readonly<Record<string, PartKind>>
  /** Fields that hold one further part. */
  readonly parts?: Readonly<Record<string, PartKind>>
  /** Structures that are read elsewhere, or are not the menu. */
  readonly known?: ReadonlySet<string>
}

type Fields = Readonly<Record<string, unknown>>

/** More words than a person reads. */
const maxWords = 30

/** What a part and those below it hold that nothing reads, as sentences for an owner: pt-BR. */
export function unreadParts(part: Fields, kind: PartKind): readonly string[] {
  const subject = nameOf(part, kind)
  const lists = new Map(Object.entries(kind.lists ?? {}))
  const parts = new Map(Object.entries(kind.parts ?? {}))
  return Object.entries(part).flatMap(([field, value]) => {
    if (kind.known?.has(field)) return []
    const inner = lists.get(field)
    if (inner && Array.isArray(value))
      return value.flatMap((one: unknown) =>
        isRecord(one) ? unreadParts(one, inner) : bareWords(one, inner.one, subject),
      )
    const single = parts.get(field)
    if (single && isRecord(value))
      return unreadParts(value, { ...single, called: `${single.called}${within(subject)}` })
    const isRead = !inner && typeof value !== 'object'
    if (isRead || !saysSomething(value)) return []
    return [
      `${subject === '' ? 'Tem' : `${capital(subject)} tem`} “${field}”, que não sabemos ler. Ficou de fora: ${namesIn(value)}.`,
    ]
  })
}

/** A part that should be a structure and is a word. */
export const bareWords = (value: unknown, one: string, of = ''): readonly string[] =>
  wordsIn(value).length === 0
    ? []
    : [`${capital(one)}${within(of)} veio só com o texto “${namesIn(value)}” e ficou de fora.`]

/** `da opção`, `do grupo`. */
const within = (of: string): string => (of === '' ? '' : ` d${of}`)

const nameOf = ({ name }: Fields, { called }: PartKind): string =>
  called === ''
    ? ''
    : [called, typeof name === 'string' ? name.trim() : ''].filter((word) => word !== '').join(' ')

function namesIn(value: unknown): string {
  const words = namesBelow(value, 0)
  const more = words.length - maxWords
  return `${words.slice(0, maxWords).join(', ') || '…'}${more > 0 ? ` e mais ${more}` : ''}`
}

/** Of a part that has a name its name and those below it, of another one all of its words. */
function namesBelow(value: unknown, depth: number, inNamed = false): readonly string[] {
  if (Array.isArray(value) && depth < maxDepth)
    return value.flatMap((one) => namesBelow(one, depth + 1, inNamed))
  if (!isRecord(value) || depth >= maxDepth) return wordsIn(value)
  const name = typeof value.name === 'string' ? value.name.trim() : ''
  const isNamed = inNamed || name !== ''
  const below = Object.entries(value).flatMap(([field, inner]) => {
    if (typeof inner === 'object') return namesBelow(inner, depth + 1, isNamed)
    return isNamed ? [] : wordsIn({ [field]: inner })
  })
  return name === '' ? below : [name, ...below]
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
