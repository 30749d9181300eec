import { minuteMs } from '../../../contract/shared/durations.ts'
import type { QuickAnswer } from '../../../contract/whatsapp/conversations.ts'
import { count } from '../../words/format.ts'

/** What a quick answer can say of this talk; null: it is not known. */
export interface TalkFacts {
  readonly nome: string | null
  readonly pedido: string | null
  readonly loja: string | null
  /** Where the order is: `saiu para entrega`. */
  readonly situação: string | null
  /** Until the promise: `12 min`. */
  readonly tempo: string | null
}

/** Of every store. With a name in braces where a fact goes; filled before anybody sends it. */
export const quickAnswers: readonly QuickAnswer[] = [
  { label: 'Onde está', text: '{nome}, o pedido {pedido} {situação}. Previsão: {tempo}.' },
  { label: 'Desculpe', text: '{nome}, desculpe a demora. Já estamos vendo o pedido {pedido}.' },
  { label: 'Já respondo', text: 'Oi, {nome}! Aqui é da {loja}. Já vou olhar e respondo em seguida.' },
  { label: 'Agradecer', text: 'Obrigado, {nome}! A {loja} agradece e espera você de novo.' },
]

/** The text with what is known. What is not stays in braces, and keeps it from being sent (`lacking`). */
export function filled({ text }: QuickAnswer, facts: TalkFacts): string {
  return text.replaceAll(names, (whole, name: keyof TalkFacts) => facts[name] ?? whole)
}

const names = /\{(nome|pedido|loja|situação|tempo)\}/g

/** `Falta completar {tempo}.` Null: nothing is missing. */
export function lacking(text: string): string | null {
  const missing = [...new Set([...text.matchAll(names)].map(([whole]) => whole))]
  const last = missing.pop()
  if (last === undefined) return null
  return `Falta completar ${missing.length === 0 ? last : `${missing.join(', ')} e ${last}`}.`
}

/** `{nme}`: a name in braces that means nothing would reach the customer as it is written. Null: there is none. */
export function unknownName(text: string): string | null {
  const [first] = text.replaceAll(names, '').match(/\{[^{}\s]*\}/) ?? []
  return first ?? null
}

/** Those that can be sent as they are: every name in braces has a fact of this talk. */
export const complete = (answers: readonly QuickAnswer[], facts: TalkFacts): readonly QuickAnswer[] =>
  answers.filter((answer) => lacking(filled(answer, facts)) === null)

/** What is typed, and what somebody else saved in the time. */
export const withSaved = (
  typed: readonly QuickAnswer[],
  saved: readonly QuickAnswer[],
): readonly QuickAnswer[] => [
  ...typed,
  ...saved.filter(({ label }) => !typed.some((one) => one.label.toLowerCase() === label.toLowerCase())),
]

/** Whole minutes until the promise; null when it has passed, or nothing was promised. */
export function timeLeft(promisedAt: string | null, now: Date): string | null {
  const minutes = promisedAt === null ? 0 : Math.ceil((Date.parse(promisedAt) - now.getTime()) / minuteMs)
  return minutes > 0 ? `${count(minutes)}\u00a0min` : null
}

/** The first name; a profile's name may be a single space or a sign. */
export function firstName(name: string | null): string | null {
  const [first = ''] = (name ?? '').trim().split(/\s+/)
  return /\p{L}/u.test(first) ? first : null
}
