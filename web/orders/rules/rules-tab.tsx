import { useQuery } from '@tanstack/react-query'
import { channelName } from '../../../contract/shared/channels.ts'
import { readOrderRules } from '../../../contract/orders/rules.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { ApplyElsewhere } from '../../settings/settings.ts'
import type { StoreSectionProps } from '../../screens/settings-tab.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ModuleSwitches } from '../../stores/stores.ts'
import { CapacityControl } from '../board/head/capacity-control.tsx'
import { ChannelRules } from './channel-rules.tsx'
import { rulesOfStore } from './order-rules.rules.ts'
import styles from './rules-tab.module.css'

/** The store's pace, whether orders are accepted automatically, and per channel the rules for automatic acceptance. */
export function RulesTab({ store, stores }: StoreSectionProps) {
  const query = useQuery(queryFor(readOrderRules, {}, { storeId: store.id }))
  const rules = query.data ? rulesOfStore(store, query.data.rules) : []
  return (
    <div className={styles.page}>
      <section className={styles.pace}>
        <h2 id="movimento">Movimento agora</h2>
        <CapacityControl store={store} />
      </section>
      <section id="aceite" aria-label="Aceite automático">
        <ModuleSwitches keys={['autoAccept']} store={store} place="within" />
        {query.isPending ? <Skeleton height={320} /> : null}
        {query.error && !query.data ? (
          <ErrorState
            message={errorSentence(query.error)}
            requestId={requestIdOf(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : null}
        <div className={styles.channels}>
          {rules.map((one) => (
            <ChannelRules
              key={one.platform}
              storeId={store.id}
              rules={one}
              title={rules.length > 1 ? channelName(one.platform) : ''}
            />
          ))}
        </div>
      </section>
      {query.data ? (
        <ApplyElsewhere
          store={store}
          stores={stores}
          action={{ kind: 'rules', rules: rules.map(({ version: _version, ...own }) => own) }}
          onDone={() => refresh(readOrderRules)}
        />
      ) : null}
    </div>
  )
}
