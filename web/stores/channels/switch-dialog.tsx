import { useState } from 'react'
import type { StoreChannels } from '../../../contract/stores/channels.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { notify } from '../../ui/notices.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../kit/layout.tsx'
import styles from './channels.module.css'
import { placesOf, runningText } from './channels.rules.ts'
import { useChannels } from './channels-data.ts'
import { refreshSelling, switchStore } from './mend.ts'

/** Before a store stops or starts selling: on which channels, and what becomes of its orders. */
export function SwitchDialog({
  storeId,
  name,
  onClose,
}: {
  readonly storeId: string
  readonly name: string
  readonly onClose: () => void
}) {
  const { channels, error, retry } = useChannels(storeId)
  // What is asked does not turn round while the dialog is open.
  const [first, setFirst] = useState(channels)
  if (!first && channels) setFirst(channels)
  const shown = first ?? channels
  if (shown) return <Question store={shown} name={name} onClose={onClose} />
  return (
    <Dialog title={name} onClose={onClose}>
      {error ? (
        <ErrorState message={errorSentence(error)} requestId={requestIdOf(error)} onRetry={retry} />
      ) : (
        <Skeleton height={140} />
      )}
    </Dialog>
  )
}

function Question({
  store,
  name,
  onClose,
}: {
  readonly store: StoreChannels
  readonly name: string
  readonly onClose: () => void
}) {
  const { active, running } = store
  const platforms = store.channels
    .filter(({ causes }) => causes.every(({ code }) => code !== 'disconnected'))
    .map(({ platform }) => platform)
  const run = useAction(async (to: boolean) => {
    await switchStore(store, to)
    notify(to ? `${name} ativada.` : `${name} desativada.`, 'plain', {
      label: 'Desfazer',
      run: () => void undo(store, !to, name),
    })
    onClose()
    await refreshSelling()
  })
  return (
    <Dialog title={active ? `Desativar ${name}?` : `Ativar ${name}?`} onClose={onClose}>
      <Stack as="ul" gap={12} className={styles.effects}>
        <li>
          {active ? 'Deixa de vender' : 'Volta a vender, no horário dela,'} <b>{placesOf(platforms)}</b>.
        </li>
        <li>{runningText(running)}</li>
        <li>
          {active
            ? 'Fica assim até alguém ativar de novo. Para parar por algumas horas, use uma pausa.'
            : 'As pausas programadas continuam valendo.'}
        </li>
      </Stack>
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Voltar
        </Button>
        <Button
          variant={active ? 'danger' : 'primary'}
          busy={run.busyWith !== null}
          onClick={() => run.run(!active)}
        >
          {active ? 'Desativar' : 'Ativar'}
        </Button>
      </DialogFoot>
    </Dialog>
  )
}

async function undo(store: StoreChannels, active: boolean, name: string): Promise<void> {
  try {
    await switchStore(store, active)
    notify(active ? `${name} continua ativa.` : `${name} continua desativada.`)
  } catch (error) {
    notify(errorSentence(error), 'bad')
  }
  await refreshSelling()
}
