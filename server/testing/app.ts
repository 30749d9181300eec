import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { marketplaces } from '../../contract/shared/channels.ts'
import { roleLevel, type RoleName } from '../../contract/shared/access.ts'
import { headers, sessionSeconds } from '../../contract/shared/headers.ts'
import type { OpeningInterval } from '../../contract/stores/stores.ts'
import type { Reply, Route, Sent } from '../../contract/shared/route.ts'
import { buildApp } from '../app.ts'
import { openEvery } from '../db/connections/open-every.ts'
import { openDatabase, type Database, type DatabaseOptions } from '../db/connections/pool.ts'
import { databasesOf, openPools } from '../db/connections/pools.ts'
import { withStoreScope } from '../db/scope.ts'
import type { DB } from '../db/tables.generated.ts'
import type { Deps } from '../deps.ts'
import { readEnvironment } from '../env.ts'
import type { MarketplaceKind } from '../marketplaces/marketplace-kind.ts'
import { createStoreAccounts } from '../integrations/channel-accounts.ts'
import { createMarketplaces, everyKind } from '../marketplaces/registry.ts'
import { createMailer } from '../mail/mailer.ts'
import { createPushService } from '../notifications/push-service.ts'
import { createProvider } from '../identity/create-provider.ts'
import { loadKeyring } from '../identity/embedded/keyring.ts'
import type { Consumer, Worker } from '../worker/consumer.ts'
import { startWorker } from '../worker/worker.ts'
import { LiveHub } from '../live/hub.ts'
import { createOrderIntake } from '../orders/taking/order-intake.ts'
import { orderListeners } from '../worker/order-listeners.ts'
import { createPrintBell } from '../printing/print-bell.ts'
import { followCommits } from '../worker/follow-commits.ts'
import { eitherDatabase } from './either-database.ts'
import { oneDatabaseFiles } from './one-database.ts'
import {
  databasesApart,
  freshDatabase,
  type TestCells,
  type TestDatabase,
  type TestDatabases,
} from './postgres.ts'

export interface Person {
  readonly uid: string
  readonly sessionId: string
  readonly token: string
}

export interface Answer<T extends Route> {
  readonly status: number
  readonly data: Reply<T>
  readonly body: {
    readonly error?: string
    readonly message?: string
    readonly details?: readonly { path: string }[]
    readonly current?: unknown
  }
  readonly headers: Readonly<Record<string, unknown>>
}

