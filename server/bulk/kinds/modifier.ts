import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { deliveryModifier } from '../../../contract/delivery/modifiers.ts'
import { folded } from '../../../contract/shared/folded.ts'
import {
  changeModifierIn,
  deleteModifierIn,
  makeModifierIn,
  modifiersOf,
  type ModifierFields,
  type ModifierRow,
} from '../../delivery/delivery.ts'
import { AppError } from '../../errors/app-error.ts'
import { whenText } from '../../stores/stores.ts'
import type { Kind } from './kind.ts'
import { timezoneOf } from './timezone-of.ts'

const fieldsKept = z.pick(deliveryModifier, {
  name: true,
  effects: true,
  capCents: true,
  toCourier: true,
  when: true,
  zoneIds: true,
  active: true,
})
const kept = z.object({
  id: z.string(),
  /** After the change: a newer one is another person's. */
  version: z.int(),
  /** Null: the act made it. */
  before: z.nullable(fieldsKept),
})

/** All stores end it at the same moment. A store keeps what else it set for its own of this name: areas, cap, the courier's share. */
export const modifier: Kind<'modifier'> = {
  facet: null,
  apply: async (tx, call, { name, effects, minutes }) => {
    const { storeId, now, askedAt } = call
    const until = new Date(askedAt.getTime() + minutes * 60_000)
    if (until <= now) throw new AppError('validation/refused', { details: [over] })
    const own = (await modifiersOf(tx, [storeId])).find(
      (one) => one.when.kind === 'manual' && folded(one.name) === folded(name),
    )
    const when = { kind: 'manual', until: until.toISOString() } as const
    const words = `${own?.name ?? name} vale até ${whenText(until, now, await timezoneOf(tx, storeId))}.`
    if (own?.active && isDeepStrictEqual([own.effects, own.when], [effects, when]))
      return { state: 'same', words }
    const fields: ModifierFields = { ...fieldsOf(own), name: own?.name ?? name, effects, when, active: true }
    if (!own) {
      const id = await makeModifierIn(tx, call, fields)
      const made = (await modifiersOf(tx, [storeId])).find((one) => one.id === id)
      return { state: 'done', words, kept: { id, version: made?.version ?? 1, before: null } }
    }
    await changeModifierIn(tx, call, own, { ...fields, version: own.version })
    const before = {
      ...fieldsOf(own),
      name: own.name,
      effects: own.effects,
      when: own.when,
      active: own.active,
    }
    return { state: 'done', words, kept: { id: own.id, version: own.version + 1, before } }
  },
  undo: async (tx, call, was) => {
    const { id, version, before } = kept.parse(was)
    const current = (await modifiersOf(tx, [call.storeId])).find((one) => one.id === id)
    if (current?.version !== version) throw new AppError('bulk/nothing-to-undo')
    if (before) await changeModifierIn(tx, call, current, { ...before, version })
    else await deleteModifierIn(tx, call, current)
  },
}

const fieldsOf = (own: ModifierRow | undefined) => ({
  capCents: own?.capCents ?? null,
  toCourier: own?.toCourier ?? false,
  zoneIds: [...(own?.zoneIds ?? [])],
})

const over = { path: 'action', message: 'O tempo já passou quando chegou a vez desta loja.' }
