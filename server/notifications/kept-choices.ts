import * as z from 'zod/mini'
import { noticeChannels, noticeEvents, type NoticeChannel } from '../../contract/notifications/choices.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import { reportOddRow } from '../errors/odd-rows.ts'
import { isRecord } from '../marketplaces/sanitise/is-record.ts'
import type { KeptChoices } from './choices.rules.ts'

const channels = z.array(z.enum(noticeChannels))

/**
 * `notification_choices.choices` of a person. An event whose channels this version does not know, even in part, counts
 * as never chosen: its usual channels notify the person, and nobody else of the store misses a notice.
 */
export function choicesOf(uid: string, column: unknown): KeptChoices['choices'] {
  const known: [string, readonly NoticeChannel[]][] = []
  let isOdd = !isRecord(column)
  for (const event of noticeEvents) {
    const chosen = isRecord(column) ? lookup(column, event) : undefined
    if (chosen === undefined) continue
    const read = z.safeParse(channels, chosen)
    if (read.success) known.push([event, read.data])
    else isOdd = true
  }
  if (isOdd) reportOddRow({ kind: 'notice-choices', storeId: null, id: uid, shown: true })
  return Object.fromEntries(known)
}
