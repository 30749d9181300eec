import { useState } from 'react'
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../../contract/identity/account.ts'
import { refresh } from '../../api/query.ts'
import { closePopup } from '../../browser/popup.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from '../account-page.module.css'
import { QrCode } from '../../ui/qr-code.tsx'
import type { SecondFactorWay } from './second-factor-ways.ts'
import { refreshAccess, signOut } from '../session.ts'

interface SecondFactorDialogProps {
  readonly way: SecondFactorWay
  readonly onClose: () => void
}

export function EnableDialog({ way, onClose }: SecondFactorDialogProps) {
  const [secret, setSecret] = useState<{ secret: string; uri: string } | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const [ended, setEnded] = useState(false)
  const start = useForm({
    initial: { password: '' },
    schema: startSecondFactor.body,
    input: (values) => values,
    send: async ({ password }) => setSecret(await way.start(password)),
  })
  const confirm = useForm({
    initial: { code: '' },
    schema: confirmSecondFactor.body,
    input: (values) => values,
    send: async ({ code }) => {
      const codes = await way.confirm(code)
      setEnded(codes === null)
      setRecoveryCodes(codes)
      if (codes !== null) await Promise.all([refresh(readSecondFactor), refreshAccess()])
    },
  })
  return (
    <Dialog title="Ligar a verificação em duas etapas" onClose={onClose}>
      {ended ? (
        <SignInAgain />
      ) : recoveryCodes ? (
        <RecoveryCodes codes={recoveryCodes} onDone={onClose} />
      ) : secret ? (
        <Stack as="form" gap={16} className={styles.form} onSubmit={confirm.onSubmit} noValidate>
          <Refusal text={confirm.refusal} />
          <p>Leia o código com o aplicativo autenticador e digite os seis números que ele mostrar.</p>
          <QrCode text={secret.uri} label="Código para o aplicativo autenticador" />
          <Muted size={3} className={styles.secret}>
            Sem câmera, digite esta chave: <code>{secret.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
          </Muted>
          <TextField
            label="Código"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            {...confirm.field('code')}
          />
          <DialogFoot>
            <Button variant="ghost" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" variant="primary" busy={confirm.busy}>
              Confirmar
            </Button>
          </DialogFoot>
        </Stack>
      ) : (
        <Stack as="form" gap={16} className={styles.form} onSubmit={start.onSubmit} noValidate>
          <Refusal text={start.refusal} />
          <PasswordField
            label="Sua senha"
            autoComplete="current-password"
            data-first
            {...start.field('password')}
          />
          <DialogFoot>
            <Button variant="ghost" onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" variant="primary" busy={start.busy}>
              Continuar
            </Button>
          </DialogFoot>
        </Stack>
      )}
    </Dialog>
  )
}

function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[]
  readonly onDone: () => void
}) {
  const copy = () => {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify('Códigos copiados.'),
      () => notify('Não deu para copiar. Selecione e copie à mão.', 'bad'),
    )
  }
  return (
    <>
      <p role="status">
        Pronto. Guarde estes códigos fora do celular: cada um entra uma vez no lugar do aplicativo. Eles não
        aparecem de novo.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <DialogFoot>
        <Button variant="ghost" onClick={copy}>
          Copiar
        </Button>
        <Button variant="primary" onClick={onDone}>
          Já guardei
        </Button>
      </DialogFoot>
    </>
  )
}

/** The hosted provider ends every session with a change. */
function SignInAgain() {
  return (
    <>
      <p role="status">
        Pronto. As sessões desta conta terminaram. Ao entrar de novo, pedimos também o código do aplicativo.
      </p>
      <DialogFoot>
        <Button variant="primary" data-first onClick={() => void signOut().then(closePopup)}>
          Entrar de novo
        </Button>
      </DialogFoot>
    </>
  )
}

export function DisableDialog({ way, onClose }: SecondFactorDialogProps) {
  const form = useForm({
    initial: { password: '', code: '' },
    schema: removeSecondFactor.body,
    input: (values) => values,
    send: async ({ password, code }) => {
      const ended = await way.remove(password, code)
      notify('Verificação em duas etapas desligada.')
      if (ended) {
        await signOut()
        return
      }
      await refresh(readSecondFactor)
      onClose()
    },
  })
  return (
    <Dialog title="Desligar a verificação em duas etapas" onClose={onClose}>
      <Stack as="form" gap={16} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <Refusal text={form.refusal} />
        <p>Depois disso, só a senha protege a sua conta.</p>
        <PasswordField
          label="Sua senha"
          autoComplete="current-password"
          data-first
          {...form.field('password')}
        />
        <TextField
          label="Código do aplicativo ou de recuperação"
          autoComplete="one-time-code"
          {...form.field('code')}
        />
        <DialogFoot>
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" busy={form.busy}>
            Desligar
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}

function Refusal({ text }: { readonly text: string | null }) {
  return text ? (
    <FormError boxed className={styles.warning}>
      {text}
    </FormError>
  ) : null
}
