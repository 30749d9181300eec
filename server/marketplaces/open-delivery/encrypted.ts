import type { Logger } from 'pino'
import { withChannel } from '../../../contract/shared/channels.ts'
import { lookup } from '../../../contract/shared/lookup.ts'
import { MarketplaceError } from '../marketplace-error.ts'
import { isRecord } from '../sanitise/is-record.ts'
import type { Caller } from './caller.ts'
import { rejectFailure } from './http.ts'
import type { OpenDeliveryProfile } from './profile.ts'

/** Plain texts by the encrypted ones. */
export type PlainTexts = ReadonlyMap<string, string>
export const noPlainTexts: PlainTexts = new Map()

/** How long a new order waits for a decryption that fails for a while. It has to be accepted within minutes. */
const waitsForMs = 30_000

interface Parts {
  readonly call: Caller
  readonly log: Logger
  readonly now: () => Date
}

/**
 * What the application decrypts of an order's texts. It does so where the store delivers, and for other orders it is not
 * asked. Throws a MarketplaceError, so that the order is read again, while the order is new and a later try can help.
 * After that the order does not wait: what is missing is said on it (readableDocument).
 */
export async function plainTexts(
  { platform, encryption }: Pick<OpenDeliveryProfile, 'platform' | 'encryption'>,
  { call, log, now }: Parts,
  document: unknown,
): Promise<PlainTexts> {
  if (encryption === null || !isStoresDelivery(document)) return noPlainTexts
  const sealed = [...new Set(encryptedTexts(document, encryption.prefix).map(({ text }) => text))]
  const plain = new Map<string, string>()
  try {
    for (let at = 0; at < sealed.length; at += encryption.atOnce) {
      const json = {
        cipherInfos: sealed.slice(at, at + encryption.atOnce).map((cipherText) => ({ cipherText })),
      }
      const answer = await call('POST', encryption.decryptPath, { json })
      rejectFailure(answer, 'decryption')
      for (const [text, words] of answered(answer.body)) plain.set(text, words)
    }
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    const mayPass = error.temporary && error.kind !== 'unauthorised'
    if (mayPass && isNew(document, now())) throw error
    log.warn({ err: error, platform }, 'texts of an order were not decrypted')
  }
  return plain
}

/** False also for an order that does not say when it was placed. */
const isNew = (document: unknown, now: Date): boolean =>
  isRecord(document) && now.getTime() - Date.parse(String(document.createdAt)) < waitsForMs

/** An error of one text leaves that one as it is. */
function answered(body: unknown): readonly (readonly [text: string, words: string])[] {
  const infos: unknown = isRecord(body) ? body.plainInfos : null
  return (Array.isArray(infos) ? infos : []).flatMap((info: unknown) =>
    isRecord(info) &&
    typeof info.cipherText === 'string' &&
    typeof info.plainText === 'string' &&
    info.errorCode === 0
      ? [[info.cipherText, info.plainText] as const]
      : [],
  )
}

interface ReadableDocument {
  readonly document: unknown
  /** What the application shows nobody who does not deliver, as a sentence. */
  readonly unreadable: readonly string[]
  /** What the store needs and the application did not decrypt, as a sentence. */
  readonly missing: readonly string[]
}

/** The document with what was decrypted, and without what nobody could read on a ticket: that is named. */
export function readableDocument(
  { platform, encryption }: Pick<OpenDeliveryProfile, 'platform' | 'encryption'>,
  document: unknown,
  plain: PlainTexts,
): ReadableDocument {
  if (encryption === null) return { document, unreadable: [], missing: [] }
  const left = encryptedTexts(document, encryption.prefix).filter(({ text }) => !plain.has(text))
  const names = [...new Set(left.flatMap(({ path }) => nameOf(path)))].join(', ')
  const readable = withPlain(document, encryption.prefix, plain)
  if (names === '') return { document: readable, unreadable: [], missing: [] }
  const who = withChannel('O', platform)
  return isStoresDelivery(document)
    ? { document: readable, unreadable: [], missing: [`${who} mandou cifrado e não decifrou: ${names}`] }
    : { document: readable, unreadable: [`${who} manda cifrado e não mostra à loja: ${names}.`], missing: [] }
}

function withPlain(part: unknown, prefix: string, plain: PlainTexts): unknown {
  if (Array.isArray(part)) return part.map((one) => withPlain(one, prefix, plain))
  if (!isRecord(part)) return part
  return Object.fromEntries(
    Object.entries(part).flatMap(([name, value]) => {
      if (typeof value !== 'string' || !value.startsWith(prefix))
        return [[name, withPlain(value, prefix, plain)]]
      const words = plain.get(value)
      return words === undefined ? [] : [[name, words]]
    }),
  )
}

interface Encrypted {
  readonly path: string
  readonly text: string
}

const encryptedTexts = (part: unknown, prefix: string, path = ''): readonly Encrypted[] => {
  if (typeof part === 'string') return part.startsWith(prefix) ? [{ path, text: part }] : []
  if (Array.isArray(part)) return part.flatMap((one) => encryptedTexts(one, prefix, path))
  if (!isRecord(part)) return []
  return Object.entries(part).flatMap(([name, value]) =>
    encryptedTexts(value, prefix, path === '' ? name : `${path}.${name}`),
  )
}

const isStoresDelivery = (document: unknown): boolean =>
  isRecord(document) && isRecord(document.delivery) && document.delivery.deliveredBy !== 'MARKETPLACE'

/** Nothing for ids, which programs read. A field that has no name here is named as it is sent. */
const nameOf = (path: string): readonly string[] =>
  /(^|\.)id$/.test(path) ? [] : [lookup(names, path) ?? path]

const address = 'delivery.deliveryAddress'
const names: Readonly<Record<string, string>> = {
  'customer.name': 'nome do cliente',
  'customer.documentNumber': 'CPF do cliente',
  'customer.phone.number': 'telefone',
  [`${address}.street`]: 'rua',
  [`${address}.number`]: 'número',
  [`${address}.complement`]: 'complemento',
  [`${address}.reference`]: 'referência',
  [`${address}.district`]: 'bairro',
  [`${address}.city`]: 'cidade',
  [`${address}.postalCode`]: 'CEP',
  [`${address}.formattedAddress`]: 'endereço',
}
