import type { RingPoint } from '../../../contract/delivery/points.ts'
import type { DeliveryZone, ZoneKind, ZoneShape } from '../../../contract/delivery/zones.ts'
import type { DeliveryWindow } from '../../../contract/delivery/windows.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { money, plural, upTo } from '../../words/format.ts'
import { reaisTyped } from '../../words/reais-typed.ts'

/** A zone as its dialog holds it: what is typed, as it is typed. */
export interface ZoneForm {
  readonly id: string
  readonly name: string
  readonly kind: ZoneKind
  readonly deny: boolean
  /** One district a line, other names behind `=`. */
  readonly districts: string
  readonly fromKm: string
  readonly toKm: string
  readonly fromCep: string
  readonly toCep: string
  readonly ring: readonly RingPoint[]
  readonly fee: string
  readonly min: string
  readonly max: string
  readonly minimum: string
  readonly freeAbove: string
  readonly payout: string
  readonly windows: readonly DeliveryWindow[]
}

export const newZone = (kind: ZoneKind): ZoneForm => ({
  id: crypto.randomUUID(),
  name: '',
  kind,
  deny: false,
  districts: '',
  fromKm: '0',
  toKm: '3',
  fromCep: '',
  toCep: '',
  ring: [],
  fee: '7,00',
  min: '40',
  max: '55',
  minimum: '',
  freeAbove: '',
  payout: '',
  windows: [],
})

export function formOf(zone: DeliveryZone): ZoneForm {
  const { id, name, shape, deny, windows } = zone
  return {
    ...newZone(shape.kind),
    id,
    name,
    deny,
    windows,
    fee: reaisTyped(zone.feeCents),
    min: String(zone.minutes.min),
    max: String(zone.minutes.max),
    minimum: zone.minimumCents === 0 ? '' : reaisTyped(zone.minimumCents),
    freeAbove: zone.freeAboveCents === null ? '' : reaisTyped(zone.freeAboveCents),
    payout: zone.courierPayoutCents === null ? '' : reaisTyped(zone.courierPayoutCents),
    ...shapeFields(shape),
  }
}

function shapeFields(shape: ZoneShape): Partial<ZoneForm> {
  switch (shape.kind) {
    case 'district':
      return {
        districts: shape.districts
          .map(({ name, aliases }) => (aliases.length > 0 ? `${name} = ${aliases.join(', ')}` : name))
          .join('\n'),
      }
    case 'radius':
      return { fromKm: km(shape.fromMetres), toKm: km(shape.toMetres) }
    case 'cep':
      return { fromCep: cepText(shape.from), toCep: cepText(shape.to) }
    case 'polygon':
      return { ring: shape.ring.map(([lng, lat]) => [lng, lat]) }
  }
}

const km = (metres: number): string => upTo(metres / 1_000, 3)
const cepText = (cep: string): string => (cep.length === 8 ? `${cep.slice(0, 5)}-${cep.slice(5)}` : cep)

/** What the contract's schema checks; a value that is no number stays one that it refuses. */
export function zoneOf(form: ZoneForm): DeliveryZone {
  return {
    id: form.id,
    name: form.name.trim(),
    shape: shapeOf(form),
    deny: form.deny,
    feeCents: form.deny ? 0 : centsOf(form.fee),
    minutes: form.deny ? { min: 1, max: 1 } : { min: whole(form.min), max: whole(form.max) },
    minimumCents: form.deny || form.minimum.trim() === '' ? 0 : centsOf(form.minimum),
    freeAboveCents: form.deny || form.freeAbove.trim() === '' ? null : centsOf(form.freeAbove),
    courierPayoutCents: form.deny || form.payout.trim() === '' ? null : centsOf(form.payout),
    windows: [...form.windows],
  }
}

const centsOf = (typed: string): number => centsTyped(typed) ?? Number.NaN
const whole = (typed: string): number => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

function shapeOf(form: ZoneForm): ZoneShape {
  switch (form.kind) {
    case 'district':
      return { kind: 'district', districts: districtsOf(form.districts) }
    case 'radius':
      return { kind: 'radius', fromMetres: metresOf(form.fromKm), toMetres: metresOf(form.toKm) }
    case 'cep':
      return { kind: 'cep', from: form.fromCep, to: form.toCep }
    case 'polygon':
      return { kind: 'polygon', ring: form.ring.map(([lng, lat]): [number, number] => [lng, lat]) }
  }
}

export const districtsOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', others = ''] = line.split('=')
      const aliases = others
        .split(',')
        .map((alias) => alias.trim())
        .filter((alias) => alias !== '')
      return { name: name.trim(), aliases }
    })

function metresOf(typed: string): number {
  const bare = typed.trim().replace(',', '.')
  return /^\d{1,3}(\.\d{1,3})?$/.test(bare) ? Math.round(Number(bare) * 1_000) : Number.NaN
}

/** Where the zone is, in a few words: `3 bairros`, `1,5 a 3 km`. */
export function placeWords({ shape }: DeliveryZone): string {
  switch (shape.kind) {
    case 'district': {
      const [first] = shape.districts
      if (shape.districts.length === 1 && first) return `bairro ${first.name}`
      return plural(shape.districts.length, 'bairro', 'bairros')
    }
    case 'radius':
      return shape.fromMetres === 0
        ? `até ${km(shape.toMetres)}\u00a0km`
        : `de ${km(shape.fromMetres)} a ${km(shape.toMetres)}\u00a0km`
    case 'cep':
      return `CEP ${cepText(shape.from)} a ${cepText(shape.to)}`
    case 'polygon':
      return `desenhada, ${plural(shape.ring.length, 'ponto', 'pontos')}`
  }
}

export const feeWords = ({ deny, feeCents }: DeliveryZone): string =>
  deny ? 'não entrega' : feeCents === 0 ? 'grátis' : money(feeCents)

export const minutesWords = ({ deny, minutes: { min, max } }: DeliveryZone): string =>
  deny ? '' : min === max ? `${max}\u00a0min` : `${min} a ${max}\u00a0min`

export interface MassChange {
  /** In centavos, or in percent of each fee. */
  readonly fee: { readonly kind: 'cents' | 'percent'; readonly by: number }
  readonly minutes: number
}

/** The same change for all zones that deliver; no fee and no time falls below its least. */
export const changedTogether = (
  zones: readonly DeliveryZone[],
  { fee, minutes }: MassChange,
): readonly DeliveryZone[] =>
  zones.map((zone) => {
    if (zone.deny) return zone
    const wished =
      fee.kind === 'cents' ? zone.feeCents + fee.by : Math.round((zone.feeCents * (100 + fee.by)) / 100)
    const within = (value: number) => Math.min(360, Math.max(1, value + minutes))
    return {
      ...zone,
      feeCents: Math.min(100_000, Math.max(0, wished)),
      minutes: { min: within(zone.minutes.min), max: within(zone.minutes.max) },
    }
  })

/** The list with one zone at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const next = [...list]
  const [one] = next.splice(from, 1)
  if (one !== undefined) next.splice(Math.min(Math.max(0, to), next.length), 0, one)
  return next
}

/** `R$` never parts from its number in a sentence of the server. */
export const kept = (words: string): string => words.replaceAll('R$ ', 'R$\u00a0')
