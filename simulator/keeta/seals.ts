import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { PlacedOrder } from '../open-delivery/records.ts'

type Document = PlacedOrder['document']

/** Fields whose text Keeta encrypts, by their parts (docs/marketplaces/keeta.md). */
const sealed: readonly (readonly string[])[] = [
  ['customer', 'phone', 'number'],
  ...['district', 'number', 'complement', 'formattedAddress'].map((field) => [
    'delivery',
    'deliveryAddress',
    field,
  ]),
]

/** Texts that Keeta encrypts, and its call that decrypts those of orders that the store delivers. */
export function keetaSeals() {
  const plainOf = new Map<string, { readonly plain: string; readonly isStores: boolean }>()
  const seal = (document: Document): Document => {
    const copy = structuredClone(document) as Document & { delivery?: { deliveredBy?: string } }
    const isStores = copy.delivery !== undefined && copy.delivery.deliveredBy !== 'MARKETPLACE'
    for (const path of sealed)
      replaceAt(copy, path, (plain) => {
        const cipher = `ENC_#${randomBytes(9).toString('base64')}=#1#`
        plainOf.set(cipher, { plain, isStores })
        return cipher
      })
    return copy
  }
  const infoOf = (cipherText: string) => {
    const known = plainOf.get(cipherText)
    if (known?.isStores) return { cipherText, plainText: known.plain, errorCode: 0, errorMsg: 'success' }
    return { cipherText, plainText: '', errorCode: 1, errorMsg: known ? 'not self-delivery' : 'unknown text' }
  }
  const cipherInfos = {
    type: 'array',
    minItems: 1,
    maxItems: 50,
    items: {
      type: 'object',
      required: ['cipherText'],
      properties: { cipherText: { type: 'string', pattern: '^ENC_' } },
    },
  }
  const body = { type: 'object', required: ['cipherInfos'], properties: { cipherInfos } }
  let failures = 0
  const routes = (app: FastifyInstance): void => {
    // For tests: how many of the next decryptions fail.
    app.put('/_control/decryption', (request) => {
      failures = (request.body as { failures: number }).failures
      return { failures }
    })
    app.post('/v1/batchDecrypt', { schema: { body } }, async (request, reply) => {
      if (failures > 0) {
        failures -= 1
        return reply.code(503).send({ title: 'Problem', status: 503 })
      }
      const asked = request.body as { cipherInfos: readonly { cipherText: string }[] }
      return { plainInfos: asked.cipherInfos.map(({ cipherText }) => infoOf(cipherText)) }
    })
  }
  return { seal, routes }
}

function replaceAt(part: unknown, [name, ...rest]: readonly string[], made: (text: string) => string): void {
  if (typeof part !== 'object' || part === null || name === undefined) return
  const holder = part as Record<string, unknown>
  const value = holder[name]
  if (rest.length > 0) replaceAt(value, rest, made)
  else if (typeof value === 'string') holder[name] = made(value)
}
