/**
 * A phone number as stored: E.164 digits without "+". WhatsApp leaves out the ninth digit of some Brazilian mobiles; it
 * is added here. Null: not a person's number (too short, too long, or 0800).
 */
export function normalPhone(written: string): string | null {
  // WhatsApp appends the agent and the device: `5511987654321_1:12@s.whatsapp.net`.
  const digits = written.replace(/(?:_\d+)?(?::\d+)?@.*$/, '').replaceAll(/\D/g, '')
  if (!/^[1-9]\d{7,14}$/.test(digits)) return null
  const old = /^(55[1-9]\d)([6-9]\d{7})$/.exec(digits)
  return old ? `${old[1] ?? ''}9${old[2] ?? ''}` : digits
}

/** Whether it is a Brazilian mobile or landline. The store starts conversations with these only. */
export const isBrazilian = (phone: string): boolean => /^55[1-9]\d(?:9\d{8}|[2-5]\d{7})$/.test(phone)
