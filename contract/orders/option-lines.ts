import type { OrderItem } from './orders.ts'

/** One line below an item: an option, or what was asked below the option before it. */
export interface OptionLine {
  readonly depth: 1 | 2
  readonly quantity: number
  /** Of an option; the name of what is below one has its question already. */
  readonly groupName: string | null
  readonly name: string
  readonly unitPriceCents: number
}

/** The options of an item as lines, each with what was asked below it after it. */
export const optionLines = ({ options }: Pick<OrderItem, 'options'>): readonly OptionLine[] =>
  options.flatMap((option) => [
    { ...lineOf(option), depth: 1 },
    ...(option.options ?? []).map((inner): OptionLine => ({
      ...lineOf(inner),
      depth: 2,
      groupName: null,
      name: withQuestion(inner),
    })),
  ])

const lineOf = ({ quantity, groupName, name, unitPriceCents }: Omit<OptionLine, 'depth'>) => ({
  quantity,
  groupName,
  name,
  unitPriceCents,
})

/** "Tomate" alone could be an addition or a removal: the question says which. */
function withQuestion({
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
