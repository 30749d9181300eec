import { readStored, wipeLastReads, writeStored } from '../browser/storage.ts'
import { lastSessionKey as key } from '../browser/session-hint.ts'
import type { SignedIn } from './signed-in.ts'

/** The session a reload without a network may show, counted from the server's last confirmation of it. */
const validMs = 12 * 60 * 60_000

/** Who was signed in here, so that the last orders can be read without a network. Holds no token. */
export function rememberSession(session: SignedIn): void {
  writeStored(key, JSON.stringify({ session, at: Date.now() }))
}

/** Also deletes the orders that were kept for reading without a network. */
export function forgetSession(): void {
  if (readStored(key) === null) return
  writeStored(key, null)
  wipeLastReads().catch(console.warn)
}

export function rememberedSession(): SignedIn | null {
  try {
    const { session, at } = JSON.parse(readStored(key) ?? '') as { session: SignedIn; at: number }
    return session.status === 'signed-in' && Date.now() - at < validMs ? session : null
  } catch {
    return null
  }
}

const leavingKey = 'signOutPending'

/** A sign-out that did not reach the server: its cookie would sign the person in again. */
export const rememberLeaving = (pending: boolean): void => writeStored(leavingKey, pending ? '1' : null)
export const leftOffline = (): boolean => readStored(leavingKey) !== null
