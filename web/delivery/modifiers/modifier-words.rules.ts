import { weekdays } from '../../../contract/stores/stores.ts'
import type {
  DeliveryModifier,
  ModifierEffect,
  ModifierSuggestion,
} from '../../../contract/delivery/modifiers.ts'
import type { DeliveryWindow } from '../../../contract/delivery/windows.ts'
import type { DeliveryZone } from '../../../contract/delivery/zones.ts'
import { money, plural } from '../../words/format.ts'
import { weekdaysShort } from '../../words/day-names.ts'

/** `mais R$ 2,00 e 10 min em todas as áreas`. */
export function effectWords(
  { effects, zoneIds, toCourier }: Pick<DeliveryModifier, 'effects' | 'zoneIds' | 'toCourier'>,
  zones: readonly Pick<DeliveryZone, 'id' | 'name'>[],
): string {
  const parts = effects.map(oneEffect)
  const where = zoneIds.length === 0 ? 'em todas as áreas' : `em ${namesOf(zoneIds, zones)}`
  const list =
    parts.length > 1 ? `${parts.slice(0, -1).join(', ')} e ${parts.at(-1) ?? ''}` : (parts[0] ?? '')
  return `${list} ${where}${toCourier ? ', para o entregador' : ''}`
}

function oneEffect(effect: ModifierEffect): string {
  switch (effect.kind) {
    case 'fixed':
      return `${effect.cents < 0 ? 'menos' : 'mais'} ${money(Math.abs(effect.cents))}`
    case 'percent':
      return `${effect.percent < 0 ? 'menos' : 'mais'} ${Math.abs(effect.percent)}\u00a0%`
    case 'minutes':
      return `${effect.minutes < 0 ? 'menos' : 'mais'} ${Math.abs(effect.minutes)}\u00a0min`
    case 'minimum':
      return `mínimo de ${money(effect.cents)}`
    case 'closeZone':
      return 'sem entrega'
  }
}

function namesOf(ids: readonly string[], zones: readonly Pick<DeliveryZone, 'id' | 'name'>[]): string {
  const names = zones.filter(({ id }) => ids.includes(id)).map(({ name }) => `“${name}”`)
  if (names.length === 0) return 'áreas que saíram da lista'
  return names.length > 2 ? `${names.length} áreas` : names.join(' e ')
}

/** When it applies. */
export function triggerWords({ when }: Pick<DeliveryModifier, 'when'>): string {
  switch (when.kind) {
    case 'manual':
      return 'liga à mão'
    case 'weekly':
      return when.windows.map(windowWords).join('; ')
    case 'queueOver':
      return `com mais de ${plural(when.count, 'pedido', 'pedidos')} na fila`
    case 'freeCouriersUnder':
      return `com menos de ${plural(when.count, 'motoboy livre', 'motoboys livres')}`
    case 'specialDays':
      return 'em feriados e dias especiais'
  }
}

function windowWords({ weekdays: days, start, end }: DeliveryWindow): string {
  const order = [1, 2, 3, 4, 5, 6, 0].filter((day) => days.includes(weekdays[day] ?? 'SUNDAY'))
  const names = order.length === 7 ? 'todo dia' : order.map((day) => weekdaysShort[day]).join(', ')
  return `${names} ${start === end ? 'o dia todo' : `${start} às ${end}`}`
}

/** `46:10`, or `2:05:00` over an hour. */
export function leftText(until: string, now: Date): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now.getTime()) / 1_000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3_600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

/** Why it may be time to raise fee and time. */
export function suggestionWords({ cause, queue, usualQueue }: ModifierSuggestion): string {
  const waiting = plural(queue, 'pedido', 'pedidos')
  if (cause === 'couriers') return `Nenhum motoboy livre e ${waiting} na fila.`
  return `${waiting} na fila; nesta hora são até ${usualQueue ?? 0}.`
}
