import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { plainName } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'

/** Why a store was found. */
export const foundBy = ['name', 'slug', 'document', 'merchant', 'owner'] as const

export const foundStore = z.strictObject({
  storeId: z.uuid(),
  name: z.string(),
  menuSlug: z.string(),
  city: z.string(),
  state: z.string(),
  active: z.boolean(),
  /** Owners' names. */
  owners: z.array(z.string()),
  foundBy: z.enum(foundBy),
})
export type FoundStore = z.output<typeof foundStore>

/** The calls of support need an account of the list (root) whose session passed a second factor. */
export const findStores = route({
  name: 'findStores',
  method: 'GET',
  path: '/support/stores',
  summary: "Support: stores by name, address, CNPJ, merchant id or an owner's e-mail, at most 20",
  access: { kind: 'user' },
  query: z.strictObject({
    q: z
      .string('Escreva o que procurar.')
      .check(
        z.trim(),
        z.minLength(3, 'Escreva ao menos três letras.'),
        z.maxLength(120),
        z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Use uma linha só.'),
      ),
  }),
  reply: z.strictObject({ stores: z.array(foundStore), more: z.boolean() }),
  errors: ['support/denied', 'support/second-factor-missing'],
})

export const enterStore = route({
  name: 'enterStore',
  method: 'POST',
  path: '/support/entry',
  summary: 'Support: enters a store as owner for an hour; the entry and every write inside are audited',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({
    storeId: z.uuid('Loja inválida.'),
    reason: z
      .string('Diga por que você entra.')
      .check(z.trim(), z.minLength(5, 'Diga por que você entra.'), z.maxLength(200), plainName()),
  }),
  reply: z.strictObject({ storeId: z.uuid(), storeName: z.string(), until: instant }),
  errors: ['support/denied', 'support/second-factor-missing', 'support/already-inside', 'store/not-found'],
})

export const leaveStore = route({
  name: 'leaveStore',
  method: 'DELETE',
  path: '/support/entry',
  summary: 'Support: leaves the store that this session is in',
  access: { kind: 'user' },
  leavesBehind: false,
  reply: z.strictObject({ left: z.boolean() }),
  errors: ['support/denied', 'support/second-factor-missing'],
})
