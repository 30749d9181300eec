import { readHome as readHomeRoute } from '../../contract/home/home.ts'
import { readStoresNow as readStoresNowRoute } from '../../contract/stores/stores.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readHome } from './read-home.ts'
import { readStoresNow } from './stores-now.ts'

export const homeRoutes: readonly ServedRoute[] = [
  on(readHomeRoute, readHome),
  on(readStoresNowRoute, readStoresNow),
]
