/**
 * A phone as WhatsApp writes it, digits only, in the form that is kept: a Brazilian mobile always has its ninth digit,
 * whether or not the platform left it out. Null: no number of a person (too short, too long, a landline of 0800).
 */
export function keptPhone(written: string): string | null {
  const digits = written.replace(/@.*$/, '').replaceAll(/\D/g, '')
  if (!/^[1-9]\d{7,14}$/.test(digits)) return null
  const old = /^(55[1-9]\d)([6-9]\d{7})$/.exec(digits)
  return old ? `${old[1] ?? ''}9${old[2] ?? ''}` : digits
}

/** Only a Brazilian mobile or landline of a person is written to first. */
export const isBrazilian = (phone: string): boolean => /^55[1-9]\d(?:9\d{8}|[2-5]\d{7})$/.test(phone)
