import { centsTyped } from '../../../../contract/shared/money.ts'
import { consentIn } from '../../messaging/message-texts.rules.ts'
import { wantsPerson } from './person-reason.rules.ts'
import { plain } from './plain.rules.ts'
import type { ChatMenu, ChatItem, Offer } from './chat-state.ts'

/** As long as a message may be; the rest is not read. */
const mostLetters = 4_096

/** What a person typed: without marks that turn or hide text, and no longer than a message may be. */
export const cleanText = (text: string): string =>
  text
    .slice(0, mostLetters)
    .normalize('NFC')
    // Marks of direction, zero-width letters, controls; lines stay.
    .replaceAll(/[\p{Cf}\p{Cc}\p{Co}\p{Cs}]/gu, (sign) => (sign === '\n' ? '\n' : ''))
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()

/** No longer than this many UTF-16 units, as the platform counts, and no half sign at the end. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}

export type Wish =
  | 'stop'
  | 'start'
  | 'person'
  | 'discard'
  | 'more'
  | 'takeout'
  | 'yes'
  | 'no'
  | 'thanks'
  | 'hello'

const whole: Readonly<Record<Wish, readonly string[]>> = {
  stop: [
    'parar',
    'pare',
    'stop',
    'descadastrar',
    'sair da lista',
    'nao quero mais mensagens',
    'nao me mande mais mensagens',
  ],
  start: ['voltar', 'start', 'iniciar', 'quero receber'],
  person: [
    'atendente',
    'humano',
    'pessoa',
    'gerente',
    'ajuda',
    'falar com atendente',
    'falar com uma pessoa',
    'falar com alguem',
  ],
  discard: ['cancelar', 'cancela', 'desistir', 'desisto', 'sair', 'comecar de novo', 'recomecar'],
  more: ['mais', 'mais itens', 'quero mais', 'adicionar', 'cardapio', 'menu', 'ver cardapio'],
  takeout: ['retirada', 'retirar', 'vou retirar', 'vou buscar', 'buscar', 'retirar na loja'],
  yes: [
    'sim',
    's',
    'ok',
    'confirmar',
    'confirmo',
    'confirma',
    'pode',
    'pode ser',
    'isso',
    'certo',
    'fechado',
    '👍',
  ],
  no: ['nao', 'n', 'nenhum', 'nenhuma', 'sem', 'nao precisa', 'sem troco', 'continuar', 'so isso'],
  thanks: [
    'obrigado',
    'obrigada',
    'obg',
    'valeu',
    'brigado',
    'brigada',
    'muito obrigado',
    'muito obrigada',
    'ate mais',
    'tchau',
  ],
  hello: ['oi', 'ola', 'bom dia', 'boa tarde', 'boa noite', 'opa', 'e ai'],
}

/** Everything of it must be the wish, so that "parar" in a sentence stops nothing. */
export function wishOf(text: string): Wish | null {
  const said = plain(text)
  if (said === '') return text.includes('👍') ? 'yes' : null
  const consent = consentIn(text)
  if (consent) return consent === 'out' ? 'stop' : 'start'
  for (const [wish, words] of Object.entries(whole)) if (words.includes(said)) return wish as Wish
  return wantsPerson(text) ? 'person' : null
}

/** "sou menor de idade", "tenho 16 anos". */
export const saysUnderage = (text: string): boolean =>
  /\bmenor de idade\b|\bsou menor\b|\btenho (?:1[0-7]|\d) anos?\b|\bnao tenho (?:18|dezoito)\b/.test(
    plain(text),
  )

/** Nothing but emoji and signs. */
export const saysNothing = (text: string): boolean => plain(text) === ''

/** By number as offered, or by its words. */
export function offerOf(text: string, offered: readonly Offer[]): Offer | null {
  const said = plain(text)
  if (/^\d{1,3}$/.test(said)) return offered[Number(said) - 1] ?? null
  if (said === '') return null
  return offered.find(({ title }) => plain(title) === said) ?? null
}

/** "1 e 3", "1,3": several of what was offered; null: something else. */
export function offersOf(text: string, offered: readonly Offer[]): readonly Offer[] | null {
  const parts = plain(text).split(/\s+(?:e\s+)?/)
  if (parts.length < 2 || !parts.every((part) => /^\d{1,3}$/.test(part))) return null
  const found = parts.flatMap((part) => offered[Number(part) - 1] ?? [])
  return found.length === parts.length ? found : null
}

export interface NamedItem {
  readonly item: ChatItem
  readonly quantity: number
}

const mostOfOne = 99
const mostFound = 9

/** Items that the words name, with how many of each; none: they name nothing. */
export function itemsNamed(text: string, menu: ChatMenu): readonly NamedItem[] {
  const said = plain(text).replaceAll('\n', ' ')
  if (said.length < 3) return []
  const named = menu.items.filter(({ name }) => ` ${said} `.includes(` ${plain(name)} `))
  // "Pizza calabresa grande" names that item, not "Calabresa" too.
  const longest = named.filter(
    (one) => !named.some((other) => other !== one && plain(other.name).includes(plain(one.name))),
  )
  const found = longest.length > 0 ? longest : partlyNamed(said, menu)
  return found.slice(0, mostFound).map((item) => ({ item, quantity: quantityBefore(said, plain(item.name)) }))
}

const fillers = new Set([
  'quero',
  'uma',
  'um',
  'de',
  'por',
  'favor',
  'oi',
  'ola',
  'me',
  've',
  'pra',
  'para',
  'mim',
  'e',
  'a',
  'o',
])

function partlyNamed(said: string, menu: ChatMenu): readonly ChatItem[] {
  const words = said.split(' ').filter((word) => word.length >= 3 && !fillers.has(word) && !/^\d/.test(word))
  if (words.length === 0 || words.length > 6) return []
  return menu.items.filter(({ name }) => {
    const own = ` ${plain(name)} `
    return words.every((word) => own.includes(` ${word}`))
  })
}

function quantityBefore(said: string, name: string): number {
  const at = said.indexOf(name)
  // Half a name: the number stands before its first word.
  const given =
    at < 0 ? /(?<!\S)(\d{1,3})\s*x?\s+\p{L}/u.exec(said) : /(\d{1,3})\s*x?\s*$/.exec(said.slice(0, at))
  return given ? Math.min(mostOfOne, Math.max(1, Number(given[1]))) : 1
}

/** "2x 3": twice the third offer. */
export function timesOffer(text: string): { readonly quantity: number; readonly offer: string } | null {
  const said = /^(\d{1,2})\s*(?:x|do|da|de)\s*(\d{1,3})$/.exec(plain(text))
  return said ? { quantity: Math.max(1, Number(said[1])), offer: said[2] ?? '' } : null
}

/** "50", "R$ 50,00", "100 reais", in cents. */
export const amountOf = (text: string): number | null => centsTyped(text.replace(/\s*reais\s*$/i, ''))
