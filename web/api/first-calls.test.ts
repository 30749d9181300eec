import { expect, test } from 'vitest'
import {
  getCustomToken,
  readIdentityProvider,
  readMyAccess,
  readMyUser,
  signInWithCustomToken,
} from '../../contract/identity/identity.ts'
import { readMyGroups } from '../../contract/groups/groups.ts'
import { readMyStores } from '../../contract/stores/stores.ts'
import { firstPaths } from './first-calls.ts'

test('the first calls are calls of the contract', () => {
  const contract = {
    getCustomToken,
    readIdentityProvider,
    signInWithCustomToken,
    readMyAccess,
    readMyUser,
    readMyStores,
    readMyGroups,
  }
  for (const [name, address] of Object.entries(firstPaths))
    expect(`/api${contract[name as keyof typeof contract].path}`).toBe(address)
})
