import type { Platform } from '../../contract/shared/channels.ts'
import { unsupportedWords } from './bulk-words.rules.ts'

/** Where the person still has to do it. */
export function UnsupportedText({ platforms }: { readonly platforms: readonly Platform[] }) {
  return platforms.length === 0 ? null : <small>{unsupportedWords(platforms)}</small>
}
