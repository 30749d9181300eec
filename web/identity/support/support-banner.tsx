import { leaveStore } from '../../../contract/identity/support.ts'
import { ask } from '../../api/ask.ts'
import { useAction } from '../../api/use-action.ts'
import { deviceZone } from '../../browser/device-zone.ts'
import { Button } from '../../ui/button.tsx'
import { clockTime } from '../../words/format.ts'
import type { SignedIn } from '../signed-in.ts'
import { Row } from '../../kit/layout.tsx'
import styles from './support-banner.module.css'

/** Over every screen while support is in a store that is not its own. */
export function SupportBanner({ entry }: { readonly entry: NonNullable<SignedIn['support']> }) {
  const leave = useAction(async (_store: string) => {
    await ask(leaveStore, {})
    // A whole new page: nothing that was read in the store stays in memory.
    location.assign('/suporte')
  })
  return (
    <Row as="aside" className={styles.banner} aria-label="Suporte">
      <p>
        Você está como suporte na loja <b>{entry.storeName}</b>
        <small>
          {' '}
          até {clockTime(entry.until, deviceZone())}. Tudo o que mudar fica registrado. Acessos, conexões e
          exportações ficam com a loja.
        </small>
      </p>
      <Button busy={leave.busyWith !== null} onClick={() => leave.run(entry.storeId)}>
        Sair da loja
      </Button>
    </Row>
  )
}
