import * as z from 'zod/mini'
import { dayText, instant } from '../shared/day.ts'
import { reportFileTypes } from '../shared/file-types.ts'
import { plainName, twoLetters } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

/** What a link can give. None of them names a customer. */
export const accountantFiles = ['fiscal', 'payouts', 'sales'] as const
export type AccountantFile = (typeof accountantFiles)[number]

export const accountantFileNames: Readonly<Record<AccountantFile, string>> = {
  fiscal: 'Dados fiscais do mês',
  payouts: 'Repasses dos canais',
  sales: 'Vendas por dia e forma de pagamento',
}

/** Days that a link may last, from its making. */
export const linkLives = [30, 90, 180, 365] as const
/** Of a store, not ended. */
export const maxLinks = 10
/** Months that a link offers, the running one included. */
export const linkMonths = 24

const files = z.array(z.enum(accountantFiles)).check(
  z.minLength(1, 'Escolha ao menos um arquivo.'),
  z.maxLength(accountantFiles.length),
  z.refine((chosen) => new Set(chosen).size === chosen.length, 'Há arquivos repetidos.'),
)

export const accountantLink = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  files: z.array(z.enum(accountantFiles)),
  /** Those of the selected stores that it opens. */
  storeIds: z.array(z.uuid()),
  madeBy: z.string(),
  madeAt: instant,
  expiresAt: instant,
  /** When a file was last given; null: never. */
  usedAt: z.nullable(instant),
})
export type AccountantLink = z.output<typeof accountantLink>

export const readAccountantLinks = route({
  name: 'readAccountantLinks',
  method: 'GET',
  path: '/accountant/links',
  summary: 'The links for accountants that open the selected stores now; the newest first',
  access: { kind: 'selection', role: 'owner' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({ links: z.array(accountantLink) }),
  errors: ['store/not-found', 'permission/denied'],
})

export const makeAccountantLink = route({
  name: 'makeAccountantLink',
  method: 'POST',
  path: '/accountant/links',
  summary: 'Makes a link to named files of the selected stores; its address is said once, here',
  access: { kind: 'selection', role: 'owner' },
  leavesBehind: true,
  query: z.strictObject({ selection: selectionParam }),
  body: z.strictObject({
    name: z
      .string('Diga de quem é o link.')
      .check(z.trim(), ...twoLetters('Diga de quem é o link.'), z.maxLength(80), plainName()),
    files,
    days: z.literal(linkLives, 'Escolha até quando o link vale.'),
  }),
  reply: z.strictObject({ id: z.uuid(), address: z.string(), expiresAt: instant }),
  errors: ['store/not-found', 'permission/denied', 'accountant/too-many-links'],
})

export const endAccountantLink = route({
  name: 'endAccountantLink',
  method: 'DELETE',
  path: '/accountant/links/{id}',
  summary: 'Ends a link in the selected stores at once; in others that it opens it stays',
  access: { kind: 'selection', role: 'owner' },
  leavesBehind: true,
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({ ended: z.int() }),
  errors: ['store/not-found', 'permission/denied', 'accountant/link-not-found'],
})

/** In the body, so that it is in no access log. */
const token = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'Este link está incompleto. Copie o endereço inteiro, sem cortar o final.'))

/** An unknown, an ended and an expired link are answered alike. */
export const openAccountantLink = route({
  name: 'openAccountantLink',
  method: 'POST',
  path: '/accountant/open',
  summary: 'What a link gives: stores, files and months',
  access: { kind: 'public' },
  body: z.strictObject({ token }),
  reply: z.strictObject({
    name: z.string(),
    stores: z.array(z.strictObject({ name: z.string(), document: z.nullable(z.string()) })),
    files: z.array(z.enum(accountantFiles)),
    /** `YYYY-MM`, the newest first. */
    months: z.array(z.string()),
    today: dayText,
    expiresAt: instant,
  }),
  errors: ['accountant/link-invalid'],
})

export const fileMonth = z
  .string('Escolha o mês.')
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Escolha um mês, como 2026-10.'))

export const readAccountantFile = route({
  name: 'readAccountantFile',
  method: 'POST',
  path: '/accountant/file',
  summary: 'A month of one of the files of a link; nothing in it names a customer',
  access: { kind: 'public' },
  load: 'report',
  envelope: 'file',
  body: z.strictObject({
    token,
    file: z.enum(accountantFiles),
    month: fileMonth,
    format: z.enum(['xlsx', 'csv'], 'Formato desconhecido.'),
  }),
  reply: z.null(),
  errors: [
    'accountant/link-invalid',
    'validation/refused',
    'report/too-many-orders',
    'report/range-too-long',
  ],
  files: [reportFileTypes.csv, reportFileTypes.xlsx],
})
