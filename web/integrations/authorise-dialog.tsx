import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readGroupNow } from '../../contract/groups/group-now.ts'
import { readHome } from '../../contract/home/home.ts'
import { readIntegrations, type ChannelView } from '../../contract/integrations/integrations.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor, refresh } from '../api/query.ts'
import { Stack } from '../kit/layout.tsx'
import { useStore } from '../stores/further/use-stores.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Ways } from './connect-part.tsx'
import styles from './integrations-tab.module.css'
import { SetupPart } from './setup-part.tsx'

/** Lets the Balcão into a channel again, step by step, where the person is. */
export function AuthoriseDialog({
  storeId,
  platform,
  onClose,
}: {
  readonly storeId: string
  readonly platform: string
  readonly onClose: () => void
}) {
  const read = useQuery(queryFor(readIntegrations, {}, { storeId }))
  const store = useStore(storeId)
  const channel = read.data?.channels.find(({ type }) => type === platform)
  const close = () => {
    void Promise.all([refresh(readGroupNow), refresh(readHome)])
    onClose()
  }
  return (
    <Dialog
      title={`Autorizar ${withChannel('o', platform)}${store ? ` em ${store.name}` : ''}`}
      roomy
      onClose={close}
    >
      {store && channel ? (
        <Steps store={store} channel={channel} onClose={close} />
      ) : read.error ? (
        <ErrorState
          message={errorSentence(read.error)}
          requestId={requestIdOf(read.error)}
          onRetry={() => void read.refetch()}
        />
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  )
}

/** The ways to authorise, the one that was begun, then that it is done. */
function Steps({
  store,
  channel,
  onClose,
}: {
  readonly store: Store
  readonly channel: ChannelView
  readonly onClose: () => void
}) {
  const { setup, integration } = channel
  const [begun, setBegun] = useState(setup !== null)
  if (setup && !begun) setBegun(true)
  if (setup) return <SetupPart key={setup.step} store={store} channel={channel} setup={setup} />
  if (begun && integration?.refusedSince === null)
    return (
      <>
        <p role="status">O Balcão voltou a entrar. Os pedidos chegam na tela de pedidos.</p>
        <DialogFoot>
          <Button variant="primary" onClick={onClose}>
            Pronto
          </Button>
        </DialogFoot>
      </>
    )
  return (
    <Stack gap={12}>
      <p className={styles.quiet}>
        {integration?.refusedSince
          ? 'Pedidos novos não chegam até você autorizar de novo. Nada do histórico se perde.'
          : 'Autorize de novo e escolha os cadastros. A conexão de agora continua até o fim.'}
      </p>
      <Ways store={store} channel={channel} />
    </Stack>
  )
}
