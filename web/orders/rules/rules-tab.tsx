import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelName } from '../../../contract/shared/channels.ts'
import { readOrderRules, type OrderRules } from '../../../contract/orders/rules.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import type { StoreSectionProps } from '../../shell/settings-tab.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CapacityControl } from '../board/capacity-control.tsx'
import { rulesText } from './order-rules.rules.ts'
import { RulesDialog } from './rules-dialog.tsx'
import styles from './rules-tab.module.css'

/** The store's pace, and per channel the rules for automatic acceptance. */
export function RulesTab({ store }: StoreSectionProps) {
  const query = useQuery(queryFor(readOrderRules, {}, { storeId: store.id }))
  const [changing, setChanging] = useState<OrderRules['platform'] | null>(null)
  const sold = new Set(store.options.map((option) => option.platform))
  const rules = query.data?.rules.filter((one) => sold.has(one.platform)) ?? []
  const changed = rules.find((one) => one.platform === changing)
  return (
    <Card>
      <h2>{store.name}</h2>
      <h3>Movimento agora</h3>
      <CapacityControl store={store} />
      <h3>Aceite automático</h3>
      {query.isPending ? <Skeleton height={96} /> : null}
      {query.error ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <ul className={styles.channels}>
        {rules.map((one) => (
          <li key={one.platform}>
            <span className={styles.channel}>
              <b>{channelName(one.platform)}</b>
              <small>{rulesText(one).join(' ')}</small>
            </span>
            <Pill tone={one.autoAccept ? 'ok' : 'plain'}>{one.autoAccept ? 'Ligado' : 'Desligado'}</Pill>
            <Button
              aria-label={`Mudar o aceite automático de ${store.name}, ${channelName(one.platform)}`}
              onClick={() => setChanging(one.platform)}
            >
              Mudar
            </Button>
          </li>
        ))}
      </ul>
      {changed ? <RulesDialog store={store} rules={changed} onClose={() => setChanging(null)} /> : null}
    </Card>
  )
}
