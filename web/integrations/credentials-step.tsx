import { omit } from 'zod/mini'
import { giveCredentials } from '../../contract/integrations/credentials.ts'
import { ask } from '../api/ask.ts'
import { useForm } from '../forms/use-form.ts'
import { FormError } from '../kit/form-error.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { CancelButton, type SetupProps } from './cancel-button.tsx'
import { refreshChannels } from './integrations-data.ts'
import styles from './integrations-tab.module.css'
import { OurAddresses } from './our-addresses.tsx'

/** What an ordering application gave to the store, and what it needs to know of the store. */
export function CredentialsStep(props: SetupProps) {
  const { store, channel, setup } = props
  const form = useForm({
    initial: { baseUrl: '', clientId: '', clientSecret: '', appId: '' },
    schema: giveCredentials.body && omit(giveCredentials.body, { type: true, version: true }),
    input: ({ appId, ...typed }) => ({ ...typed, ...(appId.trim() === '' ? {} : { appId }) }),
    send: async (typed) => {
      try {
        await ask(
          giveCredentials,
          { body: { ...typed, type: channel.type, version: setup.version } },
          { storeId: store.id },
        )
      } finally {
        await refreshChannels()
      }
    },
  })
  return (
    <Stack
      as="form"
      gap={16}
      className={styles.credentials}
      onSubmit={form.onSubmit}
      noValidate
      aria-label="Credenciais do aplicativo"
    >
      <p className={styles.quiet}>
        Peça estes dados ao aplicativo. Cada loja tem os seus. Eles ficam cifrados e ninguém os vê de novo.
      </p>
      <FormError>{form.refusal}</FormError>
      <TextField
        label="Endereço do aplicativo"
        hint="Como https://api.aplicativo.com.br, sem /oauth nem /v1."
        type="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('baseUrl')}
      />
      <TextField
        label="Identificação da loja (Client ID)"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('clientId')}
      />
      <PasswordField
        label="Chave secreta (Client Secret)"
        autoComplete="off"
        {...form.field('clientSecret')}
      />
      <TextField
        label="Identificação do aplicativo (App ID, opcional)"
        hint="Se o aplicativo deu um, só os avisos dele são aceitos."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('appId')}
      />
      <OurAddresses store={store} />
      <Row wrap className={styles.actions}>
        <Button type="submit" variant="primary" busy={form.busy}>
          Testar e continuar
        </Button>
        <CancelButton {...props} />
      </Row>
    </Stack>
  )
}
