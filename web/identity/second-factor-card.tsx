import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../contract/identity/account.ts'
import { errorSentence } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Dialog, DialogFoot } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { plural } from '../words/format.ts'
import { Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './account-page.module.css'
import { QrCode } from '../ui/qr-code.tsx'
import { refreshAccess } from './session.ts'

/** Second factor through an authenticator app, with recovery codes. */
export function SecondFactorCard() {
  const query = useQuery(queryFor(readSecondFactor, {}))
  const [open, setOpen] = useState<'on' | 'off' | null>(null)
  const state = query.data
  return (
    <section>
      <h2>
        Verificação em duas etapas {state?.enabled ? <Pill tone="ok">ligada</Pill> : <Pill>desligada</Pill>}
      </h2>
      {query.isPending ? <Skeleton height={60} /> : null}
      {query.error ? <ErrorState message={errorSentence(query.error)} /> : null}
      {state && !state.managedHere ? (
        <p>Aqui, o serviço de entrada cuida da segunda etapa.</p>
      ) : state?.enabled ? (
        <>
          <p>
            Ao entrar, pedimos também um código do aplicativo.{' '}
            {plural(
              state.recoveryCodesLeft,
              'código de recuperação ainda vale',
              'códigos de recuperação ainda valem',
            )}
            .
          </p>
          <div className={styles.actions}>
            <Button
              variant="plain"
              disabledReason={state.required ? 'Contas de suporte não podem ficar sem ela.' : null}
              onClick={() => setOpen('off')}
            >
              Desligar
            </Button>
          </div>
        </>
      ) : state ? (
        <>
          <p>Um aplicativo no celular mostra um código que só você tem. A senha sozinha deixa de bastar.</p>
          <div className={styles.actions}>
            <Button icon="key" onClick={() => setOpen('on')}>
              Ligar
            </Button>
          </div>
        </>
      ) : null}
      {open === 'on' ? <EnableDialog onClose={() => setOpen(null)} /> : null}
      {open === 'off' ? <DisableDialog onClose={() => setOpen(null)} /> : null}
    </section>
  )
}

function EnableDialog({ onClose }: { readonly onClose: () => void }) {
  const [secret, setSecret] = useState<{ secret: string; uri: string } | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const start = useForm({
    initial: { password: '' },
    schema: startSecondFactor.body,
    input: (values) => values,
    send: async (body) => setSecret(await ask(startSecondFactor, { body })),
  })
  const confirm = useForm({
    initial: { code: '' },
    schema: confirmSecondFactor.body,
    input: (values) => values,
    send: async (body) => {
      const answer = await ask(confirmSecondFactor, { body })
      setRecoveryCodes(answer.recoveryCodes)
      await Promise.all([refresh(readSecondFactor), refreshAccess()])
    },
  })
  return (
    <Dialog title="Ligar a verificação em duas etapas" onClose={onClose}>
      {recoveryCodes ? (
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

function DisableDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm({
    initial: { password: '', code: '' },
    schema: removeSecondFactor.body,
    input: (values) => values,
    send: async (body) => {
      await ask(removeSecondFactor, { body })
      await refresh(readSecondFactor)
      notify('Verificação em duas etapas desligada.')
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
