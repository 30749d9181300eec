import { v7 as uuidv7 } from 'uuid'
import { quoteDelivery } from '../contract/delivery/quote.ts'
import type { DeliveryZone } from '../contract/delivery/zones.ts'
import type { DocumentItem, MenuDocument } from '../contract/menu/menu-document.ts'
import { headers } from '../contract/shared/headers.ts'
import { readWorkingHours, saveWeek } from '../contract/stores/hours.ts'
import { readStore, weekdays } from '../contract/stores/stores.ts'
import type { Deps } from '../server/deps.ts'
import { candidateOfMenu } from '../server/menu/difference/candidate-of-menu.ts'
import { differenceOf } from '../server/menu/difference/menu-difference.rules.ts'
import { benchApp } from './bench-app.ts'
import { addBenchPerson, benchStore, withDirectoryAndStores } from './bench-store.ts'

/** Medians of one run, quote and read in turn. */
export interface QuoteCost {
  /** A quote of the largest config ÷ reading one store by its id. Goal: ≤ 10. */
  readonly ratio: number
  readonly quoteMs: number
  readonly readMs: number
}

/** 1,000 districts, 100 drawings of 500 corners and 50 modifiers that all apply; the last drawing decides. */
export async function measureQuote(ownerUrl: string): Promise<QuoteCost> {
  const { app, deps, close } = await benchApp(ownerUrl)
  const [storeId] = await addStores(deps, 1)
  const token = await addManager(deps, [storeId ?? ''])
  await fillDelivery(deps, storeId ?? '')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = sender(url, token)
  const [quotes, reads]: [number[], number[]] = [[], []]
  for (let round = -10; round < 60; round += 1) {
    const asked = await timed(() =>
      send('POST', quoteDelivery.path, storeId ?? '', {
        district: 'Bairro que ninguém cadastrou',
        point: { lat: -23.51, lng: -46.61 },
        itemsCents: 5_000,
      }),
    )
    const read = await timed(() =>
      send('GET', readStore.path.replace('{storeId}', storeId ?? ''), storeId ?? ''),
    )
    if (round < 0) continue
    quotes.push(asked)
    reads.push(read)
  }
  await close()
  const [quoteMs, readMs] = [median(quotes), median(reads)]
  return { ratio: round2(quoteMs / readMs), quoteMs, readMs }
}

export interface WeekElsewhere {
  /** Each store of a hundred ÷ the first one: the last stores must not wait longer than the first. */
  readonly ratio: number
  readonly secondsOfHundred: number
  readonly msPerStore: number
}

/** As the screen does it: each store is read and written on its own, four at a time. */
export async function measureWeekElsewhere(ownerUrl: string): Promise<WeekElsewhere> {
  const { app, deps, close } = await benchApp(ownerUrl)
  const storeIds = await addStores(deps, 100)
  const token = await addManager(deps, storeIds)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = sender(url, token)
  const week = weekdays.map((weekday) => ({ weekday, start: '18:00', end: '02:00' }))
  const save = (storeId: string) =>
    timed(async () => {
      const { data } = (await send('GET', readWorkingHours.path, storeId)) as { data: { version: number } }
      await send('PUT', saveWeek.path, storeId, { week, version: data.version })
    })
  const [first] = storeIds
  const alone: number[] = []
  for (let run = 0; run < 10; run += 1) alone.push(await save(first ?? ''))
  const waiting = [...storeIds]
  const took: number[] = []
  const all = await timed(async () => {
    const inTurns = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) took.push(await save(next))
    }
    await Promise.all(Array.from({ length: 4 }, inTurns))
  })
  await close()
  return {
    ratio: round2(median(took) / median(alone)),
    secondsOfHundred: round2(all / 1_000),
    msPerStore: median(took),
  }
}

export interface DifferenceCost {
  /** 2,000 items compared with 2,000 others, all changed. Goal: ≤ 2,000. */
  readonly differenceMs: number
  readonly changes: number
}

export function measureDifference(): DifferenceCost {
  const current = bigMenu(1_000)
  const other = candidateOfMenu(bigMenu(2_000))
  const times: number[] = []
  let changes = 0
  for (let run = 0; run < 9; run += 1) {
    const begun = performance.now()
    changes = differenceOf(current, other).length
    times.push(performance.now() - begun)
  }
  return { differenceMs: median(times), changes }
}

