import pg from 'pg'
import { placeOrder } from '../../../../contract/orders/orders.ts'
import { everyKind } from '../../../marketplaces/registry.ts'
import { testApp, type Person, type TestApp } from '../../../testing/app.ts'
import { openStore } from '../../../testing/open-store.ts'
import { ownOrder } from '../../../testing/orders.ts'
import { cellsApart } from '../../../testing/postgres.ts'
import { until } from '../../../testing/until.ts'
import { moveChain, type MoveRequest } from '../move-chain.ts'

/** Two cells: the two stores of Ana are a chain in `a`, the store of Bia is one in `b`. */
export async function twoChains() {
  const databases = await cellsApart(['a', 'b'])
  const app = await testApp({}, everyKind, {}, databases)
  app.deps.live.start(app.cellUrls)
  const cells = Object.entries(databases.cells).map(([name, { url }]) => ({ name, url }))
  const open = (person: Person, name: string) => openStore(app, person, name)
  const [ana, bia] = [await app.addPerson('Ana'), await app.addPerson('Bia')]
  const açaí = await open(ana, 'Açaí da Ana')
  const bistrô = await open(bia, 'Bistrô da Bia')
  const doces = await open(ana, 'Doces da Ana')
  /** As the database's owner, who sees the rows of every store. */
  const asOwner = async <T extends object>(
    name: string,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly T[]> => {
    const { url } = name === 'directory' ? databases.directory : (databases.cells[name] ?? { url: '' })
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query<T>(text, [...values])).rows
    } finally {
      await client.end()
    }
  }
  return {
    app,
    databases,
    cells,
    people: { ana, bia },
    stores: { açaí, bistrô, doces },
    open,
    asOwner,
    place: (person: Person, storeId: string, key: string) =>
      app.call(person, placeOrder, { body: ownOrder() }, { storeId, key }),
    move: (to: string, more: Partial<MoveRequest> = {}) =>
      moveChain({
        directoryUrl: databases.directory.url,
        cells,
        store: açaí,
        to,
        say: () => {},
        signal: new AbortController().signal,
        ...more,
      }),
    /** What a mover makes for itself, in both cells. */
    toolsOfMovers: async () => {
      const names = await Promise.all(
        ['a', 'b'].map((cell) =>
          asOwner<{ name: string }>(
            cell,
            `select pubname::text as name from pg_publication
             union all select slot_name::text from pg_replication_slots where database = current_database()
             union all select subname::text from pg_subscription s join pg_database d on d.oid = s.subdbid
               where d.datname = current_database()`,
          ),
        ),
      )
      return names.flat().map(({ name }) => name)
    },
    cellOf: async (storeId: string) =>
      (
        await asOwner<{ cell: string }>('directory', 'select cell from store_places where store_id = $1', [
          storeId,
        ])
      )[0]?.cell,
  }
}

export type TwoChains = Awaited<ReturnType<typeof twoChains>>

/** A refused order waits for the next mover. */
const maxWaitMs = 120_000

/** Places orders in these stores, one after another in each, until it is stopped; one that is refused is sent again. */
export function busyWriters({ people: { ana }, place }: TwoChains, storeIds: readonly string[]) {
  let stopped = false
  const answers: { readonly storeId: string; readonly id: string }[] = []
  const refusals: string[] = []
  const writers = storeIds.map(async (storeId, writer) => {
    for (let count = 0; !stopped; count += 1)
      await until(
        async () => {
          const { status, data, body } = await place(ana, storeId, `movimento-${writer}-${count}`)
          if (status === 200) answers.push({ storeId, id: data.id })
          else refusals.push(`${status} ${body.error ?? ''}`)
          return status === 200
        },
        Boolean,
        maxWaitMs,
      )
  })
  return {
    answers,
    refusals,
    stop: async () => {
      stopped = true
      await Promise.all(writers)
    },
  }
}

/** A screen of these stores: the orders of its stream, and how often the stream announced a reload. */
export async function openScreen({ deps }: TestApp, person: Person, storeIds: readonly string[]) {
  const placed: string[] = []
  let reloads = 0
  const write = (text: string): boolean => {
    const event = JSON.parse(text.slice(text.indexOf('data: ') + 6)) as {
      readonly kind: string
      readonly type?: string
      readonly orderId?: string
    }
    if (event.kind === 'resync') reloads += 1
    if (event.kind === 'order' && event.type === 'PLACED') placed.push(event.orderId ?? '')
    return true
  }
  const close = await deps.live.attach(
    { uid: person.uid, sessionId: person.sessionId, roles: new Map(storeIds.map((id) => [id, 3])) },
    { write, close: () => {} },
    null,
  )
  return { placed, reloads: () => reloads, close }
}
