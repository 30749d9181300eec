import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { channelName, everyMarketplace } from '../../../../contract/shared/channels.ts'
import { roleMeets, type RoleName } from '../../../../contract/shared/access.ts'
import {
  readCapacity,
  setCapacity,
  type CapacityLevel,
  type CapacitySpan,
} from '../../../../contract/orders/rules.ts'
import type { ChannelPause } from '../../../../contract/orders/rules.ts'
import { readStoresNow } from '../../../../contract/stores/stores.ts'
import type { LiveEvent } from '../../../../contract/live/live.ts'
import { errorSentence } from '../../../api/api-error.ts'
import { ask } from '../../../api/ask.ts'
import { queryFor, refresh } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { useLive } from '../../../live/live-stream.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notices.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { capacityText } from '../../rules/order-rules.rules.ts'
import { Row, Stack } from '../../../kit/layout.tsx'
import { FormError } from '../../../kit/form-error.tsx'
import { Muted } from '../../../kit/text.tsx'
import styles from './capacity-control.module.css'

interface PacedStore {
  readonly id: string
  readonly name: string
  readonly role: RoleName
  readonly address: { readonly timezone: string }
}

const levels: readonly { readonly level: CapacityLevel; readonly words: string }[] = [
  { level: 'normal', words: 'Normal' },
  { level: 'busy', words: 'Corrido' },
  { level: 'paused', words: 'Pausado' },
]

