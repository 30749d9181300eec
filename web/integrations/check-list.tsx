import type { MerchantCheck } from '../../contract/integrations/integrations.ts'
import { Hidden } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { checkedNames } from './channel-words.rules.ts'
import styles from './integrations-tab.module.css'

const stateWords = { ok: 'Certo', attention: 'Atenção', failed: 'Falhou' } as const
const stateIcons = { ok: 'check', attention: 'info', failed: 'alert' } as const

/** What a marketplace says of each merchant, with the reason of everything that is not right. */
export function CheckList({ checks }: { readonly checks: readonly MerchantCheck[] }) {
  return checks.map(({ merchantId, name, results }) => (
    <div key={merchantId} className={styles.checks}>
      <h3>{name ?? merchantId}</h3>
      <ul>
        {results.map(({ what, state, words }) => (
          <li key={what} className={styles[state]}>
            <Icon name={stateIcons[state]} />
            <Hidden>{stateWords[state]}: </Hidden>
            <b>{checkedNames[what]}</b>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  ))
}
