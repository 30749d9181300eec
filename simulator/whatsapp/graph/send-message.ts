import { GraphError } from './graph-errors.ts'
import { chargeOf } from './graph-prices.ts'
import {
  peopleOfTier,
  type Bubble,
  type BusinessPhone,
  type Charge,
  type Customer,
  type Template,
} from './graph-records.ts'
import { pairOf, type GraphWorld } from './graph-world.ts'
import type { SentMessage } from './read-sent-message.ts'

const day = 24 * 60 * 60_000
const perSecond = 80
/** One message in six seconds to one person; this many may be sent ahead. */
const pairEveryMs = 6_000
const pairAhead = 45

/** Takes a message or refuses it; its fate follows by webhook. */
export function sendMessage(world: GraphWorld, phone: BusinessPhone, message: SentMessage): Bubble {
  rejectBlocked(world, phone)
  const who = world.findCustomer(message.to)
  const template = message.template ? templateOf(world, phone, message.template) : null
  const inWindow = world.now() - (world.lastInboundAt.get(pairOf(phone, who)) ?? -day) < day
  const closed = !template && !inWindow
  if (closed && world.refusesBy === 'reply') throw new GraphError(131047, windowWords)
  rejectFlood(world, phone, who)
  if (template && !inWindow) rejectTier(world, phone, who)
  const bubble: Bubble = {
    id: world.newMessageId(),
    phoneId: phone.id,
    waId: who.waId,
    by: 'store',
    type: message.type,
    text: template ? filled(template.body, message.template?.params ?? []) : message.text,
    choices: message.choices,
    at: world.now(),
    status: 'accepted',
    failure: null,
    callbackData: message.callbackData,
  }
  world.bubbles.push(bubble)
  if (bubble.callbackData !== null)
    world.taken.set(bubble.callbackData, (world.taken.get(bubble.callbackData) ?? 0) + 1)
  if (closed) bubble.failure = 131047
  else if (who.unreachable) bubble.failure = 131026
  else
    world.charges.push({
      messageId: bubble.id,
      ...chargeOf(template ? categoryOf(template) : 'service', inWindow, world.now()),
    })
  follow(world, phone, bubble)
  return bubble
}

const windowWords =
  'Message failed to send because more than 24 hours have passed since the customer last replied to this number.'

function follow(world: GraphWorld, phone: BusinessPhone, bubble: Bubble): void {
  const { statusDelayMs } = world.env
  if (bubble.failure !== null) {
    const why = bubble.failure === 131047 ? windowWords : 'Message Undeliverable.'
    world.webhooks.later(statusDelayMs, () => world.status(phone, bubble, 'failed', why))
    return
  }
  world.webhooks.later(statusDelayMs, () => world.status(phone, bubble, 'sent'))
  world.webhooks.later(statusDelayMs * 2, () => world.status(phone, bubble, 'delivered'))
  if (world.readsAfterMs !== null)
    world.webhooks.later(statusDelayMs * 2 + world.readsAfterMs, () => world.status(phone, bubble, 'read'))
}

function rejectBlocked(world: GraphWorld, phone: BusinessPhone): void {
  const { fault } = world
  if (fault && fault.until > world.now() && (fault.phoneId === null || fault.phoneId === phone.id))
    throw new GraphError(fault.code, 'Switched on by the control door.')
  if (phone.banned) throw new GraphError(131031, 'The account was restricted for a violation of the policy.')
  if (!phone.registered) throw new GraphError(133010, 'The number is not registered on the platform.')
}

function rejectFlood(world: GraphWorld, phone: BusinessPhone, who: Customer): void {
  const now = world.now()
  while (phone.sentAt[0] !== undefined && now - phone.sentAt[0] >= 1_000) phone.sentAt.shift()
  if (phone.sentAt.length >= perSecond)
    throw new GraphError(
      130429,
      'Message failed to send because there were too many messages sent from this phone number in a short period of time',
    )
  const key = pairOf(phone, who)
  const pair = world.pairs.get(key) ?? { left: pairAhead, at: now }
  const left = Math.min(pairAhead, pair.left + (now - pair.at) / pairEveryMs)
  if (left < 1)
    throw new GraphError(
      131056,
      'Too many messages sent from the sender phone number to the same recipient phone number in a short period of time.',
    )
  world.pairs.set(key, { left: left - 1, at: now })
  phone.sentAt.push(now)
}

function rejectTier(world: GraphWorld, phone: BusinessPhone, who: Customer): void {
  const now = world.now()
  for (const [waId, at] of phone.reachedAt) if (now - at >= day) phone.reachedAt.delete(waId)
  if (!phone.reachedAt.has(who.waId) && phone.reachedAt.size >= peopleOfTier[phone.tier])
    throw new GraphError(
      131048,
      `The number may reach ${peopleOfTier[phone.tier]} different people in 24 hours.`,
    )
  phone.reachedAt.set(who.waId, now)
}

function templateOf(
  world: GraphWorld,
  phone: BusinessPhone,
  wanted: NonNullable<SentMessage['template']>,
): Template {
  const found = world.templates.find(
    ({ wabaId, name, language }) =>
      wabaId === phone.wabaId && name === wanted.name && language === wanted.language,
  )
  if (!found || found.status === 'PENDING' || found.status === 'REJECTED')
    throw new GraphError(132001, `template name (${wanted.name}) does not exist in ${wanted.language}`)
  if (found.status === 'PAUSED') throw new GraphError(132015, 'The template is paused due to low quality.')
  if (found.status === 'DISABLED')
    throw new GraphError(132016, 'The template is disabled due to low quality.')
  const expected = new Set(found.body.match(/\{\{\w+\}\}/g) ?? []).size
  if (expected !== wanted.params.length)
    throw new GraphError(
      132000,
      `body: number of localizable_params (${wanted.params.length}) does not match the expected number of params (${expected})`,
    )
  return found
}

const categoryOf = ({ category }: Template): Charge['category'] =>
  category.toLowerCase() as Charge['category']

/** Parameters by position. */
function filled(body: string, params: readonly string[]): string {
  const names = [...new Set(body.match(/\{\{\w+\}\}/g) ?? [])]
  return names.reduce((text, name, index) => text.replaceAll(name, params[index] ?? ''), body)
}
