import { readPhone } from '../../../contract/shared/phones.ts'

/**
 * A phone number as stored: E.164 digits without "+". WhatsApp leaves out the ninth digit of some Brazilian mobiles; it
 * is added here. Null: not a person's number (too short, too long, or 0800).
 */
export function normalPhone(written: string): string | null {
  // WhatsApp appends the agent and the device: `5511987654321_1:12@s.whatsapp.net`.
  const digits = written.replace(/(?:_\d+)?(?::\d+)?@.*$/, '').replaceAll(/\D/g, '')
  if (!/^[1-9]\d{7,14}$/.test(digits)) return null
  const brazilian = digits.startsWith('55') ? readPhone(`+${digits}`) : null
  return brazilian?.slice(1) ?? digits
}

/** Whether it is a Brazilian mobile or landline. The store starts conversations with these only. */
export const isBrazilian = (phone: string): boolean => readPhone(`+${phone}`) === `+${phone}`
