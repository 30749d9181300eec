import type { Store } from '../../../contract/stores/stores.ts'
import { useNow } from '../../browser/clock.ts'
import { momentText } from './breaks.rules.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './hours-tab.module.css'
import { useOpenStatus } from './open-status.ts'

/** "Aberta agora, fecha às 2:00." Nothing while it is unknown: the call gives nothing on failure. */
export function OpenLine({ store }: { readonly store: Pick<Store, 'id' | 'address'> }) {
  const now = useNow(30_000)
  const status = useOpenStatus(store.id)
  if (!status) return null
  const when = status.nextChange ? momentText(status.nextChange, now, store.address.timezone) : null
  const [reason] = status.reasons.filter(({ channel }) => channel === null)
  return (
    <Row as="p" align="baseline" className={styles.open} role="status">
      <i className={status.open ? styles.on : styles.off} aria-hidden="true" />
      {status.open ? (
        <span>
          <b>Aberta agora</b>
          {when ? `, fecha ${when}` : ', sem hora para fechar'}
          {reason ? `; ${reason.message}` : '.'}
        </span>
      ) : (
        <span>
          <b>Fechada agora</b>: {reason?.message ?? (when ? `abre ${when}.` : 'não há horário à frente.')}
        </span>
      )}
    </Row>
  )
}
