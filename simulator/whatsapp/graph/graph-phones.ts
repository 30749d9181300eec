import type { CustomerPhones } from '../phone/phone-api.ts'
import { inboundOf } from './graph-control.ts'
import type { GraphWorld } from './graph-world.ts'

/** The phones of customers, for the page that shows one. */
export function graphPhones(world: GraphWorld): CustomerPhones {
  return {
    lines: () =>
      [...world.phones.values()].map(({ id, verifiedName, displayNumber, banned, registered }) => ({
        id,
        name: verifiedName,
        number: displayNumber,
        works: registered && !banned,
      })),
    thread: (lineId, number) =>
      world.thread(lineId, number).map(({ id, by, text, choices, at, status }) => ({
        id,
        by,
        text,
        choices,
        at,
        status,
      })),
    write: (lineId, { number, name, ...what }) => {
      const phone = world.phones.get(lineId)
      if (!phone) return false
      const who = world.customer(number, name)
      const message = inboundOf(world, { phoneId: lineId, from: number, ...what })
      if (message) world.receive(phone, who, message)
      return message !== null
    },
    ownerWrites: (lineId, number, text) => {
      const phone = world.phones.get(lineId)
      if (!phone) return false
      world.echo(phone, world.findCustomer(number), text)
      return true
    },
  }
}
