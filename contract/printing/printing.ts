import * as z from 'zod/mini'
import { twoLetters } from '../shared/plain-name.ts'
import { seenRevision } from '../shared/integers.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { columnsNumber, paperFields } from './paper.ts'
import { selectionParam } from '../shared/selection.ts'

/**
 * How a printer is connected that an agent prints on: on the network, through the computer's print queues, as a device
 * file, or on screen only.
 */
export const agentPrinterKinds = ['network', 'system', 'usb', 'preview'] as const
export type AgentPrinterKind = (typeof agentPrinterKinds)[number]
/** `browser`: no agent reaches it; a tab of the panel prints. */
export const printerKinds = [...agentPrinterKinds, 'browser'] as const
export type PrinterKind = (typeof printerKinds)[number]
/** kitchen: items without prices. delivery: the whole order with address and money. */
export const printerTickets = ['kitchen', 'delivery', 'both'] as const
export const ticketKinds = ['kitchen', 'delivery', 'test'] as const
export type TicketKind = (typeof ticketKinds)[number]

/** Why a printer rejected a ticket, as sentences that tell a person what to do. */
export const printCauses = {
  paper: 'Sem papel. Troque a bobina.',
  cover: 'Tampa aberta. Feche a tampa.',
  offline: 'A impressora está pausada. Veja se há alguma luz de erro nela.',
  unreachable: 'Desligada ou fora da rede. Confira a tomada e o cabo.',
  silent: 'A impressora não respondeu a tempo. Desligue e ligue de novo.',
  cut: 'A conexão caiu no meio da impressão.',
  device: 'O computador não achou esta impressora. Confira o cabo USB e o nome.',
  unsure: 'O computador parou no meio da impressão. Confira se a via saiu.',
  agent: 'O computador da impressora está desligado ou sem internet.',
  browser:
    'Nenhum navegador está imprimindo por ela. Abra o painel no computador da impressora e ligue “Imprimir sozinho”.',
  returned: 'O aceite foi desfeito antes de sair.',
  cancelled: 'O pedido foi cancelado antes de sair.',
  spooler: 'O Windows não respondeu sobre as impressoras dele. Reinicie o computador.',
  other: 'A impressão falhou.',
} as const
export type PrintCause = keyof typeof printCauses
const causeName = z.enum(Object.keys(printCauses) as [PrintCause, ...PrintCause[]])

/** `handed`: given to a browser, which says nothing of paper; a person says that it is printed. */
export const printJobStates = ['queued', 'sent', 'handed', 'printed', 'failed', 'expired'] as const
export type PrintJobState = (typeof printJobStates)[number]
/** An agent without a heartbeat for this long counts as offline. */
export const agentSilentSeconds = 60
export const pairingMinutes = 10

const version = seenRevision()
const printerName = z
  .string('Informe o nome.')
  .check(z.trim(), ...twoLetters('Informe o nome.'), z.maxLength(40, 'Use até 40 caracteres.'))

/** The address of every browser printer. */
export const browserAddress = 'navegador'

/** `host` or `host:port` on the store's network. The server never connects to it, only the agent does. */
export const networkAddress = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:\d{1,5})?$/i

export const printerBody = z.strictObject({
  name: printerName,
  kind: z.enum(printerKinds, 'Escolha o tipo de conexão.'),
  address: z
    .string('Informe o endereço.')
    .check(z.trim(), z.minLength(1, 'Informe o endereço.'), z.maxLength(253)),
  /** Null: reachable from any computer of the store (network), or from no one (browser). */
  agentId: z.nullable(z.uuid('Computador inválido.')),
  ...paperFields,
  copies: z.int('Informe as vias.').check(z.gte(1, 'No mínimo 1 via.'), z.lte(5, 'No máximo 5 vias.')),
  ticket: z.enum(printerTickets, 'Escolha o que imprime.'),
  autoPrint: z.boolean(),
  /** The printer that takes over when this one fails. */
  fallbackId: z.nullable(z.uuid('Impressora inválida.')),
  /** 0: a new printer. */
  version,
})
export type PrinterBody = z.output<typeof printerBody>

