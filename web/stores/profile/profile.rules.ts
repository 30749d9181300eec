import { stateCodes, zoneOf } from '../../../contract/shared/brazil.ts'
import { businessDayOf } from '../../../contract/shared/day.ts'
import type { StoreProfile } from '../../../contract/stores/profile.ts'
import type { DraftWords } from '../../settings/settings.ts'
import { phoneText, zoneName, zonePlace } from '../../words/format.ts'

const names = [
  'name',
  'brand',
  'code',
  'phone',
  'document',
  'zipCode',
  'state',
  'city',
  'district',
  'street',
  'number',
  'complement',
  'lat',
  'lng',
  'timezone',
  'menuSlug',
] as const
export type ProfileFields = Readonly<Record<(typeof names)[number], string>>

export const profileWords: DraftWords<ProfileFields> = {
  name: { label: 'Nome' },
  brand: { label: 'Marca' },
  code: { label: 'Sigla', show: (text) => text || 'a do nome' },
  phone: { label: 'Telefone' },
  document: { label: 'CNPJ ou CPF' },
  zipCode: { label: 'CEP' },
  state: { label: 'Estado' },
  city: { label: 'Cidade' },
  district: { label: 'Bairro' },
  street: { label: 'Rua' },
  number: { label: 'Número' },
  complement: { label: 'Complemento' },
  lat: { label: 'Latitude' },
  lng: { label: 'Longitude' },
  timezone: { label: 'Fuso', show: zoneText },
  menuSlug: { label: 'Endereço do cardápio' },
}

export type PixFields = Readonly<{ pixKey: string }>

export const pixWords: DraftWords<PixFields> = { pixKey: { label: 'Chave Pix' } }

/** "Horário de Brasília (São Paulo)". */
export function zoneText(timezone: string): string {
  return `${zoneName(timezone)} (${zonePlace(timezone)})`
}

export function fieldsOf(profile: StoreProfile): ProfileFields {
  const { address } = profile
  return {
    name: profile.name,
    brand: profile.brand,
    code: profile.code ?? '',
    phone: profile.phone ? phoneText(profile.phone) : '',
    document: documentShown(profile.document ?? ''),
    zipCode: address.zipCode.replace(/^(\d{5})(\d{3})$/, '$1-$2'),
    state: address.state,
    city: address.city,
    district: address.district,
    street: address.street,
    number: address.number,
    complement: address.complement ?? '',
    lat: coordinateShown(address.lat),
    lng: coordinateShown(address.lng),
    timezone: profile.timezone,
    menuSlug: profile.menuSlug,
  }
}

/** The body of the call; what was left empty is none. The Pix key is changed among the payments. */
export function bodyOf(fields: ProfileFields, pixKey: string | null) {
  const orNull = (text: string) => (text.trim() === '' ? null : text)
  const { name, brand, timezone, menuSlug, street, number, district, city, state, zipCode } = fields
  return {
    name,
    brand,
    code: orNull(fields.code),
    phone: orNull(fields.phone),
    document: orNull(fields.document),
    menuSlug,
    pixKey: orNull(pixKey ?? ''),
    timezone,
    address: {
      street,
      number,
      complement: orNull(fields.complement),
      district,
      city,
      state,
      zipCode,
      lat: coordinateOf(fields.lat),
      lng: coordinateOf(fields.lng),
    },
  }
}

/** "-23,5505" and "-23.5505"; what is no number stays none, and the schema refuses it. */
export function coordinateOf(text: string): number | null {
  const typed = text.trim().replace('−', '-').replace(',', '.')
  return typed === '' ? null : /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : Number.NaN
}

export const coordinateShown = (value: number | null): string =>
  value === null ? '' : String(value).replace('.', ',')

/** With the usual punctuation; what is neither stays as it is. */
export function documentShown(bare: string): string {
  if (/^\d{11}$/.test(bare)) return bare.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  if (/^[0-9A-Z]{12}\d{2}$/.test(bare)) return bare.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')
  return bare
}

type Located = Pick<ProfileFields, 'city' | 'state' | 'zipCode' | 'timezone'>

/** The IANA zone of an address that was changed; null: the address or its zone is the chosen one. */
export function zoneSuggestion(saved: Located, typed: Located): string | null {
  const isSame = (['city', 'state', 'zipCode'] as const).every((name) => saved[name] === typed[name])
  const state = stateCodes.find((code) => code === typed.state)
  if (isSame || !state) return null
  const zone = zoneOf({ city: typed.city, state, zipCode: typed.zipCode })
  return zone === typed.timezone ? null : zone
}

/** What another zone changes, said before it is saved; null: nothing. */
export function zoneEffect(from: string, to: string, dayStart: string, now: Date): string | null {
  if (from === to) return null
  const time = (timezone: string) =>
    now.toLocaleTimeString('pt-BR', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  const before = businessDayOf(now, from, dayStart)
  const after = businessDayOf(now, to, dayStart)
  const day = before === after ? '' : ` Os próximos pedidos contam em ${after.slice(8)}/${after.slice(5, 7)}.`
  return `Para a loja são ${time(to)} em vez de ${time(from)}. Os horários e a virada do dia às ${dayStart} seguem este relógio. Pedidos que já entraram ficam no dia em que estão.${day}`
}
