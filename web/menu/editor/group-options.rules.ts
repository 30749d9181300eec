import type { MenuOptionChannel } from '../../../contract/menu/item-wishes.ts'
import type { MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { withChannel, type Platform } from '../../../contract/shared/channels.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { reaisText } from '../item/item-form.rules.ts'

/** An option as it is typed. */
export interface TypedOption {
  /** For React; an option that is new has no id yet. */
  readonly key: string
  readonly id: string | null
  readonly name: string
  readonly description: string
  readonly price: string
  readonly most: string
  readonly sold: boolean
  /** Its prices at marketplaces that have one. */
  readonly channels: readonly TypedChannel[]
}

export interface TypedChannel {
  readonly platform: Platform
  readonly merchantId: string
  readonly price: string
  /** As it was when the form was opened. */
  readonly before: string
}

export const typedOptions = (group: MenuOptionGroup | null): readonly TypedOption[] =>
  group?.options.map((option) => ({
    key: option.id,
    id: option.id,
    name: option.name,
    description: option.description,
    price: reaisText(option.priceCents),
    most: String(option.maxPermitted),
    sold: option.status === 'AVAILABLE',
    channels: (option.channels ?? []).flatMap(typedChannel),
  })) ?? [newOption()]

function typedChannel({ platform, merchantId, priceCents }: MenuOptionChannel): readonly TypedChannel[] {
  if (priceCents === null) return []
  const price = reaisText(priceCents)
  return [{ platform, merchantId, price, before: price }]
}

export const newOption = (): TypedOption => ({
  key: crypto.randomUUID(),
  id: null,
  name: '',
  description: '',
  price: '0,00',
  most: '1',
  sold: true,
  channels: [],
})

/** With the channels that the option got since it was opened for typing: a menu there is matched any moment. */
export function withNewChannels(
  typed: TypedOption,
  now: Pick<MenuOptionGroup['options'][number], 'channels'> | undefined,
): TypedOption {
  const known = new Set(typed.channels.map(({ merchantId }) => merchantId))
  const more = (now?.channels ?? []).filter(({ merchantId }) => !known.has(merchantId)).flatMap(typedChannel)
  return more.length === 0 ? typed : { ...typed, channels: [...typed.channels, ...more] }
}

export const optionInput = ({ id, name, description, price, most, sold, channels }: TypedOption) => ({
  ...(id === null ? {} : { id }),
  name,
  description,
  status: sold ? ('AVAILABLE' as const) : ('UNAVAILABLE' as const),
  // What cannot be read becomes NaN, which the call refuses with a sentence.
  priceCents: centsTyped(price) ?? Number.NaN,
  maxPermitted: wholeNumber(most),
  ...channelInput(channels.filter((channel) => channel.price !== channel.before)),
})

const channelInput = (changed: readonly TypedChannel[]) =>
  changed.length === 0
    ? {}
    : {
        channelPrices: changed.map(({ merchantId, price }) => ({
          merchantId,
          priceCents: centsTyped(price) ?? Number.NaN,
        })),
      }

export const wholeNumber = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)

/** What is wrong with an option, for its row; null: nothing. */
export function optionProblem(option: TypedOption): string | null {
  if (option.name.trim() === '') return 'Informe o nome da opção.'
  if (centsTyped(option.price) === null) return 'Informe o preço em reais, como 12,50.'
  const odd = option.channels.find(({ price }) => centsTyped(price) === null)
  if (odd) return `Informe o preço ${withChannel('em', odd.platform)} em reais, como 12,50.`
  const most = wholeNumber(option.most)
  return most >= 1 && most <= 100 ? null : 'Informe quantas vezes, de 1 a 100.'
}

export function movedOption(
  options: readonly TypedOption[],
  key: string,
  by: -1 | 1,
): readonly TypedOption[] {
  const at = options.findIndex((option) => option.key === key)
  const one = options[at]
  if (!one || at + by < 0 || at + by >= options.length) return options
  return options.toSpliced(at, 1).toSpliced(at + by, 0, one)
}
