import * as z from 'zod/mini'
import { platforms } from '../shared/channels.ts'
import { givenInstant, instant } from '../shared/day.ts'
import { storesLimit } from '../shared/headers.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { itemWishView, menuOptionChannel, wishedAbout } from './item-wishes.ts'
import {
  allergens,
  availability,
  itemUnits,
  menuHours,
  menuLocks,
  priceMethods,
  taxClasses,
} from './menu-fields.ts'

export { availability, type Availability } from './menu-fields.ts'

export const menuOption = z.strictObject({
  id: z.uuid(),
  externalCode: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(availability),
  priceCents: cents,
  /** How often one order line may take it. */
  maxPermitted: z.int(),
  /** Absent: no marketplace has it, or it was not asked for. */
  channels: z.optional(z.array(menuOptionChannel)),
})

export const menuOptionGroup = z.strictObject({
  id: z.uuid(),
  externalCode: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(availability),
  minPermitted: z.int(),
  maxPermitted: z.int(),
  priceMethod: z.enum(priceMethods),
  /** The option that it is asked with, once that is taken; null: it is asked with the items that name it. */
  optionId: z.nullable(z.uuid()),
  options: z.array(menuOption),
  version: z.int(),
})
export type MenuOptionGroup = z.output<typeof menuOptionGroup>

export const menuPause = z.strictObject({
  since: instant,
  /** When sales resume automatically; null: no end date. */
  until: z.nullable(instant),
  byName: z.string(),
  reason: z.nullable(z.string()),
})

/** The item as published on a marketplace. */
export const menuItemChannel = z.strictObject({
  platform: z.enum(platforms),
  merchantId: z.string(),
  priceCents: cents,
  /** As the marketplace last showed it. */
  status: z.enum(availability),
  /** Something wished of it is not proved yet. */
  pending: z.boolean(),
  refusal: z.nullable(z.strictObject({ message: z.string(), at: instant })),
  /** One for its sale and one for its price, once somebody has looked. Absent: the former version answered. */
  wishes: z.optional(z.array(itemWishView)),
})

export const menuItem = z.strictObject({
  id: z.uuid(),
  categoryId: z.nullable(z.uuid()),
  name: z.string(),
  description: z.string(),
  externalCode: z.nullable(z.string()),
  /** Joins the item to order items (contract/menu/product-key.ts). */
  productKey: z.string(),
  /** Price on the store's own channel. */
  priceCents: cents,
  photoUrl: z.nullable(z.string()),
  status: z.enum(availability),
  pause: z.nullable(menuPause),
  channels: z.array(menuItemChannel),
  optionGroupIds: z.array(z.uuid()),
  /** How many people it serves. */
  serving: z.nullable(z.int()),
  unit: z.enum(itemUnits),
  ean: z.nullable(z.string()),
  allergen: z.array(z.enum(allergens)),
  isAlcoholic: z.boolean(),
  taxClass: z.nullable(z.enum(taxClasses)),
  ncm: z.nullable(z.string()),
  /** When it is sold, in the store's zone; empty: always. */
  availability: menuHours,
  /** What a copy from another store leaves as it is here. */
  locks: z.array(z.enum(menuLocks)),
  version: z.int(),
})
export type MenuItem = z.output<typeof menuItem>

export const menuCategory = z.strictObject({
  id: z.uuid(),
  externalCode: z.string(),
  name: z.string(),
  description: z.string(),
  status: z.enum(availability),
  availability: menuHours,
  version: z.int(),
})
export type MenuCategory = z.output<typeof menuCategory>

export const menu = z.strictObject({
  categories: z.array(menuCategory),
  items: z.array(menuItem),
  optionGroups: z.array(menuOptionGroup),
})
export type Menu = z.output<typeof menu>

export const readMyMenu = route({
  name: 'readMyMenu',
  method: 'GET',
  path: '/menu/mine',
  summary: "The store's menu: categories, items with prices and pauses, option groups",
  access: { kind: 'store', role: 'basic' },
  load: 'live',
  reply: menu,
  errors: ['store/not-found'],
})

const itemParams = z.strictObject({ itemId: z.uuid('Item inválido.') })

const reason = z.optional(
  z.nullable(z.string().check(z.trim(), z.maxLength(200, 'O motivo pode ter até 200 caracteres.'))),
)
/** `tomorrow`: the end of the store's current business day. Absent: no end date. */
const until = z.optional(
  z.union([z.literal('tomorrow'), givenInstant], 'Diga até quando: uma data e hora, ou amanhã.'),
)

