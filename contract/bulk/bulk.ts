import * as z from 'zod/mini'
import { accountantFiles, fileMonth } from '../accountant/accountant.ts'
import { emailText } from '../identity/identity.ts'
import { personName } from '../identity/links.ts'
import { roleNames, type RoleName } from '../shared/access.ts'
import { modifierEffects, modifierName } from '../delivery/modifiers.ts'
import { deliveryZones } from '../delivery/zones.ts'
import { menuKeeps } from '../menu/copies.ts'
import { itemPrice, partName } from '../menu/menu-fields.ts'
import { extraMinutes, ruleFields } from '../orders/rules.ts'
import { printSettings } from '../printing/printing.ts'
import { platforms, rulePlatforms } from '../shared/channels.ts'
import { givenDay, givenInstant, instant } from '../shared/day.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { seenRevision } from '../shared/integers.ts'
import { plainName } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { specialDayFields, weekHours } from '../stores/hours.ts'
import { moduleFlags } from '../stores/modules.ts'

/** For how many minutes stores stop together. */
export const stopMinutes = [15, 30, 60] as const
/** For how many minutes stores are slower, or charge more for delivery, together. */
export const busyMinutes = [30, 60, 120] as const
/** How long an act can be undone, in ms. */
export const bulkUndoMs = 30 * 60_000
/** How long the files of an act are kept, in ms. */
export const bulkFileMs = 7 * 24 * 3_600_000

/** A dish as the person knows it: in each store by its code, else by its name, without accents and case. */
const dish = {
  item: z.strictObject({
    name: z.string('Escolha o item.').check(z.trim(), z.minLength(1, 'Escolha o item.'), z.maxLength(200)),
    code: z.nullable(z.string().check(z.maxLength(64))),
  }),
} as const

const forMinutes = z.literal(busyMinutes, 'Escolha 30, 60 ou 120 minutos.')

/** Takes the menu of another store, or one category of it. */
const menuOfStore = z.strictObject({
  kind: z.literal('menu'),
  /** Needs a manager there, too. */
  from: z.uuid('Loja inválida.'),
  /** Null: the whole menu. */
  category: z.nullable(partName('da categoria')),
  keeps: menuKeeps,
  /** Of that store's kept versions; absent: as it is now, which the act then keeps. */
  version: z.optional(seenRevision()),
  /** Marketplaces whose catalogues are compared with the new menu, for a person of the store to confirm. Absent: none. */
  channels: z.optional(
    z
      .array(z.enum(platforms, 'Canal inválido.'))
      .check(z.maxLength(platforms.length, 'Há canais repetidos.')),
  ),
})
/** Takes where another store delivers, and for what fee. */
const areasOfStore = z.strictObject({
  kind: z.literal('areas'),
  /** Needs a manager there, too. */
  from: z.uuid('Loja inválida.'),
  /** Absent: as they are now, which the act then keeps. */
  zones: z.optional(deliveryZones),
})

