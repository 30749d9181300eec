import { suggestedWeek, type HouseKind } from '../../contract/stores/house-kinds.ts'
import { dayText, fieldsOf, hoursIn, weekdayNames, weekOrder } from './hours/week.rules.ts'

/** As the form lists them. */
export const houseNames: Readonly<Record<HouseKind, string>> = {
  restaurant: 'Restaurante, almoço e jantar',
  lunch: 'Restaurante, só almoço',
  pizzeria: 'Pizzaria',
  burger: 'Hamburgueria ou lanchonete',
  japanese: 'Japonês',
  bakery: 'Padaria ou café',
  acai: 'Açaí, doces ou sorvetes',
  bar: 'Bar',
  shop: 'Mercado ou loja',
}

/** The suggested week: `terça a domingo, 18:00 às 23:30`. */
export function suggestionText(kind: HouseKind): string {
  const fields = fieldsOf([...suggestedWeek(kind)])
  const open = weekOrder.filter((weekday) => hoursIn(fields[weekday]).length > 0)
  const [first, last] = [open[0], open.at(-1)]
  if (!first || !last) return ''
  const days = open.length === 7 ? 'todos os dias' : `${weekdayNames[first]} a ${weekdayNames[last]}`
  return `${days}, ${dayText(hoursIn(fields[first])).replaceAll(' · ', ' e ')}`
}
