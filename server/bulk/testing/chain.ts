import { randomUUID } from 'node:crypto'
import * as contract from '../../../contract/bulk/bulk.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { effectHandlers } from '../../worker/effect-handlers.ts'
import type { Person, TestApp } from '../../testing/app.ts'

/** Two stores of one owner, two hours apart, and the store of another tenant. */
export interface Chain {
  readonly centre: string
  /** In Manaus. */
  readonly beach: string
  readonly foreign: string
  readonly owner: Person
  readonly manager: Person
  readonly basic: Person
  /** Owns the foreign store alone. */
  readonly stranger: Person
}

export async function chainOfTwo(app: TestApp): Promise<Chain> {
  const centre = await app.addStore({ name: 'Centro' })
  const beach = await app.addStore({ name: 'Ponta Negra', timezone: 'America/Manaus' })
  const foreign = await app.addStore({ name: 'De outro' })
  return {
    centre,
    beach,
    foreign,
    owner: await app.addPerson('Dona', { [centre]: 'owner', [beach]: 'owner' }),
    manager: await app.addPerson('Marina', { [centre]: 'manager', [beach]: 'manager' }),
    basic: await app.addPerson('Bia', { [centre]: 'basic', [beach]: 'basic' }),
    stranger: await app.addPerson('stranger', { [foreign]: 'owner' }),
  }
}

/** Acts in these stores, done by the worker's own handler; what the parts cause at marketplaces is other rooms' work. */
export function actsIn(app: TestApp, storeIds: readonly string[]) {
  const selection = storeIds.join(',')
  const work = () => relayOutbox(app.deps, storeIds, partHandlers(app))
  const begin = (action: contract.BulkAction, person: Person, key = randomUUID()) =>
    app.call(person, contract.beginBulk, { query: { selection }, body: { action } }, { key })
  return {
    foresee: (action: contract.BulkAction, person: Person) =>
      app.call(person, contract.tryBulk, { query: { selection }, body: { action } }),
    begin,
    work,
    /** Begun and done; the id of the act. */
    done: async (action: contract.BulkAction, person: Person): Promise<string> => {
      const { status, body, data } = await begin(action, person)
      if (status !== 200) throw new Error(JSON.stringify(body))
      await work()
      return data.id
    },
    takenBack: async (id: string, person: Person): Promise<void> => {
      await app.call(person, contract.undoBulk, { params: { id }, query: {}, body: {} })
      await work()
    },
    /** Of each store: the state, and its sentence. */
    parts: async (id: string, person: Person) =>
      (await app.call(person, contract.readBulk, { params: { id }, query: {} })).data.parts.map(
        ({ state, words, refusal }) => [state, words ?? refusal?.message],
      ),
  }
}

export function partHandlers(app: TestApp) {
  const handlers = effectHandlers(app.deps)
  const others = Object.keys(handlers).map((kind) => [kind, { run: async () => {} }])
  return { ...Object.fromEntries(others), 'bulk-part': handlers['bulk-part'] }
}
