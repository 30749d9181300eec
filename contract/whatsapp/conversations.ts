import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { plainName } from '../shared/plain-name.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'
import { userId } from '../identity/identity.ts'
import { orderStatuses } from '../orders/kinds.ts'

/**
 * Why a person has a conversation. `asked`: the customer wanted one. `order`: something is wrong with an order. `cancel`: an
 * order that was taken is to be cancelled. `fee`: nobody but a person knows it. `phone`: written on the store's phone.
 * `taken`: somebody of the store stepped in. `cart`: a cart of WhatsApp's catalogue has to be looked at. `unreachable`: the
 * automatic answer did not leave. `voice`: a voice message, which only a person can listen to.
 */
export const personReasons = [
  'asked',
  'allergy',
  'complaint',
  'order',
  'not-understood',
  'cancel',
  'fee',
  'phone',
  'taken',
  'cart',
  'unreachable',
  'voice',
] as const
export type PersonReason = (typeof personReasons)[number]

const conversationView = z.strictObject({
  conversationId: z.uuid(),
  storeId: z.uuid(),
  name: z.nullable(z.string()),
  /** E.164 without "+"; null: the platform shows none. */
  phone: z.nullable(z.string()),
  /** A person answers since then; null: the conversation answers automatically. */
  personSince: z.nullable(instant),
  /** Null: it is not with a person, or came to one before reasons were kept. */
  reason: z.nullable(z.enum(personReasons)),
  /** Who took it; null: nobody yet. */
  personName: z.nullable(z.string()),
  mine: z.boolean(),
  /** Since when the customer has no answer of a person; null: the last words are the store's. */
  waitsSince: z.nullable(instant),
  /** What is ordered so far, in lines of words. */
  draft: z.array(z.string()),
  draftCents: cents,
  lastText: z.string(),
  lastAt: z.nullable(instant),
  /** Free words may leave until then: 24 hours after the customer's last message. */
  windowEndsAt: z.nullable(instant),
  /** Somebody holds back what waits for this customer until then; a person's own words still leave. */
  held: z.nullable(z.strictObject({ until: instant, by: z.string() })),
})
export type ConversationView = z.output<typeof conversationView>

/**
 * Why a message did not arrive. `withheld`: Meta delivers no such message to this person now. `no-account`: the number has
 * no WhatsApp. `window-closed`: the customer's last message is older than 24 hours. `opted-out`: the customer wants none.
 * `cap`: the month's cap is spent. `no-template`, `template`: there is no text that Meta approved. `no-phone`: the customer
 * hides the number. `cleaned`: a person emptied the queue.
 */
export const lostCauses = [
  'withheld',
  'no-account',
  'window-closed',
  'opted-out',
  'cap',
  'no-template',
  'template',
  'no-phone',
  'cleaned',
] as const
export type LostCause = (typeof lostCauses)[number]

/** Oldest first. `store`: said automatically. `person`: from the panel. `owner`: written on the store's phone. */
const chatMessage = z.strictObject({
  id: z.string(),
  by: z.enum(['customer', 'store', 'person', 'owner']),
  at: instant,
  text: z.string(),
  state: z.nullable(
    z.enum(['queued', 'sending', 'unsure', 'sent', 'delivered', 'read', 'failed', 'cancelled', 'expired']),
  ),
  /** Absent: it was not lost, or the cause has no words for people. */
  lostBecause: z.optional(z.enum(lostCauses)),
  /** A person has to say whether it went. */
  asked: z.boolean(),
  /** The customer, or the store's phone, changed it afterwards. `unread`: only the phone shows how it reads now. */
  change: z.nullable(z.enum(['edited', 'unread', 'deleted'])),
})
export type ChatMessage = z.output<typeof chatMessage>

/** Handed over, never answered: nobody but a person knows whether it went. */
const unconfirmedMessage = z.strictObject({
  messageId: z.uuid(),
  storeId: z.uuid(),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  text: z.string(),
  /** When it was handed over. */
  at: instant,
  /** Afterwards it is out of place, and nobody is asked. */
  endsAt: instant,
})
export type UnconfirmedMessage = z.output<typeof unconfirmedMessage>

const params = z.strictObject({ conversationId: z.uuid('Conversa inválida.') })
const common = { access: { kind: 'store', role: 'basic' }, leavesBehind: false, params } as const

