import * as z from 'zod/mini'
import { lookup } from '../../../../contract/shared/lookup.ts'
import type { LineEvent, TemplateEvent, UnreadEvent } from '../../messaging/line-events.ts'
import { truncate } from '../../messaging/text.rules.ts'
import { qualityOf, templateCategory, templateState, templateWarnings, tierOf } from './cloud-codes.rules.ts'

const text = z.string().check(z.maxLength(1_000))
const change = z.object({
  event: z.optional(text),
  current_limit: z.optional(text),
  quality_rating: z.optional(text),
  message_template_name: z.optional(text),
  message_template_language: z.optional(text),
  new_category: z.optional(text),
  correct_category: z.optional(text),
})
type Change = z.output<typeof change>

interface Account {
  readonly accountId: string
  readonly now: Date
}

/** The events of a change that is about a business account, not about one number. */
export function accountEvents(field: string, value: unknown, account: Account): readonly LineEvent[] {
  const { data } = z.safeParse(change, value)
  if (!data) return [unread(account, `${field} of another form`, true)]
  switch (field) {
    case 'message_template_status_update':
      return templateStatus(data, account)
    case 'template_category_update':
      return templateCategories(data, account)
    case 'phone_number_quality_update':
      return [
        {
          ...connection(account),
          state: null,
          quality: qualityOf(data.quality_rating),
          tier: tierOf(data.current_limit),
        },
      ]
    case 'account_update':
      return bans.includes(data.event ?? '')
        ? [{ ...connection(account), state: 'banned', quality: null, tier: null }]
        : [unread(account, `account event ${data.event ?? ''}`)]
    default:
      return [unread(account, `field ${field}`, true)]
  }
}

const bans: readonly string[] = ['DISABLED_UPDATE', 'ACCOUNT_VIOLATION']

const connection = ({ accountId, now }: Account) =>
  ({ type: 'connection', lineKey: null, accountId, at: now, pairing: null }) as const

/** A new state ends a warning. One that this version does not know changes nothing. */
function templateStatus(data: Change, account: Account): readonly LineEvent[] {
  const status = data.event ?? ''
  const template = templateOf(data, account)
  if (!template) return [unread(account, 'template without a name', true)]
  const warning = lookup(templateWarnings, status)
  if (warning) return [{ ...template, state: null, warning }]
  const state = templateState(status)
  return state ? [{ ...template, state, warning: null }] : [unread(account, `template state ${status}`)]
}

/** `correct_category` announces a change that is still to come. */
function templateCategories(data: Change, account: Account): readonly LineEvent[] {
  const template = templateOf(data, account)
  if (!template) return [unread(account, 'template without a name', true)]
  const [category, next] = [templateCategory(data.new_category), templateCategory(data.correct_category)]
  if (!category && !next) return [unread(account, `template category ${data.new_category ?? ''}`)]
  const announced = next && next !== category ? next : null
  return [{ ...template, state: null, ...(category ? { category } : {}), nextCategory: announced }]
}

const templateOf = (
  { message_template_name: name, message_template_language: language }: Change,
  { accountId, now }: Account,
): Omit<TemplateEvent, 'state'> | null =>
  name === undefined
    ? null
    : { type: 'template', lineKey: null, accountId, at: now, name, language: language ?? 'pt_BR' }

const unread = ({ accountId }: Account, what: string, isRefused = false): UnreadEvent => ({
  type: 'unread',
  lineKey: null,
  accountId,
  what: truncate(what, 100),
  isRefused,
})
