import { readPhone } from '../../contract/shared/phones.ts'

/**
 * A phone as WhatsApp writes it, digits only, in the form that is kept: a Brazilian mobile always has its ninth digit,
 * whether or not the platform left it out. Null: no number of a person (too short, too long, a landline of 0800).
 */
export function keptPhone(written: string): string | null {
  const digits = written.replace(/@.*$/, '').replaceAll(/\D/g, '')
  if (!/^[1-9]\d{7,14}$/.test(digits)) return null
  const brazilian = digits.startsWith('55') ? readPhone(`+${digits}`) : null
  return brazilian?.slice(1) ?? digits
}

/** Only a Brazilian mobile or landline of a person is written to first. */
export const isBrazilian = (phone: string): boolean => readPhone(`+${phone}`) === `+${phone}`
