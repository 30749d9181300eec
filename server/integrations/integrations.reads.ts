import { sql, type Selectable, type Transaction } from 'kysely'
import { channelOperations, type OperationHealth } from '../../contract/integrations/health.ts'
import type {
  ChannelView,
  IntegrationView,
  MerchantCheck,
  readIntegration as readIntegrationRoute,
  readIntegrations as readIntegrationsRoute,
  SetupView,
} from '../../contract/integrations/integrations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { DB } from '../db/tables.generated.ts'
import { waysOf, type Linking } from '../marketplaces/marketplace-kind.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { failureWords } from './channel-failure.rules.ts'
import { knownTypes, linkingOf } from './known-type.ts'

type Row = Selectable<DB['integrations']>
export type SetupRow = Selectable<DB['integration_setups']>
type OperationRow = Selectable<DB['channel_operations']>

export async function readIntegrations(
  call: Call<typeof readIntegrationsRoute>,
): Promise<Reply<typeof readIntegrationsRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const channels: ChannelView[] = []
    for (const type of knownTypes(deps)) channels.push(await channelView(tx, deps, { storeId, type }, now))
    return { channels }
  })
}

export async function readIntegration(
  call: Call<typeof readIntegrationRoute>,
): Promise<Reply<typeof readIntegrationRoute>> {
  const { deps, storeId, params, now } = call
  linkingOf(deps, params.type)
  const found = await withStoreScope(deps.cells, [storeId], (tx) =>
    integrationOf(tx, { storeId, type: params.type }, now),
  )
  if (!found) throw new AppError('integration/not-connected')
  return found
}

export interface StoreType {
  readonly storeId: string
  readonly type: string
}

/** Everything that the screen shows of one channel. */
export async function channelView(
  tx: Transaction<Cell>,
  deps: Pick<Deps, 'marketplaces'>,
  of: StoreType,
  now: Date,
): Promise<ChannelView> {
  const linking = linkingOf(deps, of.type)
  const setup = await setupOf(tx, of)
  return {
    type: of.type,
    ways: [...waysOf(linking)],
    portalUrl: linking.portalUrl,
    integration: await integrationOf(tx, of, now),
    setup: setup ? await setupView(tx, setup, linking) : null,
    runningOrders: await runningOrders(tx, of),
  }
}

export const setupOf = (tx: Transaction<Cell>, { storeId, type }: StoreType): Promise<SetupRow | undefined> =>
  tx
    .selectFrom('integration_setups')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('type', '=', type)
    .executeTakeFirst()

async function setupView(
  tx: Transaction<Cell>,
  row: SetupRow,
  { firstOrderIsTest = false, listsNone = false }: Linking,
): Promise<SetupView> {
  return {
    way: row.way as SetupView['way'],
    step: row.step as SetupView['step'],
    version: row.version,
    startedAt: row.started_at.toISOString(),
    startedBy: row.started_by,
    userCode: row.step === 'authorise' ? row.user_code : null,
    typesId: row.way !== 'code' || listsNone,
    verificationUrl: row.step === 'authorise' ? row.verification_url : null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    merchantId: row.merchant_id,
    merchantSecondaryIds: row.merchant_secondary_ids,
    checks: row.checks as MerchantCheck[],
    testOrder: row.step === 'test' ? await testOrderOf(tx, row, firstOrderIsTest) : null,
  }
}

/** The marketplace's clock may be a little behind ours. */
const clockToleranceMs = 60_000

async function testOrderOf(
  tx: Transaction<Cell>,
  row: SetupRow,
  firstOrderIsTest: boolean,
): Promise<SetupView['testOrder']> {
  const since = new Date((row.connected_at ?? row.started_at).getTime() - clockToleranceMs)
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'display_id', 'created_at', 'is_test'])
    .where('store_id', '=', row.store_id)
    .where('platform', '=', row.type)
    .$if(!firstOrderIsTest, (query) => query.where('is_test', '=', true))
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  if (!order) return null
  const { id: orderId, display_id: displayId, is_test: isTest } = order
  return { orderId, displayId, at: order.created_at.toISOString(), isTest }
}