export const readConversations = route({
  name: 'readConversations',
  method: 'GET',
  path: '/whatsapp/conversations',
  summary:
    'Conversations that people of the stores have: those who wait first, the longest waiting at the top; or all that a search finds',
  access: { kind: 'selection', role: 'basic' },
  query: z.strictObject({
    selection: selectionParam,
    /** A part of a name, the digits of a phone, or an order's number: also finds what the conversation answers on its own. */
    search: z.optional(z.string().check(z.trim(), z.minLength(2), z.maxLength(80))),
  }),
  reply: z.strictObject({
    conversations: z.array(conversationView),
    /** Of the last day, those that the Balcão answers alone, the newest first. Absent: a search, or the former version. */
    recent: z.optional(z.array(conversationView)),
    /** Messages to anybody of the stores that may not have left, the oldest first. */
    unsure: z.array(unconfirmedMessage),
  }),
  errors: ['store/not-found'],
})

/** What the store knows of the customer by the phone number; without one, nothing. No money: anybody of the store answers. */
const customer = z.strictObject({
  /** Orders before today's talk, none of them cancelled. */
  orders: z.int(),
  /** Where the order goes that is begun, or else the last one. */
  district: z.nullable(z.string()),
  /** The newest one that is not finished. */
  openOrder: z.nullable(
    z.strictObject({
      id: z.uuid(),
      displayId: z.string(),
      status: z.enum(orderStatuses),
      promisedAt: z.nullable(instant),
    }),
  ),
})
export type ChatCustomer = z.output<typeof customer>

export const maxQuickAnswers = 12

/** `text` may hold {nome}, {pedido}, {loja}, {situação} and {tempo}, which are filled in for each customer. */
const quickAnswer = z.strictObject({
  label: z
    .string('Dê um nome à resposta.')
    .check(
      z.trim(),
      z.minLength(1, 'Dê um nome à resposta.'),
      z.maxLength(24, 'No máximo 24 letras.'),
      plainName(),
    ),
  text: z
    .string('Escreva a resposta.')
    .check(z.trim(), z.minLength(1, 'Escreva a resposta.'), z.maxLength(600, 'No máximo 600 letras.')),
})
export type QuickAnswer = z.output<typeof quickAnswer>

/** Sentences of the store's own, beside those that every store has. Version 0: nobody wrote any yet. */
const quickAnswers = z.strictObject({ answers: z.array(quickAnswer), version: z.int() })
export type QuickAnswers = z.output<typeof quickAnswers>

/**
 * What may be sent once the 24 hours are over: the approved text for the step of the open order, and what Meta charges for
 * it, rounded up; 0 through a linked phone.
 */
const orderNotice = z.strictObject({ text: z.string(), priceCents: z.int() })
export type OrderNotice = z.output<typeof orderNotice>

const thread = z.strictObject({
  conversation: conversationView,
  customer,
  /** Null: free text may still be sent, or no approved text fits the order's current state. */
  orderNotice: z.nullable(orderNotice),
  /** Messages that wait to be sent to this customer, without those that a person wrote. */
  queued: z.int(),
  quickAnswers,
  messages: z.array(chatMessage),
})

export const saveQuickAnswers = route({
  name: 'saveQuickAnswers',
  method: 'PUT',
  path: '/whatsapp/quick-answers/mine',
  summary: "The store's own quick answers, in the order in which they are offered",
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: z.strictObject({
    answers: z.array(quickAnswer).check(
      z.maxLength(maxQuickAnswers, `No máximo ${String(maxQuickAnswers)} respostas.`),
      z.refine(
        (answers) => new Set(answers.map(({ label }) => label.toLowerCase())).size === answers.length,
        'Duas respostas têm o mesmo nome.',
      ),
    ),
    version: seenRevision(),
  }),
  reply: quickAnswers,
  errors: ['store/not-found', 'whatsapp/stale-answers'],
})

export const readConversation = route({
  ...common,
  name: 'readConversation',
  method: 'GET',
  path: '/whatsapp/conversations/mine/{conversationId}',
  summary: 'One conversation with its last hundred messages',
  reply: thread,
  errors: ['store/not-found', 'whatsapp/conversation-not-found'],
})