/** What needs no other store. */
const actions = [
  /** No channel sells for these minutes; each store returns on its own. */
  z.strictObject({
    kind: z.literal('stop'),
    minutes: z.literal(stopMinutes, 'Escolha 15, 30 ou 60 minutos.'),
    reason: z
      .string('Informe o motivo da pausa.')
      .check(z.trim(), z.minLength(1, 'Informe o motivo da pausa.'), z.maxLength(80), plainName()),
  }),
  /** Ends every running pause. */
  z.strictObject({ kind: z.literal('reopen') }),
  z.strictObject({
    kind: z.literal('pause-item'),
    ...dish,
    /** `tomorrow`: the end of each store's business day. Absent: until a person resumes it. */
    until: z.optional(z.union([z.literal('tomorrow'), givenInstant], 'Diga até quando.')),
    reason: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  z.strictObject({ kind: z.literal('resume-item'), ...dish }),
  /** Of the own channel; prices on marketplaces stay. */
  z.strictObject({ kind: z.literal('price'), ...dish, priceCents: itemPrice }),
  z.strictObject({
    kind: z.literal('special-day'),
    day: givenDay,
    decision: z.strictObject(specialDayFields),
  }),
  /** The promise of the own channel grows for these minutes. A store that stopped is left alone. */
  z.strictObject({ kind: z.literal('slower'), extraMinutes, minutes: forMinutes }),
  /** A manual modifier of delivery: the store's own of this name, else a new one. It ends on its own. */
  z.strictObject({
    kind: z.literal('modifier'),
    name: modifierName,
    effects: modifierEffects,
    minutes: forMinutes,
  }),
  z.strictObject({ kind: z.literal('week'), week: weekHours }),
  /** Which orders are accepted automatically, for each named channel that the store sells on. */
  z.strictObject({
    kind: z.literal('rules'),
    rules: z
      .array(z.strictObject({ platform: z.enum(rulePlatforms, 'Canal inválido.'), ...ruleFields }))
      .check(
        z.minLength(1, 'Escolha ao menos um canal.'),
        z.refine(
          (rules) => new Set(rules.map(({ platform }) => platform)).size === rules.length,
          'Há canais repetidos.',
        ),
      ),
  }),
  /** What the store uses of the panel. */
  z.strictObject({ kind: z.literal('uses'), modules: moduleFlags }),
  /** When a ticket is too old, and its footer. */
  z.strictObject({ kind: z.literal('printing'), settings: z.omit(printSettings, { version: true }) }),
  /** Into the team: one mail for the stores whose turn comes within seconds of each other. */
  z.strictObject({
    kind: z.literal('invite'),
    email: emailText,
    name: z.optional(personName),
    role: z.enum(roleNames, 'Escolha dono, gerente ou atendente.'),
  }),
  /** A file of the store's month, for `bulkFileMs`; nothing in it names a customer. */
  z.strictObject({
    kind: z.literal('export'),
    file: z.enum(accountantFiles, 'Escolha o arquivo.'),
    month: fileMonth,
    format: z.enum(['xlsx', 'csv'], 'Formato desconhecido.'),
  }),
] as const

/** What is done in each store. Each kind is a call of one store, with its rules and its role. */
export const bulkAction = z.discriminatedUnion(
  'kind',
  [...actions, menuOfStore, areasOfStore],
  'Escolha o que fazer.',
)
export type BulkAction = z.output<typeof bulkAction>
export type BulkKind = BulkAction['kind']

/** The least role in each store: that of the call for one store. */
export const bulkRole: Readonly<Record<BulkKind, RoleName>> = {
  stop: 'manager',
  reopen: 'manager',
  'pause-item': 'basic',
  'resume-item': 'basic',
  price: 'manager',
  'special-day': 'manager',
  slower: 'basic',
  modifier: 'manager',
  week: 'manager',
  menu: 'manager',
  areas: 'manager',
  rules: 'manager',
  uses: 'manager',
  printing: 'manager',
  invite: 'manager',
  export: 'manager',
}

/** `same`: nothing to do, the store is so already. `undoing`: on its way back. */
export const partStates = ['pending', 'done', 'same', 'refused', 'undoing', 'undone'] as const

const effect = {
  storeId: z.uuid(),
  /** A whole pt-BR sentence about the store before and after; null: it has not run. */
  words: z.nullable(z.string()),
  /** Why it did not happen, or why it could not be undone. `server/failed` may be tried again. */
  refusal: z.nullable(z.strictObject({ error: z.string(), message: z.string() })),
  /** Connected marketplaces that take no such order from us: there a person does it. */
  unsupported: z.array(z.enum(platforms)),
} as const

const tried = z.strictObject({ ...effect, would: z.enum(['change', 'same', 'refuse']) })
export type TriedPart = z.output<typeof tried>

const part = z.strictObject({ ...effect, state: z.enum(partStates), endedAt: z.nullable(instant) })
export type BulkPart = z.output<typeof part>

/** Without the other store that an act takes from: its reader may know only a store that takes it. */
export const shownAction = z.discriminatedUnion('kind', [
  ...actions,
  z.omit(menuOfStore, { from: true, version: true }),
  z.omit(areasOfStore, { from: true, zones: true }),
])
export type ShownAction = z.output<typeof shownAction>

export const bulkAct = z.strictObject({
  id: z.uuid(),
  action: shownAction,
  askedByName: z.string(),
  askedAt: instant,
  /** Until then its done parts can be undone. */
  undoUntil: instant,
  /** One a store. Only stores in which the reader may do the same. */
  parts: z.array(part),
})
export type BulkAct = z.output<typeof bulkAct>

/** Whole stores: an act is of all their channels. */
const stores = z.strictObject({ selection: selectionParam })
const ofAct = z.strictObject({ id: z.uuid('Ação inválida.') })
const noBody = z.optional(z.strictObject({}))

/** Does everything in each store and takes it back, so that it refuses what the act itself would refuse. */
export const tryBulk = route({
  name: 'tryBulk',
  method: 'POST',
  path: '/bulk/try',
  summary:
    'What an act would change in each of the selected stores, and which would refuse it; changes nothing',
  access: { kind: 'selection', role: 'basic' },
  leavesBehind: false,
  query: stores,
  body: z.strictObject({ action: bulkAction }),
  reply: z.strictObject({ parts: z.array(tried) }),
  errors: ['store/not-found', 'permission/denied', 'validation/refused'],
})

/** Committed whole, then done store by store by the worker; a killed process loses and repeats nothing. */
export const beginBulk = route({
  name: 'beginBulk',
  method: 'POST',
  path: '/bulk',
  summary: 'Begins an act in each of the selected stores',
  access: { kind: 'selection', role: 'basic' },
  leavesBehind: false,
  query: stores,
  body: z.strictObject({ action: bulkAction }),
  reply: bulkAct,
  errors: ['store/not-found', 'permission/denied', 'validation/refused'],
  idempotency: 'required',
})

export const readBulk = route({
  name: 'readBulk',
  method: 'GET',
  path: '/bulk/{id}',
  summary: 'One act with its result in each store that the reader may act in',
  access: { kind: 'selection', role: 'basic' },
  params: ofAct,
  query: stores,
  reply: bulkAct,
  errors: ['store/not-found', 'bulk/not-found'],
})

/** How far back acts are listed, in ms. */
export const recentBulkMs = 24 * 3_600_000
export const maxRecentBulks = 10

export const readRecentBulks = route({
  name: 'readRecentBulks',
  method: 'GET',
  path: '/bulk',
  summary: 'The last acts of the past day in the selected stores, newest first',
  access: { kind: 'selection', role: 'basic' },
  query: stores,
  reply: z.strictObject({ acts: z.array(bulkAct) }),
  errors: ['store/not-found'],
})

export const retryBulk = route({
  name: 'retryBulk',
  method: 'POST',
  path: '/bulk/{id}/retry',
  summary: 'Tries an act again in the stores that refused it, and in no others',
  access: { kind: 'selection', role: 'basic' },
  leavesBehind: false,
  params: ofAct,
  query: stores,
  body: noBody,
  reply: bulkAct,
  errors: ['store/not-found', 'bulk/not-found', 'bulk/nothing-to-retry'],
})

export const undoBulk = route({
  name: 'undoBulk',
  method: 'POST',
  path: '/bulk/{id}/undo',
  summary: 'Takes an act back in the stores where it is done; what was changed since stays',
  access: { kind: 'selection', role: 'basic' },
  leavesBehind: false,
  params: ofAct,
  query: stores,
  body: noBody,
  reply: bulkAct,
  errors: ['store/not-found', 'bulk/not-found', 'bulk/nothing-to-undo', 'bulk/too-late'],
})

export const readBulkFiles = route({
  name: 'readBulkFiles',
  method: 'GET',
  path: '/bulk/{id}/files',
  summary: 'The files that an act made in the selected stores; of several stores as a zip',
  access: { kind: 'selection', role: 'manager' },
  envelope: 'file',
  params: ofAct,
  query: stores,
  reply: z.null(),
  errors: ['store/not-found', 'permission/denied', 'bulk/not-found', 'bulk/no-files'],
  files: [reportFileTypes.zip, reportFileTypes.xlsx, reportFileTypes.csv],
})
