import { useQuery } from '@tanstack/react-query'
import { everyMarketplace } from '../../contract/shared/channels.ts'
import {
  changePushDevice,
  pushEvents,
  readPushDevices,
  testPushDevice,
  type PushDevice,
  type PushEvent,
} from '../../contract/notifications/push.ts'
import { readMyStores, type Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { Box } from '../settings/settings.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ago } from '../words/format.ts'
import styles from './notifications-tab.module.css'
import { PushButton } from './push-button.tsx'
import { refreshPushState, pushLabels, turnPushOff, usePushHere } from './push-here.ts'

const eventLabels: Readonly<Record<PushEvent, readonly [name: string, hint: string]>> = {
  'not-accepted': ['Pedido sem aceite', 'um minuto depois de chegar'],
  escalation: ['Pedido ainda sem aceite', 'aos 3 minutos para gerentes e donos, aos 5 para donos'],
  cancelled: ['Cancelamento', `pelo cliente ou ${everyMarketplace('por')}`],
  'break-ends': ['Pausa no fim', 'cinco minutos antes de a loja voltar a vender'],
  dispute: [`Negociação ${everyMarketplace('em')}`, 'com o prazo para responder'],
}

/** The user's devices that receive notifications while the panel is closed. */
export function NotificationsTab() {
  const devices = useQuery(queryFor(readPushDevices, {}))
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const here = usePushHere()
  const failed = devices.error ?? mine.error
  return (
    <div className={styles.page}>
      <p className={styles.lead}>
        Um pedido precisa de você e ninguém olha o painel: o celular ou o computador avisa. O aviso diz a
        loja, o pedido e há quanto tempo; nunca o nome nem o endereço do cliente.
      </p>
      <section>
        <h2>Este aparelho</h2>
        {here.data ? (
          <div className={styles.here}>
            <Pill tone={here.data.state === 'on' ? 'ok' : here.data.state === 'off' ? 'plain' : 'bad'}>
              {pushLabels[here.data.state].short}
            </Pill>
            <p>{pushLabels[here.data.state].repair}</p>
            {here.data.state === 'off' ? <PushButton variant="primary" /> : null}
          </div>
        ) : here.error ? (
          <p>{errorSentence(here.error)}</p>
        ) : (
          <Skeleton height={44} />
        )}
      </section>
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
        <Skeleton height={220} />
      )}
    </div>
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
    <section className={styles.device}>
      <div className={styles.head}>
        <h2>{device.name}</h2>
        {isHere ? <Pill tone="ok">este aparelho</Pill> : null}
        {device.failing ? <Pill tone="bad">o último aviso não chegou</Pill> : null}
        <small>{device.reachedAt ? `último aviso ${ago(device.reachedAt, now)}` : 'ainda sem avisos'}</small>
      </div>
      <Choices device={device} stores={stores} />
      <div className={styles.actions}>
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
      </div>
    </section>
  )
}

/** Every change is saved at once. */
function Choices({ device, stores }: { readonly device: PushDevice; readonly stores: readonly Store[] }) {
  const save = useAction(async (change: Pick<PushDevice, 'events' | 'storeIds'>) => {
    await ask(changePushDevice, { params: { deviceId: device.id }, body: change })
    await refreshPushState()
  })
  const { events, storeIds } = save.busyWith ?? device
  const chosen = storeIds ?? stores.map((store) => store.id)
  const toggleStore = (id: string) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    if (next.length === 0) {
      notify('Escolha ao menos uma loja, ou tire o aparelho da lista.', 'bad')
      return
    }
    save.run({ events, storeIds: next.length === stores.length ? null : next })
  }
  return (
    <div className={styles.choices}>
      <fieldset>
        <legend>Avisar de</legend>
        {pushEvents.map((event) => (
          <Box
            key={event}
            words={eventLabels[event][0]}
            hint={eventLabels[event][1]}
            checked={events.includes(event)}
            onChange={() =>
              save.run({
                events: events.includes(event) ? events.filter((one) => one !== event) : [...events, event],
                storeIds,
              })
            }
          />
        ))}
      </fieldset>
      {stores.length > 1 ? (
        <fieldset>
          <legend>Lojas</legend>
          {stores.map((store) => (
            <Box
              key={store.id}
              words={store.name}
              checked={chosen.includes(store.id)}
              onChange={() => toggleStore(store.id)}
            />
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}