export const pauseMenuItem = route({
  name: 'pauseMenuItem',
  method: 'POST',
  path: '/menu/items/{itemId}/pause',
  summary: 'Takes an item off sale on every channel, for a while or until it is resumed',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: itemParams,
  body: z.strictObject({ until, reason }),
  reply: menuItem,
  errors: ['store/not-found', 'menu/item-not-found', 'menu/already-paused', 'validation/refused'],
})

/** For items found out of stock while an order is cancelled. Items already paused are left unchanged. */
export const pauseMenuItems = route({
  name: 'pauseMenuItems',
  method: 'POST',
  path: '/menu/pause',
  summary: 'Takes several items off sale, all of them or none',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z.strictObject({
    itemIds: z
      .array(z.uuid('Item inválido.'))
      .check(z.minLength(1, 'Escolha ao menos um item.'), z.maxLength(100, 'Até 100 itens por vez.')),
    until,
    reason,
  }),
  reply: z.strictObject({
    /** Current state of the items. */
    items: z.array(menuItem),
    /** The items that this call paused; the others were paused already. */
    pausedIds: z.array(z.uuid()),
  }),
  errors: ['store/not-found', 'menu/item-not-found', 'validation/refused'],
})

export const resumeMenuItem = route({
  name: 'resumeMenuItem',
  method: 'POST',
  path: '/menu/items/{itemId}/resume',
  summary: 'Sells a paused item again, on every channel',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: itemParams,
  body: z.optional(z.strictObject({})),
  reply: menuItem,
  errors: ['store/not-found', 'menu/item-not-found', 'menu/not-paused'],
})

/** Items of each store; a store of the list that is not in the selection is answered as not found. */
const itemsByStore = z
  .array(
    z.strictObject({
      storeId: z.uuid('Loja inválida.'),
      itemIds: z
        .array(z.uuid('Item inválido.'))
        .check(z.minLength(1, 'Escolha ao menos um item.'), z.maxLength(20, 'Até 20 itens por loja.')),
    }),
  )
  .check(
    z.minLength(1, 'Escolha ao menos uma loja.'),
    z.maxLength(storesLimit, `Até ${String(storesLimit)} lojas por vez.`),
  )

/** Each store is its own transaction: one that refuses or fails says why, and the others change all the same. */
const resultByStore = z.strictObject({
  results: z.array(
    z.strictObject({
      storeId: z.uuid(),
      /** Current state of the items; empty if the store could not be read. */
      items: z.array(menuItem),
      /** The items that this call changed. */
      changedIds: z.array(z.uuid()),
      /** Why nothing changed; `server/failed` may be tried again. */
      refusal: z.nullable(z.strictObject({ error: z.string(), message: z.string() })),
    }),
  ),
})
export type StoreResult = z.output<typeof resultByStore>['results'][number]

export const pauseInStores = route({
  name: 'pauseInStores',
  method: 'POST',
  path: '/menu/stores/pause',
  summary: 'Takes items off sale in several stores, with a result for each store',
  access: { kind: 'selection', role: 'basic' },
  leavesBehind: false,
  query: z.strictObject({ selection: selectionParam }),
  body: z.strictObject({ stores: itemsByStore, until, reason }),
  reply: resultByStore,
  errors: ['store/not-found', 'validation/refused'],
  bodyLimit: 128 * 1024,
})

export const resumeInStores = route({
  name: 'resumeInStores',
  method: 'POST',
  path: '/menu/stores/resume',
  summary: 'Sells paused items again in several stores, with a result for each store',
  access: { kind: 'selection', role: 'basic' },
  leavesBehind: false,
  query: z.strictObject({ selection: selectionParam }),
  body: z.strictObject({ stores: itemsByStore }),
  reply: resultByStore,
  errors: ['store/not-found'],
  bodyLimit: 128 * 1024,
})

export const resendMenuItem = route({
  name: 'resendMenuItem',
  method: 'POST',
  path: '/menu/items/{itemId}/resend',
  summary: 'Has the marketplaces follow the store again: what they refused, or what somebody changed there',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: itemParams,
  body: z.optional(
    z.strictObject({
      /** Absent: both. */
      about: z.optional(wishedAbout),
    }),
  ),
  reply: menuItem,
  errors: ['store/not-found', 'menu/item-not-found', 'menu/nothing-to-resend'],
})

/** The address contains a hash of the content, so it can be cached forever. Menu photos are public anyway. */
export const readMenuPhoto = route({
  name: 'readMenuPhoto',
  method: 'GET',
  path: '/menu/photos/{storeId}/{photoId}',
  summary: 'The photo of an item',
  access: { kind: 'public' },
  params: z.strictObject({
    storeId: z.uuid('Loja inválida.'),
    photoId: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Foto inválida.')),
  }),
  reply: z.unknown(),
  errors: ['menu/photo-not-found'],
  envelope: 'file',
  files: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'],
})