const printerHealth = {
  state: z.enum(['unknown', 'ok', 'out']),
  since: instant,
  cause: z.nullable(causeName),
} as const

export const printerView = z.extend(printerBody, { id: z.uuid(), ...printerHealth })
export type PrinterView = z.output<typeof printerView>

export const availablePrinter = z.strictObject({
  kind: z.enum(agentPrinterKinds),
  address: z.string().check(z.minLength(1), z.maxLength(253)),
  name: z.string().check(z.maxLength(120)),
})
export type AvailablePrinter = z.output<typeof availablePrinter>

export const printAgentView = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  paired: z.boolean(),
  online: z.boolean(),
  lastSeenAt: z.nullable(instant),
  software: z.string(),
  /** `asked`: a person asked for the newer version; `failed`: it did not start there, the former one runs on. */
  update: z.enum(['none', 'available', 'asked', 'failed']),
})
export type PrintAgentView = z.output<typeof printAgentView>

/** Systems that the agent is packed for; `npm run agent:pack` makes them. */
export const agentPlatforms = ['windows-x64', 'macos-arm64', 'macos-x64', 'linux-x64', 'linux-arm64'] as const
export type AgentPlatform = (typeof agentPlatforms)[number]

/** What this server can give out of the agent. */
export const agentRelease = z.strictObject({
  version: z.string(),
  downloads: z.array(
    z.strictObject({
      platform: z.enum(agentPlatforms),
      file: z.string(),
      bytes: z.int(),
      /** Hexadecimal. */
      sha256: z.string(),
    }),
  ),
})
export type AgentRelease = z.output<typeof agentRelease>

export const printJobView = z.strictObject({
  id: z.uuid(),
  orderId: z.nullable(z.uuid()),
  /** Number of the order; null for a test page. */
  displayId: z.nullable(z.string()),
  printerId: z.uuid(),
  printerName: z.string(),
  /** Its printer has no agent: a tab of the panel takes it. */
  byBrowser: z.boolean(),
  /** The printer that failed before this one took over. */
  movedFrom: z.nullable(z.string()),
  ticket: z.enum(ticketKinds),
  copy: z.int(),
  copies: z.int(),
  reprint: z.boolean(),
  state: z.enum(printJobStates),
  attempts: z.int(),
  queuedAt: instant,
  /** Tickets of a scheduled order print when its preparation starts. Null: as soon as possible. */
  waitsUntil: z.nullable(instant),
  sentAt: z.nullable(instant),
  /** When it was printed, failed permanently or expired. */
  endedAt: z.nullable(instant),
  expiresAt: instant,
  cause: z.nullable(causeName),
  /** Who requested it; null: printed automatically on acceptance. */
  askedBy: z.nullable(z.string()),
})
export type PrintJob = z.output<typeof printJobView>

export const printSettings = z.strictObject({
  expireMinutes: z
    .int('Informe os minutos.')
    .check(z.gte(2, 'No mínimo 2 minutos.'), z.lte(60, 'No máximo 60 minutos.')),
  footer: z.string().check(z.trim(), z.maxLength(120, 'Use até 120 caracteres.')),
  /** 0: never saved. */
  version,
})
export type PrintSettings = z.output<typeof printSettings>

export const readPrintConfig = route({
  name: 'readPrintConfig',
  method: 'GET',
  path: '/config/print/mine',
  summary: 'Printers, the computers that reach them, settings, and failed tickets',
  access: { kind: 'store', role: 'manager' },
  reply: z.strictObject({
    settings: printSettings,
    printers: z.array(printerView),
    agents: z.array(printAgentView),
    /** Null: the agent was not packed on this server. */
    release: z.nullable(agentRelease),
    /** Neither printed nor dismissed, oldest first, at most 200, plus the last test of each printer. */
    queue: z.array(printJobView),
  }),
  errors: ['store/not-found'],
})