export interface CallOptions {
  readonly storeId?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** The real app over a database of its own, new or given. The clock stands where the test sets it. */
export async function testApp(
  environment: Record<string, string> = {},
  kinds: readonly MarketplaceKind[] = everyKind,
  databaseOptions: DatabaseOptions = {},
  given?: TestDatabase | TestCells,
) {
  const databases = given ? givenDatabases(given) : await ownDatabases()
  const pools = await openBoth(databases, {
    role: 'balcao_app',
    max: 12,
    waitMs: 20_000,
    statementTimeoutMs: 20_000,
    ...databaseOptions,
  })
  const { main, db } = pools
  const env = readEnvironment({
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    NODE_ENV: 'test',
    CALL_LIMIT_FACTOR: '1000',
    CEP_URL: 'off',
    ...environment,
  })
  const log = pino({ level: env.LOG_LEVEL })
  let clock: Date | null = null
  const now = () => clock ?? new Date()
  const live = new LiveHub({ ...main, log, now })
  let worker: Worker | null = null
  const keyring = await loadKeyring({ db: main.directory, env, now })
  const accounts = createStoreAccounts({ ...main, env, log, now })
  const deps: Deps = {
    env,
    ...main,
    apart: { reports: pools.reports, jobs: pools.jobs },
    log,
    now,
    live,
    intake: createOrderIntake({ cells: main.cells, log }),
    marketplaces: createMarketplaces({ env, log, now }, kinds, accounts),
    accounts,
    keyring,
    provider: await createProvider({ db: main.directory, env, keyring }),
    mailer: createMailer(env),
    push: createPushService(env),
    printBell: createPrintBell(log),
    orderListeners,
    worker: () => worker,
  }
  const app = await buildApp(deps)
  // What a test writes itself is followed like the product's own commits.
  followCommits({ ...deps, directory: db })
  return {
    fastify: app,
    deps,
    /** For what the test itself writes and reads, of a store or of a person. */
    db,
    /** The owner's address of the database of stores, and of the one of people: often the same. */
    ownerUrl: databases.cell.url,
    /** Of each cell. */
    cellUrls: Object.values(databases.cells ?? { cell: databases.cell }).map(({ url }) => url),
    directoryUrl: databases.directory.url,
    setClock: (at: Date | null) => {
      clock = at
    },
    startWorker: (consumers?: readonly Consumer[]) => {
      worker = startWorker(deps, consumers)
    },
    call: <T extends Route>(person: Person | null, route: T, input: Sent<T>, options: CallOptions = {}) =>
      call(app, person, route, input, options),
    addPerson: (name: string, access: Readonly<Record<string, RoleName>> = {}) =>
      addPerson(db, deps, name, access),
    addStore: (store: NewStore = {}) => addStore({ db }, store),
    close: async () => {
      await worker?.stop()
      await live.stop()
      await deps.printBell.stop()
      await app.close()
      await deps.intake.stop()
      await accounts.stop()
      await pools.close()
      const { directory, cell, cells = {} } = databases
      await Promise.all([...new Set([directory, cell, ...Object.values(cells)])].map((one) => one.drop()))
    },
  }
}

/** Of several cells the first one is that which a test itself writes to. */
type DatabasesOfApp = TestDatabases & Partial<Pick<TestCells, 'cells'>>

function givenDatabases(given: TestDatabase | TestCells): DatabasesOfApp {
  if (!('cells' in given)) return { directory: given, cell: given }
  const [cell = given.directory] = Object.values(given.cells)
  return { ...given, cell }
}

async function ownDatabases(): Promise<DatabasesOfApp> {
  const file = expect.getState().testPath ?? ''
  if (!oneDatabaseFiles.some((one) => file.includes(`/${one}`))) return databasesApart()
  const both = await freshDatabase()
  return { directory: both, cell: both }
}

/** As main.ts opens them, with the stores' connections to a database of their own where there is one. */
async function openBoth(databases: DatabasesOfApp, options: DatabaseOptions) {
  if (databases.cells) return openCells(databases.directory, databases.cells, options)
  const ofCell = await openPools(databases.cell.url, options)
  const { main: cell, reports, jobs } = ofCell
  if (databases.directory === databases.cell)
    return {
      main: databasesOf(cell),
      reports: databasesOf(reports),
      jobs: databasesOf(jobs),
      db: cell.db,
      close: ofCell.close,
    }
  const ofDirectory = await openPools(databases.directory.url, options)
  return {
    main: { directory: ofDirectory.main.db, cells: cell.cells },
    reports: { directory: ofDirectory.reports.db, cells: reports.cells },
    jobs: { directory: ofDirectory.jobs.db, cells: jobs.cells },
    db: eitherDatabase({ directory: ofDirectory.main.pool, cell: cell.pool }),
    close: async () => {
      await Promise.all([ofDirectory.close(), ofCell.close()])
    },
  }
}

async function openCells(directory: TestDatabase, cells: TestCells['cells'], options: DatabaseOptions) {
  const log = pino({ level: 'silent' })
  const addresses = Object.entries(cells).map(([name, { url }]) => ({ name, url }))
  const every = await openEvery({ directoryUrl: directory.url, cells: addresses, log }, options)
  const [people, stores] = await Promise.all(
    [directory.url, addresses[0]?.url ?? ''].map((url) => openDatabase(url, options)),
  )
  if (!people || !stores) throw new Error('A database is missing.')
  return {
    ...every,
    db: eitherDatabase({ directory: people.pool, cell: stores.pool }),
    close: async () => {
      await Promise.all([every.close(), people.close(), stores.close()])
    },
  }
}

async function call<T extends Route>(
  app: FastifyInstance,
  person: Person | null,
  route: T,
  input: Sent<T>,
  options: CallOptions,
): Promise<Answer<T>> {
  const { params, query, body } = input as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: object
  }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  )
  const given = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const request: InjectOptions = {
    method: route.method,
    url: `/api${path}`,
    query: Object.fromEntries(given),
    headers: {
      ...(person ? { [headers.userToken]: person.token, [headers.userId]: person.uid } : {}),
      ...(options.storeId ? { [headers.storeId]: options.storeId } : {}),
      ...(options.key ? { [headers.idempotencyKey]: options.key } : {}),
      ...options.headers,
    },
    ...(route.method === 'GET' ? {} : { payload: body ?? {} }),
  }
  const reply = await app.inject(request)
  const parsed: unknown = reply.body === '' ? {} : JSON.parse(reply.body)
  return {
    status: reply.statusCode,
    data: (route.envelope === 'bare' ? parsed : (parsed as { data: unknown }).data) as Reply<T>,
    body: parsed as Answer<T>['body'],
    headers: reply.headers,
  }
}