async function runningOrders(tx: Transaction<Cell>, { storeId, type }: StoreType): Promise<number> {
  const row = await tx
    .selectFrom('orders')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('store_id', '=', storeId)
    .where('platform', '=', type)
    .where('open', '=', true)
    .executeTakeFirst()
  return row?.count ?? 0
}

async function integrationOf(
  tx: Transaction<Cell>,
  { storeId, type }: StoreType,
  now: Date,
): Promise<IntegrationView | null> {
  const row = await tx
    .selectFrom('integrations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('type', '=', type)
    .executeTakeFirst()
  if (!row) return null
  // Of a connection that ended nothing is asked any more.
  const operations = row.status === 'active' ? await operationsOf(tx, { storeId, type }) : []
  const credential = await tx
    .selectFrom('channel_credentials')
    .select('refused_at')
    .where('store_id', '=', storeId)
    .where('type', '=', type)
    .executeTakeFirst()
  const refusals = [credential?.refused_at ?? null, ...operations.filter(isRefused).map(refusedSince)]
  return {
    storeId,
    type,
    status: row.status as IntegrationView['status'],
    way: row.way as IntegrationView['way'],
    merchantId: row.merchant_id,
    merchantSecondaryIds: row.merchant_secondary_ids,
    refusedSince: isoOf(earliest(refusals)),
    connectedAt: isoOf(row.connected_at),
    connectedBy: row.connected_by,
    disconnectedAt: isoOf(row.disconnected_at),
    lastPolledAt: isoOf(row.last_polled_at),
    lastEventAt: isoOf(row.last_event_at),
    health: row.status === 'active' ? healthOf(row, operations, now) : [],
  }
}

const operationsOf = (tx: Transaction<Cell>, { storeId, type }: StoreType): Promise<OperationRow[]> =>
  tx
    .selectFrom('channel_operations')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('type', '=', type)
    .execute()

const isoOf = (at: Date | null): string | null => (at === null ? null : at.toISOString())

const earliest = (times: readonly (Date | null)[]): Date | null =>
  times
    .filter((at) => at !== null)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(0) ?? null

/** Calls about orders name no merchant: they stand with the primary one. */
function healthOf(row: Row, operations: readonly OperationRow[], now: Date): IntegrationView['health'] {
  const names = row.merchant_names as Readonly<Record<string, string>>
  return [row.merchant_id, ...row.merchant_secondary_ids].map((merchantId) => {
    const primary = merchantId === row.merchant_id
    const own = operations.filter(({ merchant_id: id }) => id === merchantId || (primary && id === ''))
    return {
      merchantId,
      name: lookup(names, merchantId) ?? null,
      primary,
      refused: own.some(isRefused),
      operations: channelOperations.flatMap((operation) => {
        const found = own.find((one) => one.operation === operation)
        return found ? [operationView(found, now)] : []
      }),
    }
  })
}

function operationView(row: OperationRow, now: Date): OperationHealth {
  const hourAgo = now.getTime() - 3_600_000
  return {
    operation: row.operation as OperationHealth['operation'],
    okAt: isoOf(row.ok_at),
    failedAt: isoOf(row.failed_at),
    failure: row.failure === null ? null : failureWords(row.failure, row.type),
    failuresLastHour: row.failures.filter((at) => at.getTime() > hourAgo).length,
    failing: isFailing(row),
  }
}

const isFailing = ({ ok_at: okAt, failed_at: failedAt }: OperationRow): boolean =>
  failedAt !== null && (okAt === null || failedAt > okAt)

/** Polling decides: it asks for every merchant, all the time. */
const isRefused = (row: OperationRow): boolean =>
  row.operation === 'polling' && row.failure === 'unauthorised' && isFailing(row)

const refusedSince = (row: OperationRow): Date =>
  row.ok_at ?? row.failures.at(-1) ?? row.failed_at ?? new Date(0)
