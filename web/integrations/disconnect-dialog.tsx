import { disconnectIntegration, type ChannelView } from '../../contract/integrations/integrations.ts'
import { channelName, withChannel } from '../../contract/shared/channels.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { ask } from '../api/ask.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { TextField } from '../ui/text-field.tsx'
import { disconnectEffects, isPage } from './channel-words.rules.ts'
import { refreshChannels } from './integrations-data.ts'
import { Stack } from '../kit/layout.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './integrations-tab.module.css'

/** What the end of the connection means comes first; the typed name of the store confirms it. */
export function DisconnectDialog({
  store,
  channel,
  onClose,
}: {
  readonly store: Store
  readonly channel: ChannelView
  readonly onClose: () => void
}) {
  const { type } = channel
  const form = useForm({
    initial: { storeName: '' },
    schema: disconnectIntegration.body,
    input: ({ storeName }) => ({ type, storeName }),
    send: async (body) => {
      await ask(disconnectIntegration, { body }, { storeId: store.id })
      await refreshChannels()
      notify(`${channelName(type)} desconectado de ${store.name}.`)
      onClose()
    },
  })
  return (
    <Dialog title={`Desconectar ${withChannel('o', type)}`} onClose={onClose}>
      <Stack as="form" gap={16} onSubmit={form.onSubmit} noValidate aria-label="Desconectar">
        <Stack as="ul" gap={8} className={styles.effects}>
          {disconnectEffects(type, channel.runningOrders).map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
          {isPage(channel.portalUrl) ? (
            <li>
              O Balcão só perde todo o acesso quando você também o retira{' '}
              <a href={channel.portalUrl} target="_blank" rel="noreferrer">
                no Portal do Parceiro
              </a>
              .
            </li>
          ) : null}
        </Stack>
        <FormError>{form.refusal}</FormError>
        <TextField
          label={`Digite ${store.name} para confirmar`}
          autoComplete="off"
          data-first
          {...form.field('storeName')}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Continuar conectado
          </Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            Desconectar
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
