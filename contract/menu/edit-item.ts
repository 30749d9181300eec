import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { route } from '../shared/route.ts'
import { menuItem } from './menu.ts'
import {
  allergen,
  ean,
  itemDescription,
  itemName,
  itemPrice,
  itemUnit,
  menuCode,
  menuHours,
  menuLocks,
  ncm,
  partName,
  serving,
  taxClass,
} from './menu-fields.ts'

const itemParams = z.strictObject({ itemId: z.uuid('Item inválido.') })

/** Maximum size of a photo in bytes; the panel shrinks it before uploading. */
export const photoBytesLimit = 400_000

/** `data:image/jpeg;base64,…` (png, jpeg or webp) replaces the photo; null removes it. */
const photo = z.nullable(
  z
    .string()
    .check(
      z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'Envie a foto em PNG, JPEG ou WebP.'),
      z.maxLength(Math.ceil((photoBytesLimit * 4) / 3) + 64, 'A foto pode ter até 400 KB.'),
    ),
)

/** What the editor asks beside name, price and photo. */
const itemFacts = {
  externalCode: z.optional(menuCode),
  serving: z.optional(z.nullable(serving)),
  unit: z.optional(itemUnit),
  ean: z.optional(z.nullable(ean)),
  allergen: z.optional(
    z
      .array(allergen)
      .check(
        z.refine(
          (all: readonly string[]) => all.length < 2 || !all.includes('NO_DECLARED_ALLERGENS'),
          'Tire a marca “sem alergênicos” ou os alergênicos.',
        ),
      ),
  ),
  isAlcoholic: z.optional(z.boolean()),
  taxClass: z.optional(z.nullable(taxClass)),
  ncm: z.optional(z.nullable(ncm)),
  availability: z.optional(menuHours),
  locks: z.optional(z.array(z.enum(menuLocks)).check(z.maxLength(menuLocks.length))),
  /** In the order in which they are asked. */
  optionGroupIds: z.optional(
    z.array(z.uuid('Grupo inválido.')).check(z.maxLength(50, 'Até 50 grupos em um item.')),
  ),
} as const

export const updateMenuItem = route({
  name: 'updateMenuItem',
  method: 'PATCH',
  path: '/menu/items/{itemId}',
  summary: 'Changes an item; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: itemParams,
  body: z.strictObject({
    name: z.optional(itemName),
    description: z.optional(itemDescription),
    categoryId: z.optional(z.nullable(z.uuid('Categoria inválida.'))),
    priceCents: z.optional(itemPrice),
    photo: z.optional(photo),
    /** Prices on the marketplaces where the item is published; changes are sent to them. */
    channelPrices: z.optional(
      z
        .array(z.strictObject({ merchantId: z.string().check(z.maxLength(64)), priceCents: itemPrice }))
        .check(z.maxLength(20)),
    ),
    ...itemFacts,
    version: seenRevision(),
  }),
  reply: menuItem,
  errors: [
    'store/not-found',
    'menu/item-not-found',
    'menu/category-not-found',
    'menu/name-taken',
    'menu/code-taken',
    'menu/group-not-found',
    'menu/stale-item',
    'validation/refused',
  ],
  bodyLimit: 640 * 1024,
})

export const addMenuItem = route({
  name: 'addMenuItem',
  method: 'POST',
  path: '/menu/items',
  summary: 'Adds an item of the own channel to a category, which is made when it is new',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    category: partName('da categoria'),
    name: itemName,
    description: z.optional(itemDescription),
    priceCents: itemPrice,
    photo: z.optional(photo),
    ...itemFacts,
  }),
  reply: menuItem,
  errors: [
    'store/not-found',
    'menu/name-taken',
    'menu/code-taken',
    'menu/group-not-found',
    'validation/refused',
  ],
  bodyLimit: 640 * 1024,
  idempotency: 'accepted',
})
