import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import { lazyPart } from '../../screens/stale-chunk.ts'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import type { StoreNow } from '../street.rules.ts'
import styles from './front-menu.module.css'

const StopSellingDialog = lazyPart(
  () => import('../stop-selling/stop-selling-dialog.tsx'),
  'StopSellingDialog',
)

/** What a manager does with a store from its front: stop or start selling, or see its hours and channels. */
export function FrontMenu({ store }: { readonly store: StoreNow }) {
  const [asking, setAsking] = useState(false)
  if (!roleMeets(store.role, 'manager')) return null
  return (
    <>
      <Popover label={`Mais de ${store.name}`} icon="more" className={styles.button ?? ''}>
        {(close) => (
          <div className={styles.menu}>
            <button
              type="button"
              onClick={() => {
                close()
                setAsking(true)
              }}
            >
              <Icon name="shop" size={18} />
              {wayOf(store)}
            </button>
            <Link to="/settings" search={{ tab: 'horarios', store: store.storeId }} onClick={close}>
              <Icon name="clock" size={18} />
              Horários e canais
            </Link>
          </div>
        )}
      </Popover>
      {asking ? (
        <Suspense fallback={null}>
          <StopSellingDialog storeId={store.storeId} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** By what the dialog shows. */
function wayOf({ status }: StoreNow): string {
  const codes = status.reasons.map(({ code }) => code)
  if (codes.includes('store-inactive')) return 'Ativar a loja'
  return codes.includes('store-paused') ? 'Voltar a vender' : 'Parar de vender'
}
