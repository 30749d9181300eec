import type { MenuOptionGroup } from '../../../contract/menu/menu.ts'
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
  })) ?? [newOption()]

export const newOption = (): TypedOption => ({
  key: crypto.randomUUID(),
  id: null,
  name: '',
  description: '',
  price: '0,00',
  most: '1',
  sold: true,
})

export const optionInput = ({ id, name, description, price, most, sold }: TypedOption) => ({
  ...(id === null ? {} : { id }),
  name,
  description,
  status: sold ? ('AVAILABLE' as const) : ('UNAVAILABLE' as const),
  // What cannot be read becomes NaN, which the call refuses with a sentence.
  priceCents: centsTyped(price) ?? Number.NaN,
  maxPermitted: wholeNumber(most),
})

export const wholeNumber = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)

/** What is wrong with an option, for its row; null: nothing. */
export function optionProblem(option: TypedOption): string | null {
  if (option.name.trim() === '') return 'Informe o nome da opção.'
  if (centsTyped(option.price) === null) return 'Informe o preço em reais, como 12,50.'
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
