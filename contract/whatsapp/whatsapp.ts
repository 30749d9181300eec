import * as z from 'zod/mini'
import { phoneText } from '../shared/phones.ts'
import { givenInstant, instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'
import { lineCauses, lineStates } from './line-states.ts'

/** `cloud`: Meta's official service. `evolution`: a server of one's own that acts as a linked phone, unofficial. */
export const whatsappDrivers = ['cloud', 'evolution'] as const
export type WhatsappDriver = (typeof whatsappDrivers)[number]

/** `embedded`: with what Meta's business page shows of the number. */
export const pairingMethods = ['qr', 'code', 'embedded'] as const

/** QRs or codes of one connection; then it stops and asks. */
export const maxTries = 3
export const stepSeconds = 20

/** What an order tells its customer automatically. */
export const messageKinds = ['accepted', 'ready', 'dispatched', 'cancelled'] as const
export type MessageKind = (typeof messageKinds)[number]

/** The word to type before a queue is cleaned. */
export const cleanWord = 'LIMPAR'

export const lineView = z.strictObject({
  connectionId: z.uuid(),
  driver: z.enum(whatsappDrivers),
  method: z.enum(pairingMethods),
  /** E.164 without "+". */
  number: z.string(),
  state: z.enum(lineStates),
  since: instant,
  cause: z.nullable(z.enum(lineCauses)),
  /** Which QR or code of `maxTries` it is. */
  tries: z.int(),
  /** What the QR stands for; a client draws it. */
  qr: z.nullable(z.string()),
  code: z.nullable(z.string()),
  stepEndsAt: z.nullable(instant),
  openedAt: z.nullable(instant),
  lastInAt: z.nullable(instant),
  lastOutAt: z.nullable(instant),
  quality: z.nullable(z.enum(['green', 'yellow', 'red'])),
  /** Different people a day that the line may write to first; null: unknown or without end. */
  tier: z.nullable(z.int()),
})
export type LineView = z.output<typeof lineView>

const messageStates = [
  'queued',
  'sending',
  'unsure',
  'sent',
  'delivered',
  'read',
  'failed',
  'cancelled',
  'expired',
] as const

const queueView = z.strictObject({
  waiting: z.int(),
  oldestAt: z.nullable(instant),
  /** Of which a person has to say whether they went. */
  unsure: z.int(),
  kinds: z.array(z.strictObject({ kind: z.string(), count: z.int(), oldestAt: instant })),
})

const conversation = z.strictObject({
  enabled: z.boolean(),
  /** `open`: only while the store takes orders. */
  hours: z.enum(['always', 'open']),
  texts: z.strictObject({ greeting: z.string() }),
})

export const whatsappView = z.strictObject({
  /** Whether this server has what the driver needs. */
  drivers: z.array(z.strictObject({ driver: z.enum(whatsappDrivers), ready: z.boolean() })),
  line: z.nullable(lineView),
  health: z.strictObject({
    /** From handed over to delivered, of the last hour; null: nothing was delivered. */
    medianMs: z.nullable(z.int()),
    /** Of the last 24 hours. */
    sent: z.int(),
    failed: z.int(),
    /** Of this calendar month, by the prices of the days. */
    spentCents: cents,
    /** Of the last seven days: calls that were too large, and messages that nobody could read. */
    refused: z.strictObject({ size: z.int(), form: z.int(), lastAt: z.nullable(instant) }),
  }),
  /** Version 0: nobody saved them yet. */
  settings: z.strictObject({
    kinds: z.array(z.enum(messageKinds)),
    /** Null: no cap. */
    capCents: z.nullable(cents),
    version: z.int(),
  }),
  conversation,
  /** Tests of the line: while the store is open, another phone of its own gets a message every half hour. */
  canary: z.strictObject({
    /** E.164 without "+"; null: off. */
    number: z.nullable(z.string()),
    /** What a month of them may cost at most. */
    monthCents: cents,
    last: z.nullable(
      z.strictObject({ at: instant, state: z.enum(messageStates), cause: z.nullable(z.string()) }),
    ),
  }),
  kinds: z.array(
    z.strictObject({
      kind: z.enum(messageKinds),
      text: z.string(),
      /** What it would have been in the last 30 days. */
      monthMessages: z.int(),
      monthCents: cents,
      /** Null: this line needs none. */
      template: z.nullable(z.enum(['missing', 'pending', 'approved', 'rejected', 'paused'])),
      /** What Meta warns of; the template can still be sent. `appeal`: a refusal is looked at again. */
      warning: z.nullable(z.enum(['flagged', 'limit', 'appeal'])),
      /** Meta charges it as that, now or as announced; null: as what we asked for. */
      category: z.nullable(z.enum(['marketing', 'authentication'])),
    }),
  ),
  prices: z.strictObject({ since: z.string(), source: z.string() }),
  queue: queueView,
})
export type WhatsappView = z.output<typeof whatsappView>

export const readWhatsapp = route({
  name: 'readWhatsapp',
  method: 'GET',
  path: '/integrations/whatsapp/mine',
  summary: 'The line, its health, what leaves automatically and what it costs, and the queue',
  access: { kind: 'store', role: 'manager' },
  reply: whatsappView,
  errors: ['store/not-found'],
})

const graphId = z
  .string('Informe o número de identificação.')
  .check(z.trim(), z.regex(/^\d{5,20}$/, 'Só números.'))
const secretText = z.string().check(z.trim(), z.regex(/^\S{1,1000}$/, 'Confira a chave: sem espaços.'))

/** Replies at once with the state; QRs and codes follow in `readWhatsapp`, and the stream's topic `whatsapp` tells. */
export const setupPhoneConnection = route({
  name: 'setupPhoneConnection',
  method: 'POST',
  path: '/integrations/setup-phone-connection',
  summary: 'Begins to connect the store to a WhatsApp number, or begins again',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z
    .strictObject({
      driver: z.enum(whatsappDrivers, 'Escolha como conectar.'),
      number: phoneText,
      method: z.enum(pairingMethods, 'Escolha como conectar.'),
      /** The person knows that an unofficial line may cost the number. */
      acceptRisk: z.optional(z.boolean()),
      /** Only for `embedded`: the ids, and a code of Meta's window or a token of its business page. */
      meta: z.optional(
        z.strictObject({
          phoneId: graphId,
          accountId: graphId,
          code: z.optional(secretText),
          token: z.optional(secretText),
        }),
      ),
    })
    .check(
      z.refine(({ driver, acceptRisk }) => driver !== 'evolution' || acceptRisk === true, {
        path: ['acceptRisk'],
        message: 'Marque que você sabe do risco para o número.',
      }),
      z.refine(({ driver, method }) => (driver === 'cloud') === (method === 'embedded'), {
        path: ['method'],
        message: 'Este jeito de conectar não é o desta opção.',
      }),
      z.refine(
        ({ driver, meta }) => driver !== 'cloud' || (meta !== undefined && !!(meta.code ?? meta.token)),
        {
          path: ['meta'],
          message: 'Informe os dados do número na Meta.',
        },
      ),
    ),
  reply: z.strictObject({ connectionId: z.uuid(), state: z.enum(lineStates) }),
  errors: [
    'store/not-found',
    'whatsapp/not-offered',
    'whatsapp/already-connected',
    'whatsapp/number-taken',
    'whatsapp/unavailable',
    'whatsapp/refused',
    'validation/refused',
  ],
})

const ended = z.strictObject({ connectionId: z.uuid(), state: z.enum(lineStates) })

/** Drops the line's secrets; a later connection begins from nothing. */
export const closePhoneConnection = route({
  name: 'closePhoneConnection',
  method: 'POST',
  path: '/integrations/close-phone-connection',
  summary: 'Ends the connection for good: the provider forgets the line, and so do we',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({ connectionId: z.uuid('Conexão inválida.') }),
  reply: ended,
  errors: ['store/not-found', 'whatsapp/not-connected'],
})

/** Settings, people and messages stay. */
export const disconnectWhatsapp = route({
  name: 'disconnectWhatsapp',
  method: 'POST',
  path: '/stores/disconnectWhatsapp/mine',
  summary: 'Unlinks the phone; what waits stays until it expires',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  reply: ended,
  errors: ['store/not-found', 'whatsapp/not-connected'],
})

/** From our own table: no provider is asked. */
export const readUnpairedSessions = route({
  name: 'readUnpairedSessions',
  method: 'GET',
  path: '/integrations/sessions-unpaired/mine',
  summary: 'Lines of the store that are not linked to a phone now',
  access: { kind: 'store', role: 'manager' },
  query: z.strictObject({
    /** Only those that are so since this moment or later. */
    since: z.optional(givenInstant),
    driver: z.optional(z.enum(whatsappDrivers)),
  }),
  reply: z.strictObject({
    sessions: z.array(
      z.strictObject({
        connectionId: z.uuid(),
        driver: z.enum(whatsappDrivers),
        number: z.string(),
        state: z.enum(lineStates),
        cause: z.nullable(z.enum(lineCauses)),
        since: instant,
      }),
    ),
  }),
  errors: ['store/not-found'],
})

export const enableConversational = route({
  name: 'enableConversational',
  method: 'POST',
  path: '/stores/enableConversational/mine',
  summary: 'Turns ordering by conversation on or off',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    enabled: z.boolean('Diga se a conversa fica ligada.'),
    hours: z.optional(z.enum(['always', 'open'], 'Escolha quando a conversa responde.')),
    texts: z.optional(
      z.strictObject({
        greeting: z.string().check(z.trim(), z.maxLength(500, 'No máximo 500 letras.')),
      }),
    ),
  }),
  reply: conversation,
  errors: ['store/not-found', 'module/off', 'whatsapp/not-connected'],
})

export const cleanMessageQueue = route({
  name: 'cleanMessageQueue',
  method: 'POST',
  path: '/stores/cleanMessageQueue/mine',
  summary: 'Cancels the messages that wait; none that was handed over',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    confirm: z.string(`Digite ${cleanWord}.`).check(z.trim(), z.regex(/^limpar$/i, `Digite ${cleanWord}.`)),
  }),
  reply: z.strictObject({
    cancelled: z.int(),
    /** Handed over between the look and the click. */
    alreadySent: z.int(),
  }),
  errors: ['store/not-found'],
})

export const saveWhatsapp = route({
  name: 'saveWhatsapp',
  method: 'PUT',
  path: '/integrations/whatsapp/mine',
  summary: 'Which messages leave automatically, the cap of a month, and the phone that tests the line',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({
    kinds: z.array(z.enum(messageKinds, 'Mensagem desconhecida.')).check(z.maxLength(messageKinds.length)),
    capCents: z.nullable(cents),
    /** Null turns the tests off; not given, it stays. */
    canaryNumber: z.optional(z.nullable(phoneText)),
    version: seenRevision(),
  }),
  reply: whatsappView,
  errors: ['store/not-found', 'whatsapp/stale-settings', 'validation/refused'],
})
