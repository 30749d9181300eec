import type { MotoboyView } from '../../../contract/orders/work.ts'
import { clockTime, plural } from '../../words/format.ts'

/** The couriers as the question lists them, and whom it proposes. */
export interface CourierChoice {
  /** In the shop by the longest wait, then on the road, then off shift. Their place is their key, from 1. */
  readonly couriers: readonly MotoboyView[]
  /** Only if exactly one courier is in the shop; null: the person says who goes. */
  readonly proposedId: string | null
}

/** A store that starts no shifts counts all of its couriers as being there. */
export function courierChoice(motoboys: readonly MotoboyView[]): CourierChoice {
  const hasShifts = motoboys.some(({ onShift }) => onShift)
  const place = ({ onShift, outWith }: MotoboyView): number =>
    hasShifts && !onShift ? 2 : outWith.length > 0 ? 1 : 0
  const couriers = motoboys.toSorted(
    (a, b) => place(a) - place(b) || compareFree(a, b) || (a.name < b.name ? -1 : 1),
  )
  const present = couriers.filter((courier) => place(courier) === 0)
  return { couriers, proposedId: present.length === 1 ? (present[0]?.id ?? null) : null }
}

/** Who has not delivered today comes after those who wait since a known moment. */
function compareFree(a: MotoboyView, b: MotoboyView): number {
  if (a.freeSince === b.freeSince) return 0
  if (a.freeSince === null || b.freeSince === null) return a.freeSince === null ? 1 : -1
  return a.freeSince < b.freeSince ? -1 : 1
}

/** `livre desde 20:03`, `na loja com 2 pedidos`, `na rua com CA-15`, `fora do turno`. */
export function courierText(
  { outWith, openOrders, onShift, freeSince }: MotoboyView,
  hasShifts: boolean,
  timezone: string,
  codeOf: (displayId: string) => string,
): string {
  if (outWith.length > 0) return `na rua com ${new Intl.ListFormat('pt-BR').format(outWith.map(codeOf))}`
  if (openOrders > 0) return `na loja com ${plural(openOrders, 'pedido', 'pedidos')}`
  if (hasShifts && !onShift) return 'fora do turno'
  return freeSince === null ? 'livre' : `livre desde ${clockTime(freeSince, timezone)}`
}
