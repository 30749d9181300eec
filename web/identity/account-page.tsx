import { useQuery } from '@tanstack/react-query'
import {
  changePassword,
  endMySession,
  endMySessions,
  readMySessions,
} from '../../contract/identity/account.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useForm } from '../api/use-form.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Card } from '../ui/card.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { ago, plural } from '../words/format.ts'
import styles from './account-page.module.css'
import { NewPasswordField } from './new-password-field.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { renewSession, signOut, useSignedIn } from './session.ts'

/** The user's account: sessions, password, second factor. */
export function AccountPage() {
  const session = useSignedIn()
  return (
    <div className={styles.page}>
      <Card>
        <h2>Quem é você</h2>
        <p>
          <b>{session.name}</b>
          <br />
          {session.email}
        </p>
        {session.secondFactorMissing ? (
          <p className={styles.warning} role="alert">
            Contas de suporte só abrem lojas depois de ligar a verificação em duas etapas, logo abaixo.
          </p>
        ) : null}
      </Card>
      <SessionsCard />
      <PasswordCard email={session.email} />
      <SecondFactorCard />
    </div>
  )
}

function SessionsCard() {
  const query = useQuery(queryFor(readMySessions, {}))
  const now = useNow(30_000)
  const end = useAction(async (sessionId: string) => {
    await ask(endMySession, { params: { sessionId } })
    await refresh(readMySessions)
    notify('Sessão encerrada.')
  })
  const endAll = useAction(async (keepThis: boolean) => {
    const { ended } = await ask(endMySessions, { body: { keepThis } })
    if (!keepThis) {
      await signOut()
      return
    }
    await refresh(readMySessions)
    notify(
      ended === 0
        ? 'Não havia outra sessão aberta.'
        : plural(ended, 'sessão encerrada', 'sessões encerradas'),
    )
  })
  return (
    <Card>
      <h2>Onde a conta está aberta</h2>
      {query.isPending ? <Skeleton height={120} /> : null}
      {query.error ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <ul className={styles.sessions}>
        {query.data?.sessions.map((one) => (
          <li key={one.id}>
            <span>
              <b>{one.device}</b> {one.current ? <Pill tone="ok">este aparelho</Pill> : null}
              <small>
                Último uso {ago(one.lastSeenAt, now)}, entrou {ago(one.signedInAt, now)}
              </small>
            </span>
            {one.current ? null : (
              <Button
                variant="plain"
                busy={end.isBusy(one.id)}
                aria-label={`Encerrar a sessão em ${one.device}`}
                onClick={() => end.run(one.id)}
              >
                Encerrar
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          variant="plain"
          busy={endAll.isBusy(true)}
          disabledReason={endAll.besides(true)}
          onClick={() => endAll.run(true)}
        >
          Encerrar as outras
        </Button>
        <Button
          variant="danger"
          icon="leave"
          busy={endAll.isBusy(false)}
          disabledReason={endAll.besides(false)}
          onClick={() => endAll.run(false)}
        >
          Sair de todos os aparelhos
        </Button>
      </div>
    </Card>
  )
}

function PasswordCard({ email }: { readonly email: string }) {
  const empty = { currentPassword: '', newPassword: '' }
  const form = useForm({
    initial: empty,
    schema: changePassword.body,
    input: (values) => values,
    send: async (body) => {
      const { endedSessions } = await ask(changePassword, { body })
      await renewSession()
      form.set('currentPassword', '')
      form.set('newPassword', '')
      await refresh(readMySessions)
      notify(
        endedSessions === 0
          ? 'Senha trocada.'
          : `Senha trocada. ${plural(endedSessions, 'outra sessão encerrada', 'outras sessões encerradas')}.`,
      )
    },
  })
  return (
    <Card>
      <h2>Trocar a senha</h2>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate aria-label="Trocar a senha">
        {form.refusal ? (
          <p className={styles.warning} role="alert">
            {form.refusal}
          </p>
        ) : null}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label="Senha atual"
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <NewPasswordField {...form.field('newPassword')} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={form.busy}>
            {form.busy ? 'Trocando…' : 'Trocar a senha'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
