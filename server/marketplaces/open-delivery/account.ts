import { minuteMs } from '../../../contract/shared/durations.ts'
import type { ConnectionParts } from '../marketplace-kind.ts'
import type { MerchantAccount, ServedMenu } from '../merchant.ts'
import type { Caller } from './caller.ts'
import { rejectFailure } from './http.ts'
import { merchantIdOf, ourMerchantId } from './merchant-ids.ts'
import type { OpenDeliveryProfile } from './profile.ts'

/** The application says of a merchant at most how it read its menu last. */
export function openDeliveryAccount(
  profile: OpenDeliveryProfile,
  call: Caller,
  { env, now }: Pick<ConnectionParts, 'env' | 'now'>,
): MerchantAccount {
  const { onboarding, standBy, saysMerchantStatus, webhook } = profile
  const pathOf = (path: string, merchantId: string) =>
    path.replace('{id}', encodeURIComponent(ourMerchantId(profile, merchantId)))
  return {
    readMerchant: async (typed) => {
      const merchantId = merchantIdOf(profile, typed)
      if (saysMerchantStatus)
        rejectFailure(await call('GET', pathOf('/v1/merchantStatus?merchantId={id}', merchantId)), 'merchant')
      return { merchantId, name: merchantId, address: null }
    },
    ...updatesOf(profile, async (path, merchantId, json) => {
      rejectFailure(await call('POST', pathOf(path, merchantId), { json }), 'merchant update')
    }),
    ...(standBy && {
      standBy: {
        suspend: async (merchantId) => {
          const sent = { baseUrl: env[standBy.baseUrl], json: { store_id: Number(merchantId) } }
          rejectFailure(await call('POST', standBy.path, sent), 'stand-by')
          return new Date(now().getTime() + standBy.minutes * minuteMs)
        },
        open: async (merchantId) => {
          const sent = { baseUrl: env[standBy.baseUrl], json: { store_id: Number(merchantId) } }
          rejectFailure(await call('POST', standBy.openPath, sent), 'opening')
        },
      },
    }),
    ...(onboarding && {
      onboard: async (merchantId, { origin, menuUrl }) => {
        const json = {
          [onboarding.id.field]: onboarding.id.as === 'number' ? Number(merchantId) : merchantId,
          getMerchantURL: { baseURL: menuUrl },
          ordersWebhookURL: origin + webhook.path,
        }
        rejectFailure(await call('PUT', pathOf(onboarding.path, merchantId), { json }), 'onboarding')
      },
    }),
  }
}

type Update = (path: string, merchantId: string, json: object) => Promise<void>

function updatesOf(
  profile: OpenDeliveryProfile,
  update: Update,
): Pick<MerchantAccount, 'menuChanged' | 'offersChanged' | 'sellingChanged'> {
  const { updates } = profile
  if (!updates) return {}
  const { path, menu } = updates
  return {
    menuChanged: async (merchantId, served) =>
      update(path, merchantId, menu === 'whole' ? await wholeOf(profile, merchantId, served) : {}),
    ...(menu === 'parts' && {
      offersChanged: (merchantId, updatedObjects) =>
        update(path, merchantId, { entityType: 'ITEM_OFFER', updatedObjects }),
    }),
    sellingChanged: (merchantId, sells) =>
      update(path, merchantId, { merchantStatus: sells ? 'AVAILABLE' : 'UNAVAILABLE' }),
  }
}

/** Without content an update stands for all of the merchant, which the application then reads at our address. */
async function wholeOf(
  profile: OpenDeliveryProfile,
  merchantId: string,
  served: ServedMenu,
): Promise<object> {
  const merchant = await served()
  if (!merchant) return {}
  return { entityType: 'MERCHANT', updatedObjects: [{ ...merchant, id: ourMerchantId(profile, merchantId) }] }
}
