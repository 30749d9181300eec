import { appPair } from '../../contract/shared/app-pair.ts'
import { headers } from '../../contract/shared/headers.ts'

/**
 * The application's pair: of the page, where the server's environment has another than the built one. Written by the
 * server, id and token with a space between (server/http/panel/built-panel.ts).
 */
export function appHeaders() {
  const [id = appPair.id, token = appPair.token] = document.documentElement.dataset.app?.split(' ') ?? []
  return { [headers.appId]: id, [headers.appToken]: token }
}
