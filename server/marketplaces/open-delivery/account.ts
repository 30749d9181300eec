import type { MerchantAccount, ServedMenu } from '../merchant.ts'
import type { Caller } from './caller.ts'
import { rejectFailure } from './http.ts'
import { merchantIdOf, ourMerchantId } from './merchant-ids.ts'
import type { OpenDeliveryProfile } from './profile.ts'

/** The application says of a merchant at most how it read its menu last. */
export function openDeliveryAccount(profile: OpenDeliveryProfile, call: Caller): MerchantAccount {
  const { onboarding, saysMerchantStatus, webhook } = profile
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
    ...(onboarding && {
      onboard: async (merchantId, { origin, menuUrl }) => {
        const json = {
          ...namedMerchant(onboarding.idField, merchantId),
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

const namedMerchant = (idField: string, merchantId: string) => ({
  [idField]: idField === 'keetaMerchantId' ? Number(merchantId) : merchantId,
})
