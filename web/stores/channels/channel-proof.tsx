import { WishLines } from './channel-list.tsx'
import { useChannel, type OneChannel } from './channels-data.ts'

/** What one channel was asked to be, and has proved to be. */
export function ChannelProof(one: OneChannel) {
  const found = useChannel(one)
  return found ? <WishLines channel={found.channel} proved /> : null
}
