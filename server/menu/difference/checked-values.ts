import * as z from 'zod/mini'
import { menuCode } from '../../../contract/menu/menu-fields.ts'

/** Everything that does not print leaves a name; emoji too, because names are printed in the kitchen. */
export function plain(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .slice(0, 2_000)
    .normalize('NFC')
    .replaceAll(/[\u200b\u202a-\u202e\u2066-\u2069\ufeff]|\u200d|\ufe0f/g, '')
    .replaceAll(/(?![©®™\d#*])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/gu, '')
    .replaceAll(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}

export function plainLines(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .slice(0, 20_000)
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u200b\u202a-\u202e\u2066-\u2069\ufeff]|(?!\n)\p{Cc}/gu, '')
    .trim()
}

export type Found<T> =
  | { readonly value: T; readonly message: null }
  | { readonly value: never; readonly message: string }

export function checked<T>(schema: z.ZodMiniType<T>, value: unknown): Found<T> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return { value: parsed.data, message: null }
  const message = parsed.error.issues[0]?.message ?? 'Este valor não serve.'
  return { message } as Found<T>
}

export function codeOf(value: unknown): Found<string | null> {
  const text = plain(value)
  return text === '' ? { value: null, message: null } : checked(menuCode, text)
}

export function wholeNumber(value: unknown, least: number, most: number, otherwise: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return otherwise
  return Math.min(Math.max(Math.round(number), least), most)
}
