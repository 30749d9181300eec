import type { CustomerPhones } from '../phone/phone-api.ts'
import { ownerWrites, writeTo } from './evolution-control.ts'
import type { EvolutionWorld } from './evolution-world.ts'

const statuses = {
  PENDING: 'accepted',
  SERVER_ACK: 'sent',
  DELIVERY_ACK: 'delivered',
  READ: 'read',
  ERROR: 'failed',
} as const

/** The phones of customers, for the page that shows one. */
export function evolutionPhones(world: EvolutionWorld): CustomerPhones {
  const openOne = (name: string) => {
    const instance = world.instances.get(name)
    return instance?.state === 'open' ? instance : null
  }
  return {
    lines: () =>
      [...world.instances.values()].map(({ name, number, state }) => ({
        id: name,
        name,
        number: number ?? '',
        works: state === 'open',
      })),
    thread: (name, number) =>
      world.thread(name, number).map(({ id, by, text, rows, at, status }) => ({
        id,
        by,
        text,
        choices:
          rows.length > 0
            ? { button: 'Ver opções', rows: rows.map((row) => ({ ...row, section: null })) }
            : null,
        at,
        status: statuses[status],
      })),
    write: (lineId, { number, ...what }) => {
      const instance = openOne(lineId)
      return instance !== null && writeTo(world, instance, { from: number, ...what }) !== null
    },
    ownerWrites: (lineId, number, text) => {
      const instance = openOne(lineId)
      if (instance) ownerWrites(world, instance, { to: number, text })
      return instance !== null
    },
  }
}
