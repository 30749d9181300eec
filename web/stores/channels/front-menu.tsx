import { Link } from '@tanstack/react-router'
import { useState } from 'react'
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

const WhyClosedDialog = lazyPart(() => import('../why-closed/why-closed-dialog.tsx'), 'WhyClosedDialog')

/** What is done with a store from its front: why it is closed, and for managers stop or start selling, hours, channels. */
export function FrontMenu({ store }: { readonly store: StoreNow }) {
  const [asking, setAsking] = useState<'stop' | 'why' | null>(null)
  const manages = roleMeets(store.role, 'manager')
  const hasCauses = store.status.reasons.length > 0
  if (!manages && !hasCauses) return null
  return (
    <>
      <Popover label={`Mais de ${store.name}`} icon="more" className={styles.button ?? ''}>
        {(close) => (
          <div className={styles.menu}>
            {hasCauses ? (
              <button
                type="button"
                onClick={() => {
                  close()
                  setAsking('why')
                }}
              >
                <Icon name="info" size={18} />
                Por que está fechada?
              </button>
            ) : null}
            {manages ? (
              <>
                <button
                  type="button"
                  onClick={() => {
                    close()
                    setAsking('stop')
                  }}
                >
                  <Icon name="shop" size={18} />
                  {wayOf(store)}
                </button>
                <Link to="/settings" search={{ tab: 'horarios', store: store.storeId }} onClick={close}>
                  <Icon name="clock" size={18} />
                  Horários e canais
                </Link>
              </>
            ) : null}
          </div>
        )}
      </Popover>
      {asking === 'stop' ? (
        <StopSellingDialog storeId={store.storeId} onClose={() => setAsking(null)} />
      ) : asking === 'why' ? (
        <WhyClosedDialog storeIds={[store.storeId]} onClose={() => setAsking(null)} />
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
