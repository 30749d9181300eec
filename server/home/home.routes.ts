import { readStoresNow as readStoresNowRoute } from '../../contract/stores/stores.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readStoresNow } from './stores-now.ts'

export const homeRoutes: readonly ServedRoute[] = [on(readStoresNowRoute, readStoresNow)]
