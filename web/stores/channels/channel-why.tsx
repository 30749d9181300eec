import { roleMeets } from '../../../contract/shared/access.ts'
import { ChannelCauses } from './channel-list.tsx'
import { useChannel, type OneChannel } from './channels-data.ts'

/** Why one channel sells or not as it does, with the buttons that mend it. */
export function ChannelWhy(one: OneChannel) {
  const found = useChannel(one)
  return found ? <ChannelCauses {...found} mayMend={roleMeets(one.store.role, 'manager')} /> : null
}
