import type { OrderItem } from './orders.ts'

/** A line of an item: an option, or a suboption of the option before it. */
export interface OptionLine {
  readonly depth: 1 | 2
  readonly quantity: number
  /** Of an option. Null for a suboption: its name already starts with its group. */
  readonly groupName: string | null
  readonly name: string
  readonly unitPriceCents: number
}

/** The options of an item as lines, each followed by its suboptions. */
export const optionLines = ({ options }: Pick<OrderItem, 'options'>): readonly OptionLine[] =>
  options.flatMap((option) => [
    { ...lineOf(option), depth: 1 },
    ...(option.options ?? []).map((inner): OptionLine => ({
      ...lineOf(inner),
      depth: 2,
      groupName: null,
      name: withGroup(inner),
    })),
  ])

const lineOf = ({ quantity, groupName, name, unitPriceCents }: Omit<OptionLine, 'depth'>) => ({
  quantity,
  groupName,
  name,
  unitPriceCents,
})

/** `Retirar: Tomate`: a suboption alone does not say whether it adds or removes. */
export function withGroup({
  groupName,
  name,
}: {
  readonly groupName: string | null
  readonly name: string
}): string {
  const question = groupName?.trim() ?? ''
  if (question === '') return name
  return /[?!:.]$/.test(question) ? `${question} ${name}` : `${question}: ${name}`
}
