import { useQuery } from '@tanstack/react-query'
import {
  changePushDevice,
  pushEvents,
  readPushDevices,
  testPushDevice,
  type PushDevice,
} from '../../contract/notifications/push.ts'
import { readMyStores, type Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { Box } from '../kit/box.tsx'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ago } from '../words/format.ts'
import { eventWords } from './notice-words.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './notifications-tab.module.css'
import { refreshPushState, turnPushOff, usePushHere } from './push-here.ts'

/** The person's devices that get notices while the panel is closed. */
export function Devices() {
  const devices = useQuery(queryFor(readPushDevices, {}))
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const here = usePushHere()
  const failed = devices.error ?? mine.error
  return (
    <Stack as="section" gap={12} className={styles.part}>
      <h2 id="aparelhos">Aparelhos</h2>
      {failed ? (
        <ErrorState
          message={errorSentence(failed)}
          requestId={requestIdOf(failed)}
          onRetry={() => void devices.refetch()}
        />
      ) : devices.data && mine.data ? (
        <>
          {devices.data.devices.map((device) => (
            <Device
              key={device.id}
              device={device}
              stores={mine.data.stores}
              isHere={device.id === here.data?.device?.id}
            />
          ))}
          {devices.data.devices.length === 0 ? (
            <EmptyState icon="bell" title="Nenhum aparelho recebe avisos">
              Abra esta página em cada celular ou computador que deve avisar, e ligue os avisos nele.
            </EmptyState>
          ) : null}
        </>
      ) : (
        <Skeleton height={120} />
      )}
    </Stack>
  )
}

function Device({
  device,
  stores,
  isHere,
}: {
  readonly device: PushDevice
  readonly stores: readonly Store[]
  readonly isHere: boolean
}) {
  const now = useNow(30_000)
  const test = useAction(async (_now: true) => {
    await ask(testPushDevice, { params: { deviceId: device.id } }).finally(() => void refreshPushState())
    notify(`Aviso de teste enviado para ${device.name}. Ele aparece em segundos.`)
  })
  const remove = useAction(async (_now: true) => {
    await turnPushOff(device, isHere)
    notify(`${device.name} não recebe mais avisos.`)
  })
  return (
    <Stack as="section" gap={12} className={styles.device}>
      <Row gap={8} wrap className={styles.deviceHead}>
        <h3>{device.name}</h3>
        {isHere ? <Pill tone="ok">este aparelho</Pill> : null}
        {device.failing ? <Pill tone="bad">o último aviso não chegou</Pill> : null}
        <Muted as="small" size={2}>
          {device.reachedAt ? `último aviso ${ago(device.reachedAt, now)}` : 'ainda sem avisos'}
        </Muted>
      </Row>
      <Scope device={device} stores={stores} />
      <Row gap={10} align="stretch" wrap>
        <Button
          variant="soft"
          icon="bell"
          busy={test.busyWith !== null}
          aria-label={`Testar ${device.name}`}
          onClick={() => test.run(true)}
        >
          Testar
        </Button>
        <Button
          variant="plain"
          busy={remove.busyWith !== null}
          aria-label={`Tirar da lista: ${device.name}`}
          onClick={() => remove.run(true)}
        >
          Tirar da lista
        </Button>
      </Row>
    </Stack>
  )
}

/** Of which stores it tells, and what it leaves out although the list above has it. Every change is saved at once. */
function Scope({ device, stores }: { readonly device: PushDevice; readonly stores: readonly Store[] }) {
  const save = useAction(async (change: Pick<PushDevice, 'events' | 'storeIds'>) => {
    await ask(changePushDevice, { params: { deviceId: device.id }, body: change })
    await refreshPushState()
  })
  const { events, storeIds } = save.busyWith ?? device
  const chosen = storeIds ?? stores.map((store) => store.id)
  const left = pushEvents.filter((event) => !events.includes(event))
  const toggleStore = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    if (next.length === 0) {
      notify('Escolha ao menos uma loja, ou tire o aparelho da lista.', 'bad')
      return
    }
    save.run({ events, storeIds: next.length === stores.length ? null : next })
  }
  return (
    <>
      {left.length > 0 ? (
        <Muted>
          Este aparelho deixa de fora: {left.map((event) => eventWords[event].name.toLowerCase()).join(', ')}.{' '}
          <Button variant="ghost" onClick={() => save.run({ events: [...pushEvents], storeIds })}>
            Seguir a lista acima
          </Button>
        </Muted>
      ) : null}
      {stores.length > 1 ? (
        <fieldset className={styles.stores}>
          <legend>Avisa destas lojas</legend>
          {stores.map((store) => (
            <Box
              key={store.id}
              label={store.name}
              checked={chosen.includes(store.id)}
              onChange={() => toggleStore(store.id)}
            />
          ))}
        </fieldset>
      ) : null}
    </>
  )
}