/** The store's pace: three levels; the two limited ones show their end. */
export function CapacityControl({ store }: { readonly store: PacedStore }) {
  const options = { storeId: store.id }
  const query = useQuery(queryFor(readCapacity, {}, options))
  const now = useQuery(queryFor(readStoresNow, { query: {} }))
  const open = now.data?.stores.find(({ storeId }) => storeId === store.id)?.status.open
  useLive(
    useCallback(
      (event: LiveEvent) => {
        const concernsStore =
          event.kind === 'store' && event.storeId === store.id && event.topic === 'capacity'
        if (concernsStore || event.kind === 'resync') void refresh(readCapacity)
      },
      [store.id],
    ),
  )
  const [asking, setAsking] = useState<'busy' | 'paused' | null>(null)
  const act = useAction(async (wanted: Wanted) => {
    try {
      await ask(setCapacity, { body: { ...wanted, version: query.data?.version ?? 0 } }, options)
      notify(doneLabels[wanted.level](store.name))
      setAsking(null)
    } finally {
      // After an error too: another user may have changed it.
      await refresh(readCapacity)
    }
  })
  if (query.isPending) return <Skeleton height={74} />
  if (!query.data) return <Muted size={3}>{errorSentence(query.error)}</Muted>
  const { level } = query.data
  return (
    <Stack gap={8} data-level={level}>
      <div className={styles.levels} role="group" aria-label={`Movimento de ${store.name}`}>
        {levels.map((one) => (
          <Button
            key={one.level}
            variant="ghost"
            className={styles.level ?? ''}
            aria-pressed={one.level === level}
            busy={act.busyWith?.level === one.level && asking === null}
            disabledReason={
              one.level === 'paused' && !roleMeets(store.role, 'manager')
                ? 'Só gerentes e donos podem pausar a loja.'
                : null
            }
            onClick={() => {
              if (one.level !== 'normal') setAsking(one.level)
              else if (level !== 'normal') act.run({ level: 'normal' })
            }}
          >
            {one.words}
          </Button>
        ))}
      </div>
      <Muted size={3} role="status">
        {capacityText(query.data, store.address.timezone, open)}
      </Muted>
      {query.data.channels.map((pause) => (
        <ChannelPauseLine key={pause.platform} pause={pause} />
      ))}
      {asking ? (
        <PaceDialog
          level={asking}
          storeName={store.name}
          marketplaces={query.data.channels.map((pause) => pause.platform)}
          busy={act.busyWith !== null}
          onSet={(wanted) => act.run(wanted)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Stack>
  )
}

const channelLabels: Record<ChannelPause['state'], string | null> = {
  open: null,
  pausing: 'pausando…',
  paused: 'pausado também.',
  reopening: 'reabrindo…',
  refused: null,
}

/** Whether the marketplace has applied the pause, or why it was rejected. */
function ChannelPauseLine({ pause }: { readonly pause: ChannelPause }) {
  if (pause.message) return <FormError className={styles.refused}>{pause.message}</FormError>
  const words = channelLabels[pause.state]
  return words ? (
    <Muted size={3}>
      {channelName(pause.platform)}: {words}
    </Muted>
  ) : null
}

interface Wanted {
  readonly level: CapacityLevel
  readonly extraMinutes?: number
  readonly untilMinutes?: CapacitySpan
}

const doneLabels: Record<CapacityLevel, (store: string) => string> = {
  normal: (store) => `${store} voltou ao movimento normal.`,
  busy: (store) => `${store} está com movimento corrido.`,
  paused: (store) => `${store} está pausada.`,
}

const extras = [10, 15, 20, 30] as const

const spans: readonly { readonly key: string; readonly span: CapacitySpan | null; readonly words: string }[] =
  [
    { key: '15', span: 15, words: '15\u00a0min' },
    { key: '30', span: 30, words: '30\u00a0min' },
    { key: '60', span: 60, words: '1 hora' },
    { key: 'day', span: 'endOfDay', words: 'Fim do dia' },
    { key: 'open', span: null, words: 'Até alguém mudar' },
  ]

function PaceDialog({
  level,
  storeName,
  marketplaces,
  busy,
  onSet,
  onClose,
}: {
  readonly level: 'busy' | 'paused'
  readonly storeName: string
  readonly marketplaces: readonly string[]
  readonly busy: boolean
  readonly onSet: (wanted: Wanted) => void
  readonly onClose: () => void
}) {
  const [extra, setExtra] = useState<number>(15)
  const [spanKey, setSpanKey] = useState('30')
  const span = spans.find((one) => one.key === spanKey)?.span ?? null
  return (
    <Dialog
      title={level === 'busy' ? `${storeName}: movimento corrido` : `Pausar ${storeName}`}
      onClose={onClose}
    >
      <Muted size={3}>
        {level === 'busy'
          ? 'Quem pede pelo canal próprio recebe um prazo maior. Os pedidos já feitos não mudam.'
          : `Novos pedidos do canal próprio são recusados e nada é aceito sozinho.${marketplaces.length > 0 ? ` ${everyMarketplace('Em', marketplaces)} a loja fecha pelo mesmo tempo.` : ''}`}
      </Muted>
      {level === 'busy' ? (
        <Row as="fieldset" gap={8} align="stretch" wrap className={styles.choices}>
          <legend>Tempo a mais</legend>
          {extras.map((minutes) => (
            <label key={minutes}>
              <input
                type="radio"
                name="extra"
                checked={extra === minutes}
                onChange={() => setExtra(minutes)}
              />
              <span>{`+${minutes}\u00a0min`}</span>
            </label>
          ))}
        </Row>
      ) : null}
      <Row as="fieldset" gap={8} align="stretch" wrap className={styles.choices}>
        <legend>Por quanto tempo</legend>
        {spans.map(({ key, words }) => (
          <label key={key}>
            <input type="radio" name="span" checked={spanKey === key} onChange={() => setSpanKey(key)} />
            <span>{words}</span>
          </label>
        ))}
      </Row>
      <div className={styles.actions}>
        <Button
          variant={level === 'busy' ? 'primary' : 'danger'}
          busy={busy}
          onClick={() =>
            onSet({
              level,
              ...(level === 'busy' ? { extraMinutes: extra } : {}),
              ...(span === null ? {} : { untilMinutes: span }),
            })
          }
        >
          {level === 'busy' ? 'Aumentar o prazo' : 'Pausar a loja'}
        </Button>
      </div>
    </Dialog>
  )
}
