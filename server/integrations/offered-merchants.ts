import type {
  OfferedMerchant,
  readSetupMerchants as readSetupMerchantsRoute,
} from '../../contract/integrations/integrations.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import type { Caller } from '../calls/caller.ts'
import { readManyStores } from '../db/many-stores.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { limited } from '../identity/identity.ts'
import type { ListedMerchant, MerchantAccount } from '../marketplaces/merchant.ts'
import type { SetupRow, StoreType } from './integrations.reads.ts'
import { linkingOf } from './known-type.ts'
import { asking, marketplaceOf, seenSetup } from './setups.ts'

export async function readSetupMerchants(
  call: Call<typeof readSetupMerchantsRoute>,
): Promise<Reply<typeof readSetupMerchantsRoute>> {
  const { deps, caller, storeId, body, now } = call
  linkingOf(deps, body.type)
  const of = { storeId, type: body.type }
  const row = await seenSetup(deps, of, { steps: ['merchants', 'check'], now })
  const found = await merchantsOf(call, row, body.merchantId)
  const users = await usersOf(
    deps,
    caller,
    of,
    found.map(({ merchantId }) => merchantId),
  )
  return {
    merchants: found.map((one): OfferedMerchant => {
      const user = users.get(one.merchantId)
      return {
        merchantId: one.merchantId,
        name: one.name,
        address: one.address,
        state: user === undefined ? 'free' : user.here ? 'here' : 'elsewhere',
        storeName: user?.here === false ? user.name : null,
      }
    }),
  }
}

/** Tries to guess ids of other owners' merchants are few. */
async function merchantsOf(
  { deps, caller, now }: Call<typeof readSetupMerchantsRoute>,
  row: SetupRow,
  merchantId: string | undefined,
): Promise<readonly ListedMerchant[]> {
  const account = accountOf(deps, row)
  const { listMerchants } = account
  if (row.way === 'code' && listMerchants) return asking(() => listMerchants(), refusedMerchant)
  if (merchantId === undefined) return []
  const attempt = { purpose: 'channel', account: `merchant:${caller.uid}` } as const
  return limited(deps.directory, attempt, now, async () => [
    await asking(() => account.readMerchant(merchantId), refusedMerchant),
  ])
}

export function accountOf(deps: Pick<Deps, 'marketplaces' | 'env'>, row: SetupRow): MerchantAccount {
  const { account } = marketplaceOf(deps, row)
  if (!account) throw new AppError('integration/way-not-offered')
  return account
}

export const refusedMerchant = (): AppError => new AppError('integration/merchant-refused')

interface User {
  readonly here: boolean
  /** Only of a store that the caller manages. */
  readonly name: string | null
}

export type Users = ReadonlyMap<string, User>

/** Which of these merchants are connected, and where, as far as the caller may know. */
export async function usersOf(
  deps: Pick<Deps, 'directory' | 'cells'>,
  caller: Caller,
  { storeId, type }: StoreType,
  merchantIds: readonly string[],
): Promise<Users> {
  if (merchantIds.length === 0) return new Map()
  const routes = await deps.directory
    .selectFrom('merchant_routes')
    .select(['merchant_id', 'store_id'])
    .where('platform', '=', type)
    .where('merchant_id', 'in', merchantIds)
    .execute()
  const managed = routes
    .map((route) => route.store_id)
    .filter((id) => {
      const role = caller.access.get(id)
      return id !== storeId && role !== undefined && roleMeets(role, 'manager')
    })
  const names = new Map<string, string>()
  if (managed.length > 0)
    for (const { id, name } of await readManyStores(deps.cells, managed, (tx, ids) =>
      tx.selectFrom('stores').select(['id', 'name']).where('id', 'in', ids).execute(),
    ))
      names.set(id, name)
  return new Map(
    routes.map((route) => [
      route.merchant_id,
      { here: route.store_id === storeId, name: names.get(route.store_id) ?? null },
    ]),
  )
}
