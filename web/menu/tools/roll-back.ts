import { readMenuVersion, readMenuVersions, rollBackMenu } from '../../../contract/menu/versions.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { notify } from '../../ui/notices.tsx'
import { refreshMenus } from '../menu-data.ts'

/** The menu as it was in this version, whatever it is now. */
export async function rollBack(store: Store, number: number): Promise<void> {
  const at = { storeId: store.id }
  const params = { number: String(number) }
  try {
    const { menu } = await ask(readMenuVersion, { params }, at)
    await ask(rollBackMenu, { params, body: { menu } }, at)
    notify(`O cardápio de ${store.name} voltou ao que era.`)
  } catch (error) {
    notify(`O cardápio não voltou. ${errorSentence(error)}`, 'bad')
  } finally {
    await Promise.all([refreshMenus([store.id]), refresh(readMenuVersions), refresh(readMenuVersion)])
  }
}
