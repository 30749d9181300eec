import { Link } from '@tanstack/react-router'
import { roleMeets } from '../../../contract/shared/access.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { Row } from '../../kit/layout.tsx'
import { knownStores } from '../../stores/store-facts.ts'
import { Icon } from '../../ui/icon.tsx'
import { plural } from '../../words/format.ts'
import { useChannelItems } from './channel-items-data.ts'
import styles from './unmapped-link.module.css'

/** How many items of orders wait to be matched, of one channel or of all. Nothing while none waits. */
export function UnmappedLink({
  store,
  platform = null,
}: {
  readonly store: Store
  readonly platform?: string | null
}) {
  const { data } = useChannelItems(store.id)
  const waiting =
    platform === null
      ? (data?.waiting ?? 0)
      : (data?.items.filter((item) => item.decision === null && item.platform === platform).length ?? 0)
  if (waiting === 0) return null
  const where = platform === null ? 'dos pedidos' : withChannel('de', platform)
  return (
    <Row gap={8} wrap className={styles.strip} role="status">
      <Icon name="alert" size={16} />
      <span>
        {plural(waiting, 'item', 'itens')} {where} fora do cardápio.
      </span>
      <ToRepair storeId={store.id} words="Dizer o que são" />
    </Row>
  )
}

/** Beside an item of an order; the repair is a manager's. */
export function UnmappedMark({ storeId }: { readonly storeId: string }) {
  const role = knownStores().find((store) => store.id === storeId)?.role
  return (
    <span className={styles.mark}>
      Fora do cardápio
      {role && roleMeets(role, 'manager') ? <ToRepair storeId={storeId} words="Dizer qual é" /> : null}
    </span>
  )
}

const ToRepair = ({ storeId, words }: { readonly storeId: string; readonly words: string }) => (
  <Link to="/cardapio/importar" search={{ aba: 'nao-mapeados', loja: storeId }} className={styles.go}>
    {words}
  </Link>
)
