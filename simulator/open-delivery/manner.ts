import type { FastifyInstance, FastifyRequest } from 'fastify'
import { merchantUpdateApi } from './merchant-update-api.ts'
import type { Traits } from './records.ts'
import { schemaOf } from './schemas.ts'
import type { World } from './world.ts'

/** How one application speaks the standard, by what it publishes. */
export interface Manner extends Traits {
  /** Answers a token request. Null: refused. */
  readonly token: (world: World, form: Readonly<Record<string, string>>) => object | null
  /** The body of a token request. */
  readonly tokenSchema: object
  /** Why a request is refused although its token is good. Null: nothing. */
  readonly refusal: (request: FastifyRequest) => { status: 401 | 429; why: string } | null
  /** Paths that need no token. */
  readonly open: readonly string[]
  readonly routes: (app: FastifyInstance, world: World) => void
}

/** Version 1.7 as it is written: a merchant's own credentials reach that merchant. */
export const standardManner: Manner = {
  token: (world, { client_id: id, client_secret: secret }) => {
    const merchant = [...world.merchants.values()].find(
      (one) => one.clientId === id && one.clientSecret === secret,
    )
    return merchant ? world.newToken([merchant.merchantId], merchant.tokenSeconds) : null
  },
  tokenSchema: schemaOf('TokenRequest'),
  refusal: () => null,
  polled: ({ merchants }) => merchants,
  acknowledgment: schemaOf('AckEvents'),
  conforms: true,
  webhook: { encoding: 'hex', taken: [200, 204] },
  newOrderId: null,
  displayPrefix: 'OD-',
  served: (document) => document,
  open: [],
  routes: merchantUpdateApi,
}