export const savePrintSettings = route({
  name: 'savePrintSettings',
  method: 'POST',
  path: '/config/print/mine',
  summary: 'Sets when a ticket is too old and its footer; a stale version gets 409',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: printSettings,
  reply: printSettings,
  errors: ['store/not-found', 'print/stale-settings'],
})

const printerParams = z.strictObject({ id: z.uuid('Impressora inválida.') })

export const savePrinter = route({
  name: 'savePrinter',
  method: 'POST',
  path: '/config/print/printer/mine/{id}',
  summary: 'Adds (version 0, an id of the caller’s) or changes a printer',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  params: printerParams,
  body: printerBody,
  reply: printerView,
  errors: [
    'store/not-found',
    'print/printer-not-found',
    'print/name-taken',
    'print/stale-printer',
    'validation/refused',
  ],
})

export const deletePrinter = route({
  name: 'deletePrinter',
  method: 'DELETE',
  path: '/config/print/printer/mine/{id}',
  summary: 'Takes a printer away; what waits for it expires',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: printerParams,
  reply: z.strictObject({ id: z.uuid() }),
  errors: ['store/not-found', 'print/printer-not-found'],
})

export const testPrinter = route({
  name: 'testPrinter',
  method: 'POST',
  path: '/config/print/test/mine/{id}',
  summary: 'Queues a test page; the job says whether the agent acknowledged it or what is wrong',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: printerParams,
  reply: printJobView,
  errors: ['store/not-found', 'print/printer-not-found', 'print/test-running'],
  idempotency: 'accepted',
})

export const previewTicket = route({
  name: 'previewTicket',
  method: 'GET',
  path: '/config/print/preview/mine',
  summary: 'A sample ticket as the printer would print it, as SVG',
  access: { kind: 'store', role: 'manager' },
  query: z.strictObject({
    ticket: z.enum(['kitchen', 'delivery'], 'Escolha a via.'),
    columns: z.pipe(
      z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'Informe as letras por linha.')), z.transform(Number)),
      columnsNumber,
    ),
  }),
  reply: z.strictObject({ svg: z.string() }),
  errors: ['store/not-found'],
})

export const printOrder = route({
  name: 'printOrder',
  method: 'POST',
  path: '/config/print/order/mine',
  summary: 'Prints the tickets of an order, once more when they were printed before',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z.strictObject({
    orderId: z.uuid('Pedido inválido.'),
    /** Absent: every printer that prints automatically, or every printer if none does. */
    printerId: z.optional(z.uuid('Impressora inválida.')),
  }),
  reply: z.strictObject({ jobs: z.array(printJobView) }),
  errors: [
    'store/not-found',
    'order/not-found',
    'print/printer-not-found',
    'print/no-printer',
    'print/already-waiting',
  ],
  idempotency: 'accepted',
})

export const readOrderPrints = route({
  name: 'readOrderPrints',
  method: 'GET',
  path: '/config/print/order/mine/{orderId}',
  summary: 'What was printed of an order, and the printers it can go to',
  access: { kind: 'store', role: 'basic' },
  params: z.strictObject({ orderId: z.uuid('Pedido inválido.') }),
  reply: z.strictObject({
    jobs: z.array(printJobView),
    printers: z.array(
      z.strictObject({ id: z.uuid(), name: z.string(), kind: z.enum(printerKinds), ...printerHealth }),
    ),
  }),
  errors: ['store/not-found', 'order/not-found'],
})

const jobIds = z
  .array(z.uuid('Impressão inválida.'))
  .check(z.minLength(1, 'Escolha o que imprimir.'), z.maxLength(200, 'Até 200 de cada vez.'))

export const retryPrintJobs = route({
  name: 'retryPrintJobs',
  method: 'POST',
  path: '/config/print/retry/mine',
  summary:
    'Prints failed tickets, or those handed to a browser, again on the same or another printer; printed ones are left alone',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  body: z.strictObject({ jobIds, printerId: z.optional(z.uuid('Impressora inválida.')) }),
  reply: z.strictObject({
    retried: z.int(),
    /** Those that wait for a browser now. */
    byBrowser: z.array(z.strictObject({ jobId: z.uuid(), printerId: z.uuid() })),
  }),
  errors: ['store/not-found', 'print/printer-not-found', 'print/nothing-to-retry'],
  idempotency: 'accepted',
})

