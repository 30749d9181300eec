import * as z from 'zod/mini'
import { isCnpj, isCpf } from '../shared/brazil.ts'
import { withoutAccents } from '../shared/folded.ts'
import { readPhone } from '../shared/phones.ts'

export type PixKeyKind = 'cpf' | 'cnpj' | 'phone' | 'email' | 'random'

const email = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/
const random = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The key as banks keep it, with its kind; null: it is none of the five. Eleven digits are a CPF if they can be one. */
export function pixKeyOf(typed: string): { readonly kind: PixKeyKind; readonly key: string } | null {
  const text = typed.trim()
  const lower = text.toLowerCase()
  if (random.test(lower)) return { kind: 'random', key: lower }
  if (lower.includes('@'))
    return lower.length <= 77 && email.test(lower) ? { kind: 'email', key: lower } : null
  const bare = text.toUpperCase().replaceAll(/[./\-\s()]/g, '')
  if (isCpf(bare)) return { kind: 'cpf', key: bare }
  if (isCnpj(bare)) return { kind: 'cnpj', key: bare }
  // Written as a CPF, it is no phone.
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(text)) return null
  const phone = /\p{L}/u.test(text) ? null : readPhone(text)
  return phone === null ? null : { kind: 'phone', key: phone }
}

/** One of the five kinds of key, stored as banks keep it. */
export const pixKeyText = z.pipe(
  z.string('Informe a chave Pix.').check(
    z.trim(),
    z.maxLength(120, 'A chave é longa demais.'),
    z.refine(
      (typed) => pixKeyOf(String(typed)) !== null,
      'Confira a chave: CPF, CNPJ, e-mail, telefone com DDD ou chave aleatória.',
    ),
  ),
  z.transform((typed: string) => pixKeyOf(typed)?.key ?? typed),
)

/**
 * The text of a static Pix QR code without an amount (Banco Central, Manual do BR Code: EMV fields and a CRC).
 * Names are plain letters, cut to the lengths that the manual allows.
 */
export function brCode({
  key,
  name,
  city,
}: {
  readonly key: string
  readonly name: string
  readonly city: string
}): string {
  const account = field('00', 'br.gov.bcb.pix') + field('01', key)
  const text = [
    field('00', '01'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plain(name, 25)),
    field('60', plain(city, 15)),
    field('62', field('05', '***')),
    '6304',
  ].join('')
  return text + crc16(text)
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`

const plain = (text: string, most: number): string =>
  withoutAccents(text)
    .replaceAll(/[^A-Za-z0-9 ]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim() || 'LOJA'

/** CRC-16/CCITT-FALSE: polynomial 1021, start FFFF. */
function crc16(text: string): string {
  let crc = 0xffff
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index) << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
