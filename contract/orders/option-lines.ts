import type { OrderItem, SoldOption } from './orders.ts'

/** A line of an item: an option, or a suboption of the option before it. */
export interface OptionLine {
  readonly depth: 1 | 2
  /** Before the name: `+` of an option, `>` of a suboption, `-` of what must not be in the item. */
  readonly sign: '+' | '>' | '-'
  readonly quantity: number
  /** Of an option. Null for a suboption: its name already starts with its group. */
  readonly groupName: string | null
  readonly name: string
  readonly unitPriceCents: number
  readonly unmapped?: boolean
  readonly ourName?: string
}

/** The options of an item as lines, each followed by its suboptions. */
export const optionLines = ({
  options,
}: {
  readonly options: readonly SoldOption[]
}): readonly OptionLine[] =>
  options.flatMap((option) => [optionLine(option), ...(option.options ?? []).map(suboptionLine)])

function optionLine(option: Answered): OptionLine {
  const without = leftOut(option)
  if (without === null) return { ...lineOf(option), depth: 1, sign: '+' }
  return { ...lineOf(option), depth: 1, sign: '-', name: `Sem ${without}` }
}

function suboptionLine(option: Answered): OptionLine {
  const without = leftOut(option)
  const line = { ...lineOf(option), depth: 2, groupName: null } as const
  if (without === null) return { ...line, sign: '>', name: withGroup(option) }
  return { ...line, sign: '-', name: `Sem ${without}` }
}

/**
 * `Tomate` of the option "Sem Tomate", and of "Tomate" in the group "Retirar", as marketplaces call it. Null: it is in
 * the item.
 */
export function leftOut({ groupName, name }: Pick<Answered, 'groupName' | 'name'>): string | null {
  const asksWhatToLeaveOut = removal.test(groupName ?? '') && !plainAnswer.test(name)
  return leftOutIn(name) ?? (asksWhatToLeaveOut ? name : null)
}

const removal = /^\s*(?:deseja |quer |o que )?(?:retir|remov|tirar|sem\b)/i
const plainAnswer = /^\s*(?:sim|não|nao|nenhum|nada|manter|tudo)(?![\p{L}])/iu

/** `cebola` of "Sem cebola"; null for anything longer, which stays a note word by word. */
export function leftOutIn(text: string): string | null {
  const found = /^sem\s+([^\s,.;]+(?:\s+[^\s,.;]+){0,2})$/i.exec(text.trim())
  return found?.[1] ?? null
}

type Answered = Omit<OptionLine, 'depth' | 'sign'>

const lineOf = ({ quantity, groupName, name, unitPriceCents, unmapped, ourName }: Answered) => ({
  quantity,
  groupName,
  name,
  unitPriceCents,
  ...(unmapped ? { unmapped } : {}),
  ...(ourName ? { ourName } : {}),
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

/** What one of it costs with its options and their suboptions, in centavos. */
export const eachCents = ({
  unitPriceCents,
  options,
}: Pick<OrderItem, 'unitPriceCents' | 'options'>): number =>
  options.reduce((sum, option) => {
    const suboptions = (option.options ?? []).reduce((all, one) => all + one.quantity * one.unitPriceCents, 0)
    return sum + option.quantity * (option.unitPriceCents + suboptions)
  }, unitPriceCents)
