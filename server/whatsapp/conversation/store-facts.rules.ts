import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { weekdays, type OpeningInterval } from '../../../contract/stores/stores.ts'
import type { DeliverySpan } from './chat/chat-state.ts'

/** What the chat answers of the store, in words and figures for its customers. */

/** "Rua das Flores, 10, Centro, Osasco – SP". */
export const addressText = ({ street, number, district, city, state }: Store['address']): string =>
  `${[street, number, district, city].filter((part) => part !== '').join(', ')} – ${state}`

/** The least and the most of the zones that the store delivers to. Null: it has none. */
export function deliverySpan(zones: readonly DeliveryZone[]): DeliverySpan | null {
  const served = zones.filter(({ deny }) => !deny)
  if (served.length === 0) return null
  const span = (min: readonly number[], max: readonly number[]) => ({
    min: Math.min(...min),
    max: Math.max(...max),
  })
  const fees = served.map(({ feeCents }) => feeCents)
  return {
    feeCents: span(fees, fees),
    minutes: span(
      served.map(({ minutes }) => minutes.min),
      served.map(({ minutes }) => minutes.max),
    ),
  }
}

const dayNames: Readonly<Record<(typeof weekdays)[number], string>> = {
  MONDAY: 'segunda',
  TUESDAY: 'terça',
  WEDNESDAY: 'quarta',
  THURSDAY: 'quinta',
  FRIDAY: 'sexta',
  SATURDAY: 'sábado',
  SUNDAY: 'domingo',
}

/** The hours of the week, one line for neighbouring days with the same ones: "segunda a sexta: 18:00 às 23:00". */
export function weekText(week: readonly OpeningInterval[]): string {
  if (week.length === 0) return ''
  const runs: { from: string; to: string; hours: string }[] = []
  const [sunday, ...others] = weekdays
  for (const weekday of [...others, sunday]) {
    const hours = hoursText(week.filter((one) => one.weekday === weekday))
    const last = runs.at(-1)
    if (last?.hours === hours) last.to = dayNames[weekday]
    else runs.push({ from: dayNames[weekday], to: dayNames[weekday], hours })
  }
  return runs.map(({ from, to, hours }) => `${from === to ? from : `${from} a ${to}`}: ${hours}`).join('\n')
}

const hoursText = (day: readonly OpeningInterval[]): string =>
  day.length === 0
    ? 'fechado'
    : day
        .toSorted((a, b) => (a.start < b.start ? -1 : 1))
        .map(({ start, end }) => (start === end ? '24 horas' : `${start} às ${end}`))
        .join(' e ')