export const takeConversation = route({
  ...common,
  name: 'takeConversation',
  method: 'POST',
  path: '/whatsapp/conversations/mine/{conversationId}/take',
  summary: 'The caller answers from now on; nothing is said automatically until it is handed back',
  reply: thread,
  errors: ['store/not-found', 'whatsapp/conversation-not-found', 'whatsapp/conversation-taken'],
})

/** Somebody of the store who can have the conversation, and how many wait for or are with that person. */
const colleague = z.strictObject({ uid: userId, name: z.string(), conversations: z.int() })
export type Colleague = z.output<typeof colleague>

export const readColleagues = route({
  ...common,
  name: 'readColleagues',
  method: 'GET',
  path: '/whatsapp/conversations/mine/{conversationId}/colleagues',
  summary: 'The other people of the store with the conversations that each has, the fewest first',
  reply: z.strictObject({ colleagues: z.array(colleague) }),
  errors: ['store/not-found', 'whatsapp/conversation-not-found'],
})

export const passConversation = route({
  ...common,
  name: 'passConversation',
  method: 'POST',
  path: '/whatsapp/conversations/mine/{conversationId}/pass',
  summary:
    'Another person of the store has the conversation from now on; who has it passes it, or anybody while nobody does',
  body: z.strictObject({ uid: userId }),
  reply: thread,
  errors: [
    'store/not-found',
    'whatsapp/conversation-not-found',
    'whatsapp/conversation-taken',
    'whatsapp/colleague-not-found',
  ],
})

export const handBackConversation = route({
  ...common,
  name: 'handBackConversation',
  method: 'POST',
  path: '/whatsapp/conversations/mine/{conversationId}/hand-back',
  summary: "The customer's next message is answered automatically again, with the same draft",
  reply: thread,
  errors: ['store/not-found', 'whatsapp/conversation-not-found', 'whatsapp/conversation-not-taken'],
})

/** So long at most: a hold that is forgotten ends automatically. */
export const holdHours = 2

export const holdConversation = route({
  ...common,
  name: 'holdConversation',
  method: 'POST',
  path: '/whatsapp/conversations/mine/{conversationId}/hold',
  summary: 'Holds back what waits for this customer, for two hours at most, or lets it go',
  body: z.strictObject({ hold: z.boolean('Diga se a fila fica segurada.') }),
  reply: thread,
  errors: ['store/not-found', 'whatsapp/conversation-not-found'],
})

export const settleMessage = route({
  access: common.access,
  leavesBehind: false,
  name: 'settleMessage',
  method: 'POST',
  path: '/whatsapp/messages/mine/{messageId}/settle',
  summary:
    'Says of a message in doubt that it went, or has it sent once more; of two people the first decides',
  params: z.strictObject({ messageId: z.uuid('Mensagem inválida.') }),
  body: z.strictObject({ went: z.boolean('Diga se a mensagem saiu.') }),
  reply: z.strictObject({ state: z.enum(['queued', 'sent']) }),
  errors: ['store/not-found', 'whatsapp/message-not-found', 'whatsapp/message-settled'],
})

export const answerConversation = route({
  ...common,
  name: 'answerConversation',
  method: 'POST',
  path: '/whatsapp/conversations/mine/{conversationId}/answer',
  summary:
    'Writes to the customer, within 24 hours of the last message; takes the conversation if nobody did',
  body: z.strictObject({
    text: z
      .string('Escreva a mensagem.')
      .check(z.trim(), z.minLength(1, 'Escreva a mensagem.'), z.maxLength(4_096, 'No máximo 4.096 letras.')),
  }),
  reply: thread,
  errors: [
    'store/not-found',
    'whatsapp/conversation-not-found',
    'whatsapp/conversation-taken',
    'whatsapp/window-closed',
  ],
  idempotency: 'accepted',
})

export const sendOrderNotice = route({
  ...common,
  name: 'sendOrderNotice',
  method: 'POST',
  path: '/whatsapp/conversations/mine/{conversationId}/order-notice',
  summary:
    'Sends the approved text about the open order once the 24 hours are over; takes the conversation if nobody did',
  reply: thread,
  errors: [
    'store/not-found',
    'whatsapp/conversation-not-found',
    'whatsapp/conversation-taken',
    'whatsapp/no-notice',
  ],
  idempotency: 'accepted',
})