export const dismissPrintJobs = route({
  name: 'dismissPrintJobs',
  method: 'POST',
  path: '/config/print/dismiss/mine',
  summary: 'Takes expired tickets off the list; they stay in the log of their orders',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({ jobIds }),
  reply: z.strictObject({ dismissed: z.int() }),
  errors: ['store/not-found'],
})

/** The worst state among an order's tickets. */
export const orderPrintState = z.strictObject({
  orderId: z.uuid(),
  storeId: z.uuid(),
  state: z.enum(printJobStates),
})

export const readPrintStates = route({
  name: 'readPrintStates',
  method: 'GET',
  path: '/config/print/states',
  summary: 'Print state of the open orders of the selection, and the health of its printers',
  access: { kind: 'selection', role: 'basic' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({
    orders: z.array(orderPrintState),
    printers: z.array(
      z.strictObject({
        id: z.uuid(),
        storeId: z.uuid(),
        name: z.string(),
        kind: z.enum(printerKinds),
        ...printerHealth,
        /** Working printers of the same store that its tickets can move to. */
        others: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
        /** Tickets that failed here, or expired within the last hours. */
        unprinted: z.array(z.uuid()),
      }),
    ),
  }),
  errors: ['store/not-found'],
})

const agentName = printerName

export const createPrintAgent = route({
  name: 'createPrintAgent',
  method: 'POST',
  path: '/config/print/agent/mine',
  summary: 'A new computer with its one-time pairing code',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({ name: agentName }),
  reply: z.strictObject({ agentId: z.uuid(), code: z.string(), expiresAt: instant }),
  errors: ['store/not-found', 'print/name-taken'],
})

const agentParams = z.strictObject({ id: z.uuid('Computador inválido.') })

export const renewPairingCode = route({
  name: 'renewPairingCode',
  method: 'POST',
  path: '/config/print/agent/mine/{id}/code',
  summary: 'Another pairing code; the computer that was paired before is let go when it is used',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  params: agentParams,
  reply: z.strictObject({ agentId: z.uuid(), code: z.string(), expiresAt: instant }),
  errors: ['store/not-found', 'print/agent-not-found'],
})

export const deletePrintAgent = route({
  name: 'deletePrintAgent',
  method: 'DELETE',
  path: '/config/print/agent/mine/{id}',
  summary: 'Lets a computer go: its token ends at once, printers on it go with it',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  params: agentParams,
  reply: z.strictObject({ id: z.uuid() }),
  errors: ['store/not-found', 'print/agent-not-found'],
})

export const updatePrintAgent = route({
  name: 'updatePrintAgent',
  method: 'POST',
  path: '/config/print/agent/mine/{id}/update',
  summary:
    'Asks a computer to take the newest version, after the ticket that it is printing; a repeat changes nothing',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: agentParams,
  reply: z.strictObject({ id: z.uuid(), version: z.string() }),
  errors: ['store/not-found', 'print/agent-not-found', 'print/agent-newest'],
})

export const readAgentRelease = route({
  name: 'readAgentRelease',
  method: 'GET',
  path: '/agent/release',
  summary: 'The newest version of the print agent and its downloads; null when none was packed',
  access: { kind: 'public' },
  reply: z.strictObject({ release: z.nullable(agentRelease) }),
  errors: [],
})

export const downloadAgent = route({
  name: 'downloadAgent',
  method: 'GET',
  path: '/agent/download/{platform}',
  summary: 'The packed print agent for a system, with everything that it needs',
  access: { kind: 'public' },
  params: z.strictObject({ platform: z.enum(agentPlatforms, 'Sistema desconhecido.') }),
  reply: z.unknown(),
  errors: ['print/agent-not-packed'],
  envelope: 'file',
  files: ['application/gzip', 'application/zip'],
})
