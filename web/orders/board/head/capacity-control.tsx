import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { channelName } from '../../../../contract/shared/channels.ts'
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
import { StopSellingDialog } from '../../../stores/stores.ts'
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

const levels: readonly CapacityLevel[] = ['normal', 'busy', 'paused']

const levelWords = (one: CapacityLevel, now: CapacityLevel): string =>
  one === 'normal' ? 'Normal' : one === 'busy' ? 'Corrido' : now === 'paused' ? 'Parada' : 'Parar de vender'

/** The store's pace: usual, busy until its end, or stopped, which is asked where every screen asks it. */
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
  const [asking, setAsking] = useState<'busy' | 'stop' | null>(null)
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
            key={one}
            variant="ghost"
            className={styles.level ?? ''}
            aria-pressed={one === level}
            busy={act.busyWith?.level === one && asking === null}
            disabledReason={
              one === 'paused' && !roleMeets(store.role, 'manager')
                ? 'Só gerentes e donos param de vender.'
                : null
            }
            onClick={() => {
              if (one === 'paused') setAsking('stop')
              else if (one === 'busy') setAsking('busy')
              else if (level !== 'normal') act.run({ level: 'normal' })
            }}
          >
            {levelWords(one, level)}
          </Button>
        ))}
      </div>
      <Muted size={3} role="status">
        {capacityText(query.data, store.address.timezone, open)}
      </Muted>
      {query.data.channels.map((pause) => (
        <ChannelPauseLine key={pause.platform} pause={pause} />
      ))}
      {asking === 'busy' ? (
        <BusyDialog
          storeName={store.name}
          busy={act.busyWith !== null}
          onSet={(wanted) => act.run(wanted)}
          onClose={() => setAsking(null)}
        />
      ) : asking === 'stop' ? (
        <StopSellingDialog
          storeId={store.id}
          onClose={() => {
            setAsking(null)
            void refresh(readCapacity)
          }}
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
  readonly level: Exclude<CapacityLevel, 'paused'>
  readonly extraMinutes?: number
  readonly untilMinutes?: CapacitySpan
}

const doneLabels: Record<Wanted['level'], (store: string) => string> = {
  normal: (store) => `${store} voltou ao movimento normal.`,
  busy: (store) => `${store} está com movimento corrido.`,
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

function BusyDialog({
  storeName,
  busy,
  onSet,
  onClose,
}: {
  readonly storeName: string
  readonly busy: boolean
  readonly onSet: (wanted: Wanted) => void
  readonly onClose: () => void
}) {
  const [extra, setExtra] = useState<number>(15)
  const [spanKey, setSpanKey] = useState('30')
  const span = spans.find((one) => one.key === spanKey)?.span ?? null
  return (
    <Dialog title={`${storeName}: movimento corrido`} onClose={onClose}>
      <Muted size={3}>
        Quem pede pelo canal próprio recebe um prazo maior. Os pedidos já feitos não mudam.
      </Muted>
      <Row as="fieldset" gap={8} align="stretch" wrap className={styles.choices}>
        <legend>Tempo a mais</legend>
        {extras.map((minutes) => (
          <label key={minutes}>
            <input type="radio" name="extra" checked={extra === minutes} onChange={() => setExtra(minutes)} />
            <span>{`+${minutes}\u00a0min`}</span>
          </label>
        ))}
      </Row>
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
          variant="primary"
          busy={busy}
          onClick={() =>
            onSet({ level: 'busy', extraMinutes: extra, ...(span === null ? {} : { untilMinutes: span }) })
          }
        >
          Aumentar o prazo
        </Button>
      </div>
    </Dialog>
  )
}
