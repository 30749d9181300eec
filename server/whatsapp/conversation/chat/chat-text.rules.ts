import { centsTyped } from '../../../../contract/shared/money.ts'
import { consentOf } from '../../messaging/message-texts.rules.ts'
import { wantsPerson } from './person-reason.rules.ts'
import { plain } from './plain.rules.ts'
import type { Offer } from './chat-state.ts'

/** WhatsApp's limit for a message; anything beyond is ignored. */
const maxChars = 4_096

/** What a person typed, without marks that reverse or hide text, and cut to `maxChars`. */
export const cleanText = (text: string): string =>
  text
    .slice(0, maxChars)
    .normalize('NFC')
    // Direction marks, zero-width characters and controls; line breaks stay.
    .replaceAll(/[\p{Cf}\p{Cc}\p{Co}\p{Cs}]/gu, (sign) => (sign === '\n' ? '\n' : ''))
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()

/** Shortens to `maxUnits` UTF-16 units, as the platform counts, with an ellipsis. Never splits a surrogate pair. */
export function clip(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text
  const cut = text.slice(0, maxUnits - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}

export type Intent =
  | 'stop'
  | 'start'
  | 'person'
  | 'discard'
  | 'more'
  | 'takeout'
  | 'checkout'
  | 'yes'
  | 'no'
  | 'thanks'
  | 'hello'

const phrasesOf: Readonly<Record<Intent, readonly string[]>> = {
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
  no: ['nao', 'n', 'nenhum', 'nenhuma', 'sem', 'nao precisa', 'sem troco', 'continuar'],
  checkout: [
    'fechar pedido',
    'fechar o pedido',
    'fechar',
    'fecha',
    'fecha o pedido',
    'pode fechar',
    'pode fechar o pedido',
    'finalizar',
    'finalizar pedido',
    'finalizar o pedido',
    'so isso',
    'so isso mesmo',
    'so isso msm',
    'so isso por enquanto',
    'por enquanto e so',
    'por enquanto e so isso',
    'acho que e so isso',
    'e so isso',
    'e so isso mesmo',
    'e so isso msm',
    'e so',
    'mais nada',
    'era isso',
    'e isso',
  ],
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

/**
 * What the customer wants. But for thanks behind it, the whole message must be one of the phrases, so that "parar" in a
 * sentence stops nothing.
 */
export function intentOf(text: string): Intent | null {
  const phrase = plain(text)
  if (phrase === '') return text.includes('👍') ? 'yes' : null
  const consent = consentOf(text)
  if (consent) return consent === 'out' ? 'stop' : 'start'
  const known = intentIn(phrase) ?? intentIn(phrase.replace(courtesy, ''))
  return known ?? (wantsPerson(text) ? 'person' : null)
}

const intentIn = (phrase: string): Intent | null =>
  (Object.entries(phrasesOf).find(([, phrases]) => phrases.includes(phrase))?.[0] as Intent | undefined) ??
  null

/** "só isso msm obg", "sim por favor". */
const courtesy =
  /(?:\s+(?:(?:muito )?(?:obg|obrigad[ao]|brigad[ao])|vlw|valeu|pf|pfv|por favor|por gentileza|msm|mesm[ao]|viu|ta|amig[ao]|mo[cç][ao]|querid[ao]))+$/

/** Whether the customer claims to be under 18: "sou menor de idade", "tenho 16 anos". */
export const isUnderage = (text: string): boolean =>
  /\bmenor de idade\b|\bsou menor\b|\btenho (?:1[0-7]|\d) anos?\b|\bnao tenho (?:18|dezoito)\b/.test(
    plain(text),
  )

/** Whether the text has only emoji and punctuation. */
export const isOnlySigns = (text: string): boolean => plain(text) === ''

/** The offer that a message picks, by its number or its title. */
export function offerOf(text: string, offered: readonly Offer[]): Offer | null {
  const answer = plain(text)
  if (/^\d{1,3}$/.test(answer)) return offered[Number(answer) - 1] ?? null
  if (answer === '') return null
  return offered.find(({ title }) => plain(title) === answer) ?? null
}

/** The offers that "1 e 3" or "1,3" picks. Null: the message is something else. */
export function offersOf(text: string, offered: readonly Offer[]): readonly Offer[] | null {
  const parts = plain(text).split(/\s+(?:e\s+)?/)
  if (parts.length < 2 || !parts.every((part) => /^\d{1,3}$/.test(part))) return null
  const found = parts.flatMap((part) => offered[Number(part) - 1] ?? [])
  return found.length === parts.length ? found : null
}

/** "2x 3": twice the third offer. */
export function timesOffer(text: string): { readonly quantity: number; readonly offer: string } | null {
  const match = /^(\d{1,2})\s*(?:x|do|da|de)\s*(\d{1,3})$/.exec(plain(text))
  return match ? { quantity: Math.max(1, Number(match[1])), offer: match[2] ?? '' } : null
}

/** The amount in centavos of "50", "R$ 50,00" or "100 reais". Null: not an amount. */
export const centsIn = (text: string): number | null => centsTyped(text.replace(/\s*reais\s*$/i, ''))
