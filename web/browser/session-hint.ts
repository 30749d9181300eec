import { sessionHintName } from '../../contract/shared/headers.ts'
import { readStored } from './storage.ts'

export const lastSessionKey = 'lastSession'

/**
 * Whether a session may exist; its own cookie is invisible to the page. A browser that never signed in asks
 * for none, so its console stays empty.
 */
export const mayHaveSession = (): boolean =>
  document.cookie.split('; ').includes(`${sessionHintName}=1`) || readStored(lastSessionKey) !== null
