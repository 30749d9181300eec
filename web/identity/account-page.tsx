import { useQuery } from '@tanstack/react-query'
import {
  changePassword,
  endMySession,
  endMySessions,
  readMySessions,
  type OwnSession,
} from '../../contract/identity/account.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useForm } from '../forms/use-form.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { deviceZone } from '../browser/device-zone.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Pill } from '../ui/pill.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { ago, clockTime, dayBrief, plural } from '../words/format.ts'
import { Row, Stack } from '../kit/layout.tsx'
import { FormError } from '../kit/form-error.tsx'
import styles from './account-page.module.css'
import { NewPasswordField } from './new-password-field.tsx'
import { MyInvitations } from './team/my-invitations.tsx'
import { OwnData } from './own-data.tsx'
import { SecondFactorCard } from './second-factor/second-factor-card.tsx'
import { renewSession, signOut, useSignedIn } from './session.ts'

/** The signed-in person: name and phone, devices, password, second factor. */
export function AccountPage() {
  const session = useSignedIn()
  return (
    <div className={styles.page}>
      <div>
        <OwnData />
        <MyInvitations />
        <Sessions />
      </div>
      <div>
        <PasswordCard email={session.email} />
        <SecondFactorCard email={session.email} />
      </div>
    </div>
  )
}

function Sessions() {
  const query = useQuery(queryFor(readMySessions, {}))
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
  const several = (query.data?.sessions.length ?? 0) > 1
  return (
    <section>
      <h2 id="onde">Onde a conta está aberta</h2>
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
          <SessionRow key={one.id} session={one} busy={end.isBusy(one.id)} onEnd={() => end.run(one.id)} />
        ))}
      </ul>
      <Row gap={8} align="stretch" wrap className={styles.ends}>
        {several ? (
          <Button
            busy={endAll.isBusy(true)}
            disabledReason={endAll.besides(true)}
            onClick={() => endAll.run(true)}
          >
            Encerrar as outras
          </Button>
        ) : null}
        <Button
          variant="ghost"
          busy={endAll.isBusy(false)}
          disabledReason={endAll.besides(false)}
          onClick={() => endAll.run(false)}
        >
          Sair de todos os aparelhos
        </Button>
      </Row>
    </section>
  )
}

function SessionRow({
  session,
  busy,
  onEnd,
}: {
  readonly session: OwnSession
  readonly busy: boolean
  readonly onEnd: () => void
}) {
  const now = useNow(30_000)
  const { device, current, address, samePlace, lastSeenAt, signedInAt } = session
  const place = samePlace ? 'na mesma rede que você' : address ? `da rede ${address}` : null
  return (
    <li>
      <span>
        <b>{device}</b> {current ? <Pill tone="ok">este aparelho</Pill> : null}
        <small>
          {[
            current ? null : `usado ${ago(lastSeenAt, now)}`,
            current ? null : place,
            `entrou ${timeOfDay(signedInAt, now)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
      </span>
      {current ? null : (
        <Button variant="ghost" busy={busy} aria-label={`Encerrar a sessão em ${device}`} onClick={onEnd}>
          Encerrar
        </Button>
      )}
    </li>
  )
}

/** `hoje às 14:02`, `em 20 de nov. às 9:10`, by this device's clock. */
function timeOfDay(iso: string, now: Date): string {
  const zone = deviceZone()
  const dayOf = (at: string) => new Date(at).toLocaleDateString('sv-SE', { timeZone: zone })
  const time = clockTime(iso, zone)
  const day = dayOf(iso)
  return day === dayOf(now.toISOString()) ? `hoje às ${time}` : `em ${dayBrief(day)} às ${time}`
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
    <section>
      <h2 id="senha">Trocar a senha</h2>
      <Stack
        as="form"
        gap={16}
        className={styles.form}
        onSubmit={form.onSubmit}
        noValidate
        aria-label="Trocar a senha"
      >
        <FormError boxed className={styles.warning}>
          {form.refusal}
        </FormError>
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
      </Stack>
    </section>
  )
}
