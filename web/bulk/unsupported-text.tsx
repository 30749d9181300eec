import { channelName, type Platform } from '../../contract/shared/channels.ts'

/** Where the person still has to do it. */
export function UnsupportedText({ platforms }: { readonly platforms: readonly Platform[] }) {
  if (platforms.length === 0) return null
  const names = platforms.map((platform) => channelName(platform)).join(' e ')
  return <small>{names} não aceita isto daqui: faça também no aplicativo de lá.</small>
}
