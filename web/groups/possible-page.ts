import { findGroupAddress } from '../../contract/groups/groups.ts'
import { isGroupSlug } from '../../contract/shared/reserved-slugs.ts'
import { ask } from '../api/ask.ts'
import { readSession } from '../identity/session.ts'

/**
 * Whether this path of one segment may be a group's page. A person who is signed in gets the answer from the page itself; a
 * visitor is asked to sign in only if some group has it, or if the server does not say.
 */
export async function mayBeGroupPage(
  path: string,
  isSignedIn = readSession().status === 'signed-in',
): Promise<boolean> {
  const slug = path.replaceAll('/', '')
  if (!isGroupSlug(slug) || isSignedIn) return isGroupSlug(slug)
  const found = await ask(findGroupAddress, { params: { slug } }).catch(() => null)
  return found?.exists ?? true
}