async function addPerson(
  db: Kysely<DB>,
  deps: Deps,
  name: string,
  access: Readonly<Record<string, RoleName>>,
): Promise<Person> {
  const uid = `${name}-${uuidv7()}`
  const sessionId = uuidv7()
  const signedInAt = deps.now()
  await db
    .insertInto('users')
    .values({ uid, email: `${uid}@balcao.example`, name })
    .execute()
  await db
    .insertInto('sessions')
    .values({
      id: sessionId,
      uid,
      signed_in_at: signedInAt,
      second_factor: true,
      expires_at: new Date(signedInAt.getTime() + sessionSeconds * 1_000),
    })
    .execute()
  const storeIds = Object.keys(access)
  if (storeIds.length > 0) {
    await withStoreScope(db, storeIds, (tx) =>
      tx
        .insertInto('access_entries')
        .values(
          Object.entries(access).map(([storeId, role]) => ({
            store_id: storeId,
            uid,
            role: roleLevel[role],
          })),
        )
        .execute(),
    )
  }
  const token = await deps.keyring.sign({ uid, sessionId, version: 1, signedInAt }, deps.now())
  return { uid, sessionId, token }
}

export interface NewStore {
  readonly name?: string
  readonly slug?: string
  readonly timezone?: string
  readonly openingHours?: readonly OpeningInterval[]
  readonly merchantId?: string
  /** The marketplace of the merchant; the first one otherwise. */
  readonly platform?: string
  readonly dayStartsAt?: string
}

/** Answers the store's id. */
export async function addStore({ db }: Pick<Database, 'db'>, store: NewStore = {}): Promise<string> {
  const id = uuidv7()
  const name = store.name ?? 'Loja de teste'
  const slug = store.slug ?? `loja-${id}`
  await withStoreScope(db, [id], async (tx) => {
    await tx
      .insertInto('stores')
      .values({
        id,
        name,
        brand_name: name,
        menu_slug: slug,
        timezone: store.timezone ?? 'America/Sao_Paulo',
        address: JSON.stringify({
          street: 'Rua',
          number: '1',
          complement: null,
          district: 'Centro',
          city: 'Cidade',
          state: 'SP',
          zipCode: '01000000',
          lat: null,
          lng: null,
        }),
        opening_hours: JSON.stringify(store.openingHours ?? []),
      })
      .execute()
    await tx.insertInto('menu_slugs').values({ slug, store_id: id }).execute()
    if (store.dayStartsAt) {
      await tx
        .insertInto('store_day_starts')
        .values({ store_id: id, effective_from: '2000-01-01', starts_at: store.dayStartsAt })
        .execute()
    }
    if (store.merchantId) {
      const platform = store.platform ?? marketplaces[0] ?? ''
      await tx
        .insertInto('merchant_routes')
        .values({ platform, merchant_id: store.merchantId, store_id: id })
        .execute()
      await tx
        .insertInto('integrations')
        .values({
          store_id: id,
          type: platform,
          merchant_id: store.merchantId,
          commission_bps: 1_200,
          payment_fee_bps: 320,
        })
        .execute()
    }
  })
  return id
}
