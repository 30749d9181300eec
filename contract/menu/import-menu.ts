import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { menuChange } from './changes.ts'
import { columnAnswer, spreadsheetReading } from './import-columns.ts'

/** Of a spreadsheet, in bytes. */
export const importFileLimit = 2 * 1024 * 1024

/** SHA-256 of the store's menu as the person saw it. */
const seenMenu = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Versão do cardápio inválida.'))
const importParams = z.strictObject({ importId: z.uuid('Importação inválida.') })
const begun = z.strictObject({ importId: z.uuid() })

export const copyMyExternalMenu = route({
  name: 'copyMyExternalMenu',
  method: 'POST',
  path: '/menu/copyMyExternal',
  summary: 'Begins to read a menu at an Open Delivery address or a page with schema.org data, for a preview',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    externalMenuUrl: z
      .string('Informe o endereço do cardápio.')
      .check(
        z.trim(),
        z.minLength(1, 'Informe o endereço do cardápio.'),
        z.maxLength(2_000, 'O endereço é longo demais.'),
      ),
  }),
  reply: begun,
  errors: ['store/not-found', 'validation/refused'],
  idempotency: 'accepted',
})

export const searchMyMarketplaceMenu = route({
  name: 'searchMyMarketplaceMenu',
  method: 'POST',
  path: '/menu/searchMyIfood',
  summary:
    "Begins to read the catalogue of the store's merchant at the marketplace, whole or the items with a text, for a preview",
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    merchantId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    text: z.optional(z.string().check(z.trim(), z.maxLength(150))),
  }),
  reply: begun,
  errors: ['store/not-found', 'menu/no-merchant'],
  idempotency: 'accepted',
})

export const importMenuFile = route({
  name: 'importMenuFile',
  method: 'POST',
  path: '/menu/imports/mine',
  summary:
    'Begins to read a menu in a spreadsheet (Excel, OpenDocument, CSV, DBF, table of a page), for a preview',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200, 'O nome do arquivo é longo demais.')),
    /** The file in base64. */
    content: z
      .string('Escolha um arquivo.')
      .check(
        z.minLength(1, 'O arquivo está vazio.'),
        z.maxLength(Math.ceil((importFileLimit * 4) / 3) + 8, 'O arquivo pode ter até 2\u00a0MB.'),
        z.regex(/^[A-Za-z0-9+/]*={0,2}$/, 'O arquivo não chegou inteiro.'),
      ),
  }),
  reply: begun,
  errors: ['store/not-found'],
  bodyLimit: Math.ceil((importFileLimit * 4) / 3) + 4_096,
  idempotency: 'accepted',
})

export const importSteps = 4

/** A menu of another place beside the store's own, as they are now. */
export const menuImport = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['address', 'spreadsheet', 'marketplace']),
  /** The address, the file's name or the merchant. */
  subject: z.string(),
  foundAs: z.nullable(z.enum(['open-delivery', 'schema-org', 'spreadsheet', 'marketplace'])),
  state: z.enum(['reading', 'ready', 'failed', 'applied']),
  /** While it is read: how many of `importSteps` are done. */
  step: z.int(),
  /** Why nothing was found. */
  problem: z.nullable(z.string()),
  /** Items in the other menu. */
  items: z.int(),
  /** Empty unless it is ready. */
  changes: z.array(menuChange),
  /** What was left out of it, and why. */
  leftOut: z.array(z.strictObject({ where: z.string(), message: z.string() })),
  /** Of a spreadsheet that is ready. */
  spreadsheet: z.nullable(spreadsheetReading),
  /** After it was applied: photos are fetched behind it, and an item without one says why. */
  photos: z.strictObject({
    wanted: z.int(),
    done: z.int(),
    waiting: z.int(),
    failed: z.array(z.strictObject({ name: z.string(), message: z.string() })),
  }),
  /** Names the store's menu that was compared; sent back to apply. */
  menu: seenMenu,
  askedByName: z.string(),
  askedAt: instant,
})
export type MenuImport = z.output<typeof menuImport>

export const readMenuImport = route({
  name: 'readMenuImport',
  method: 'GET',
  path: '/menu/imports/mine/{importId}',
  summary: "What the other menu would change in the store's menu of this moment",
  access: { kind: 'store', role: 'manager' },
  params: importParams,
  reply: menuImport,
  errors: ['store/not-found', 'menu/import-not-found'],
})

export const rereadMenuImport = route({
  name: 'rereadMenuImport',
  method: 'POST',
  path: '/menu/imports/mine/{importId}/reread',
  summary:
    'Reads a spreadsheet again as a person says: with what is hidden, with further sheets, with these columns, which are kept for the store',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: importParams,
  body: z.strictObject({
    /** Rows and columns that are hidden. */
    hidden: z.boolean(),
    /** Names of sheets that were left out. */
    sheets: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(200)),
    columns: z
      .array(
        z.strictObject({ title: z.string().check(z.minLength(1), z.maxLength(200)), column: columnAnswer }),
      )
      .check(z.maxLength(200)),
  }),
  reply: begun,
  errors: ['store/not-found', 'menu/import-not-found', 'menu/import-not-ready'],
})

export const applyMenuImport = route({
  name: 'applyMenuImport',
  method: 'POST',
  path: '/menu/imports/mine/{importId}/apply',
  summary:
    'Makes the ticked changes in one transaction; a menu that changed meanwhile gets 409 and is shown again',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: importParams,
  body: z.strictObject({
    /** Keys of changes. */
    ticked: z
      .array(z.string().check(z.maxLength(200)))
      .check(z.minLength(1, 'Marque ao menos uma mudança.'), z.maxLength(10_000)),
    menu: seenMenu,
  }),
  reply: z.strictObject({
    /** Changes that were made. */
    changed: z.int(),
    /** Photos that are fetched now. */
    photos: z.int(),
    /** The version before, to go back to. */
    before: z.int(),
  }),
  errors: [
    'store/not-found',
    'menu/import-not-found',
    'menu/import-not-ready',
    'menu/changed-meanwhile',
    'validation/refused',
  ],
  bodyLimit: 2 * 1024 * 1024,
})

export const readMenuTable = route({
  name: 'readMenuTable',
  method: 'GET',
  path: '/menu/table/mine',
  summary: "The store's menu as a spreadsheet that can be imported again; of an empty menu an example",
  access: { kind: 'store', role: 'manager' },
  query: z.strictObject({ format: z.enum(['csv', 'xlsx'], 'Escolha CSV ou XLSX.') }),
  reply: z.unknown(),
  errors: ['store/not-found'],
  envelope: 'file',
  files: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
})
