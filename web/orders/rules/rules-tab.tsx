import { useQuery } from '@tanstack/react-query'
import { channelName } from '../../../contract/shared/channels.ts'
import { readOrderRules, saveOrderRules } from '../../../contract/orders/rules.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { ApplyElsewhere, changesBetween, type ElsewherePlan } from '../../settings/settings.ts'
import type { StoreSectionProps } from '../../screens/settings-tab.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CapacityControl } from '../board/head/capacity-control.tsx'
import { ChannelRules } from './channel-rules.tsx'
import { rulesInput, rulesOfStore, rulesValues, rulesWords } from './order-rules.rules.ts'
import styles from './rules-tab.module.css'

/** The store's pace, and per channel the rules for automatic acceptance. */
export function RulesTab({ store, stores }: StoreSectionProps) {
  const query = useQuery(queryFor(readOrderRules, {}, { storeId: store.id }))
  const rules = query.data ? rulesOfStore(store, query.data.rules) : []
  return (
    <div className={styles.page}>
      <section className={styles.pace}>
        <h2 id="movimento">Movimento agora</h2>
        <CapacityControl store={store} />
      </section>
      <section>
        <h2 id="aceite">Aceite automático</h2>
        <p className={styles.lead}>O Balcão aceita sozinho, também com o painel fechado.</p>
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
          what="As regras de aceite"
          store={store}
          stores={stores}
          plan={(target) => planElsewhere(store, target)}
        />
      ) : null}
    </div>
  )
}

/** The same rules for the channels that both stores sell on. */
async function planElsewhere(from: Store, target: Store): Promise<ElsewherePlan> {
  const [here, there] = await Promise.all(
    [from, target].map(async (store) => {
      const { rules } = await ask(readOrderRules, {}, { storeId: store.id })
      return rulesOfStore(store, rules)
    }),
  )
  const pairs = (there ?? []).flatMap((old) => {
    const wanted = here?.find(({ platform }) => platform === old.platform)
    if (!wanted) return []
    const changes = changesBetween(rulesValues(old), rulesValues(wanted), rulesWords)
    return changes.length > 0 ? [{ old, wanted, changes }] : []
  })
  const named = (there ?? []).length > 1
  return {
    changes: pairs.flatMap(({ old, changes }) =>
      changes.map(({ text }) => (named ? `${channelName(old.platform)}: ${text}` : text)),
    ),
    apply: async () => {
      try {
        for (const { old, wanted } of pairs)
          await ask(
            saveOrderRules,
            {
              params: { platform: old.platform },
              body: rulesInput(rulesValues(wanted), old.version),
            },
            { storeId: target.id },
          )
      } finally {
        await refresh(readOrderRules)
      }
    },
  }
}
