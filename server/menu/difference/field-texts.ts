import { itemFields, type ItemField } from '../../../contract/menu/changes.ts'
import { soldHoursText } from '../../../contract/menu/sold-hours-text.ts'
import type { MenuHours, PriceMethod } from '../../../contract/menu/menu-fields.ts'
import { moneyPhrase } from '../../../contract/shared/money.ts'
import type { ComparedGroup } from './nested-groups.ts'

export type FieldValues = {
  -readonly [F in ItemField]?: F extends 'optionGroups' ? readonly ComparedGroup[] : unknown
}

/** The fields that are said, as a person reads them, in the order of the screen. Equal texts are equal values. */
export function fieldTexts(values: FieldValues): { readonly field: ItemField; readonly text: string }[] {
  return itemFields.flatMap((field) =>
    values[field] === undefined ? [] : [{ field, text: textOf(field, values[field]) }],
  )
}

function textOf(field: ItemField, value: unknown): string {
  if (value === null || value === '') return ''
  switch (field) {
    case 'priceCents':
    case 'channelPrice':
      return moneyPhrase(value as number)
    case 'isAlcoholic':
      return value === true ? 'sim' : ''
    case 'unit':
      return value === 'UN' ? '' : (value as string)
    case 'optionGroups':
      return (value as NonNullable<FieldValues['optionGroups']>).map(groupText).join('\n')
    case 'allergen':
      return (value as readonly string[]).toSorted().join(', ')
    case 'availability':
      return soldHoursText(value as readonly MenuHours[]) ?? ''
    default:
      return String(value as string | number)
  }
}

function groupText(group: ComparedGroup): string {
  const { name, minPermitted, maxPermitted, priceMethod = 'SUM', options } = group
  const count = minPermitted === maxPermitted ? `${minPermitted}` : `${minPermitted} a ${maxPermitted}`
  const method = priceMethod === 'SUM' ? '' : `, ${methodTexts[priceMethod]}`
  const listed = options.map((option) => {
    const { priceCents, groups } = option
    const priced = priceCents === 0 ? option.name : `${option.name} (+\u00A0${moneyPhrase(priceCents)})`
    return groups.length === 0 ? priced : `${priced} [${groups.map(groupText).join('; ')}]`
  })
  return `${name} (${count}${method}): ${listed.join(', ')}`
}

/** How a group is priced, as a spreadsheet and a difference say it. */
export const methodTexts: Readonly<Record<PriceMethod, string>> = {
  SUM: 'soma',
  MAX: 'a mais cara',
  AVG: 'média',
  SHARE: 'proporcional',
}

/** The sum never parts from its R$. */
