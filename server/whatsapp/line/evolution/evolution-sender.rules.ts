import type { Correspondent } from '../../messaging/messaging-driver.ts'
import { normalPhone } from '../../messaging/phone.rules.ts'

/** The names that a message's key may give the two sides of a chat, beside `remoteJid`. */
export interface SenderKey {
  readonly remoteJid: string
  readonly fromMe: boolean
  readonly remoteJidAlt?: unknown
  readonly senderPn?: unknown
  readonly senderLid?: unknown
  readonly participantAlt?: unknown
  readonly participantPn?: unknown
  readonly participantLid?: unknown
}

const isHidden = (jid: string): boolean => jid.endsWith('@lid')

/** Whether it is a chat with one person. Groups, channels, broadcasts and status posts are not. */
export const isPerson = (jid: string): boolean => isHidden(jid) || /@(s\.whatsapp\.net|c\.us)$/.test(jid)

/**
 * The person at the other end, by all names in the key: a phone, the hidden name (`…@lid`), or both. In a message of the
 * store's own (`fromMe`), sender and participant are the store. Two phones that differ are none: an answer would reach a
 * stranger. Null: there is no valid name.
 */
export function correspondentOf(key: SenderKey, own: string | null): Correspondent | null {
  const other = [key.remoteJid, key.remoteJidAlt]
  const sender = [key.senderPn, key.senderLid, key.participantAlt, key.participantPn, key.participantLid]
  const jids = [...other, ...(key.fromMe ? [] : sender)].filter(
    (jid) => typeof jid === 'string' && isPerson(jid),
  ) as string[]
  const phones = new Set(jids.filter((jid) => !isHidden(jid)).flatMap((jid) => normalPhone(jid) ?? []))
  // Only an alternative may be the store's own number by mistake.
  if (own !== null && normalPhone(key.remoteJid) !== own) phones.delete(own)
  const hidden = new Set(jids.filter(isHidden).flatMap((jid) => plainLid(jid) ?? []))
  const phone = phones.size === 1 ? ([...phones][0] ?? null) : null
  const userId = hidden.size === 1 ? ([...hidden][0] ?? null) : (plainLid(key.remoteJid) ?? null)
  return phone === null && userId === null ? null : { phone, userId }
}

/** Without the device and the agent: `1999:7@lid` is the same person as `1999@lid`. */
const plainLid = (jid: string): string | null => {
  const digits = /^(\d{1,40})(?:_\d+)?(?::\d+)?@lid$/.exec(jid)?.[1]
  return digits === undefined ? null : `${digits}@lid`
}