/** A store is answered with its address. */
const address = JSON.stringify({
  street: 'Rua das Acácias',
  number: '10',
  complement: null,
  district: 'Centro',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01310100',
  lat: -23.55,
  lng: -46.65,
})

async function addStores(deps: Deps, count: number): Promise<readonly string[]> {
  const storeIds = Array.from({ length: count }, () => uuidv7())
  await withDirectoryAndStores(deps, storeIds, (tx) =>
    tx
      .insertInto('stores')
      .values(storeIds.map((id) => ({ ...benchStore(id), address })))
      .execute(),
  )
  return storeIds
}

const addManager = (deps: Deps, storeIds: readonly string[]): Promise<string> =>
  withDirectoryAndStores(deps, storeIds, (tx) => addBenchPerson(tx, deps.keyring, { storeIds, role: 2 }))

async function fillDelivery(deps: Deps, storeId: string): Promise<void> {
  const now = new Date()
  const zones = [
    ...Array.from({ length: 1_000 }, (_, at) =>
      zone(`D${at}`, { kind: 'district', districts: [{ name: `Vila Número ${at}`, aliases: [] }] }),
    ),
    ...Array.from({ length: 100 }, (_, at) =>
      zone(`P${at}`, circle(-46.7 + (at % 10) / 100, -23.6 + Math.floor(at / 10) / 100)),
    ),
  ]
  await withDirectoryAndStores(deps, [storeId], async (tx) => {
    await tx
      .insertInto('delivery_configs')
      .values({
        store_id: storeId,
        zones: JSON.stringify(zones),
        version: 1,
        saved_at: now,
        saved_by: 'Bench',
      })
      .execute()
    await tx
      .insertInto('delivery_modifiers')
      .values(
        Array.from({ length: 50 }, (_, at) => ({
          store_id: storeId,
          id: uuidv7(),
          name: `R${at}`,
          effects: JSON.stringify([{ kind: 'fixed', cents: 10 }]),
          to_courier: false,
          trigger_of: JSON.stringify({
            kind: 'weekly',
            windows: [{ weekdays: [...weekdays], start: '00:00', end: '00:00' }],
          }),
          active: true,
          created_at: now,
        })),
      )
      .execute()
  })
}

const zone = (name: string, shape: DeliveryZone['shape']): DeliveryZone => ({
  id: uuidv7(),
  name,
  shape,
  deny: false,
  feeCents: 700,
  minutes: { min: 30, max: 45 },
  minimumCents: 0,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows: [],
})

/** 500 corners. */
function circle(lng: number, lat: number): DeliveryZone['shape'] {
  const millionth = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  const corner = (at: number): [number, number] => {
    const angle = (at * 2 * Math.PI) / 500
    return [millionth(lng + 0.004 * Math.cos(angle)), millionth(lat + 0.004 * Math.sin(angle))]
  }
  return { kind: 'polygon', ring: Array.from({ length: 500 }, (_, at) => corner(at)) }
}

function bigMenu(priceCents: number): MenuDocument {
  const item = (at: number): DocumentItem => ({
    externalCode: `K${at}`,
    name: `Item ${at}`,
    description: 'Da casa',
    serving: null,
    unit: 'UN',
    ean: null,
    photoId: null,
    priceCents: priceCents + at,
    channels: [],
    allergen: [],
    isAlcoholic: false,
    taxClass: null,
    ncm: null,
    availability: [],
    locks: [],
    optionGroups: [],
  })
  const items = Array.from({ length: 2_000 }, (_, at) => item(at))
  const category = { externalCode: 'C', name: 'Lanches', description: '', availability: [], items }
  return { categories: [{ ...category, status: 'AVAILABLE' }], otherItems: [], optionGroups: [] }
}

const sender =
  (url: string, token: string) =>
  async (method: string, path: string, storeId: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        [headers.userToken]: token,
        [headers.storeId]: storeId,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer: unknown = await reply.json()
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(answer)}`)
    return answer
  }

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const round2 = (value: number): number => Math.round(value * 100) / 100
const median = (times: readonly number[]): number =>
  round2(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
