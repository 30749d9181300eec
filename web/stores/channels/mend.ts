import type { Platform } from '../../../contract/shared/channels.ts'
import { repairChannel, type Remedy, type StoreChannels } from '../../../contract/stores/channels.ts'
import { endBreak } from '../../../contract/stores/hours.ts'
import { readHome } from '../../../contract/home/home.ts'
import { activateStore, inactivateStore } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { notify } from '../../ui/notices.tsx'
import { refreshHours } from '../hours/hours-data.ts'
import { askedText } from './channels.rules.ts'

/** Remedies that are a call; the others are links. */
export type MendingRemedy = Exclude<Remedy, { readonly do: 'see-hours' | 'see-integrations' | 'see-modules' }>

export const isMending = (remedy: Remedy): remedy is MendingRemedy =>
  remedy.do !== 'see-hours' && remedy.do !== 'see-integrations' && remedy.do !== 'see-modules'

/** Does what the button of a cause says. Throws ApiError. */
export async function mend(store: SwitchedStore, platform: Platform, remedy: MendingRemedy): Promise<void> {
  const { storeId } = store
  try {
    if (remedy.do === 'activate') await switchStore(store, true)
    else if (remedy.do === 'end-break') await ask(endBreak, { params: { id: remedy.breakId } }, { storeId })
    else await ask(repairChannel, { body: { platform, repair: remedy.do } }, { storeId })
    notify(askedText(remedy, platform))
  } finally {
    await refreshSelling()
  }
}

/** Everything that shows whether stores sell. */
export async function refreshSelling(): Promise<void> {
  await Promise.all([refreshHours(), refresh(readHome)])
}

type SwitchedStore = Pick<StoreChannels, 'storeId' | 'menuSlug'>

export async function switchStore({ storeId, menuSlug }: SwitchedStore, active: boolean): Promise<void> {
  await ask(
    active ? activateStore : inactivateStore,
    { params: { menuSlug } },
    { storeId, idempotencyKey: crypto.randomUUID() },
  )
}
