import { readStoreProfile } from '../../../contract/stores/profile.ts'
import { readMyStores } from '../../../contract/stores/stores.ts'
import { refresh } from '../../api/query.ts'

export async function refreshProfile(): Promise<void> {
  await Promise.all([readStoreProfile, readMyStores].map(refresh))
}
