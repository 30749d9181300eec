import type { TeamStore } from './team-store.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import {
  cancelInvitation,
  readInvitations,
  readStoreAccess,
  resendInvitation,
  type Invitation,
  type Person,
} from '../../../contract/identity/people.ts'
import { readMyStores } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ago } from '../../words/format.ts'
import { roleLabels } from '../../words/roles.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { roleIn, useSignedIn } from '../session.ts'
import styles from './team-tab.module.css'

/** The people of each store with their roles, and open invitations. */
export function TeamTab() {
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const [inviting, setInviting] = useState(false)
  if (mine.isPending) return <Skeleton height={260} />
  if (mine.error)
    return (
      <ErrorState
        message={errorSentence(mine.error)}
        requestId={requestIdOf(mine.error)}
        onRetry={() => void mine.refetch()}
      />
    )
  const stores = mine.data.stores.filter((store) => roleMeets(store.role, 'manager'))
  return (
    <div className={styles.page}>
      <div className={styles.lead}>
        <p>Quem trabalha em cada loja e o que pode fazer. Atendentes não veem valores do dia.</p>
        <Button variant="primary" icon="plus" onClick={() => setInviting(true)}>
          Convidar
        </Button>
      </div>
      {stores.map((store) => (
        <StoreTeam key={store.id} store={store} />
      ))}
      {inviting ? <InviteDialog stores={stores} onClose={() => setInviting(false)} /> : null}
    </div>
  )
}

function StoreTeam({ store }: { readonly store: TeamStore }) {
  const session = useSignedIn()
  const team = useQuery(queryFor(readStoreAccess, {}, { storeId: store.id }))
  const waiting = useQuery(queryFor(readInvitations, {}, { storeId: store.id }))
  const failed = [team, waiting].find((one) => one.error !== null)
  const [changing, setChanging] = useState<Person | null>(null)
  const ownRole = roleIn(session, store.id) ?? 'basic'
  return (
    <Card>
      <h2>{store.name}</h2>
      {team.isPending || waiting.isPending ? <Skeleton height={120} /> : null}
      {failed ? (
        <ErrorState
          message={errorSentence(failed.error)}
          requestId={requestIdOf(failed.error)}
          onRetry={() => void failed.refetch()}
        />
      ) : null}
      <ul className={styles.people}>
        {team.data?.map((person) => (
          <li key={person.uid}>
            <span className={styles.who}>
              <b>{person.name}</b>
              <small>{person.email}</small>
              {person.lastOwner ? <small>O único dono: antes de sair, dê esse acesso a alguém.</small> : null}
            </span>
            <Pill tone={person.role === 'owner' ? 'info' : 'plain'}>{roleLabels[person.role]}</Pill>
            {person.lastOwner ? null : (
              <Button
                variant="plain"
                aria-label={
                  person.uid === session.uid ? `Sair de ${store.name}` : `Mudar o acesso de ${person.name}`
                }
                disabledReason={reasonAgainst(person, person.uid === session.uid, ownRole)}
                onClick={() => setChanging(person)}
              >
                {person.uid === session.uid ? 'Sair' : 'Mudar'}
              </Button>
            )}
          </li>
        ))}
        {waiting.data?.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} storeId={store.id} />
        ))}
      </ul>
      {team.data && waiting.data && team.data.length + waiting.data.length === 0 ? (
        <EmptyState icon="user" title="Ninguém na equipe ainda" />
      ) : null}
      {changing ? (
        <PersonDialog
          person={changing}
          store={store}
          ownRole={ownRole}
          isSelf={changing.uid === session.uid}
          onClose={() => setChanging(null)}
        />
      ) : null}
    </Card>
  )
}

function reasonAgainst(person: Person, isSelf: boolean, ownRole: string): string | null {
  if (isSelf || ownRole === 'owner') return null
  return person.role === 'basic' ? null : 'Só um dono muda o acesso de gerentes e donos.'
}

function InvitationRow({
  invitation,
  storeId,
}: {
  readonly invitation: Invitation
  readonly storeId: string
}) {
  const now = useNow(60_000)
  const params = { params: { invitationId: invitation.id } }
  const act = useAction(async (choice: 'resend' | 'cancel') => {
    if (choice === 'resend') await ask(resendInvitation, params, { storeId })
    else await ask(cancelInvitation, params, { storeId })
    await refresh(readInvitations)
    notify(choice === 'resend' ? `Convite enviado de novo para ${invitation.email}.` : 'Convite cancelado.')
  })
  return (
    <li>
      <span className={styles.who}>
        <b>{invitation.name || invitation.email}</b>
        <small>
          {invitation.name ? `${invitation.email}, ` : ''}convite de {invitation.invitedBy}{' '}
          {ago(invitation.createdAt, now)}
        </small>
      </span>
      <Pill tone={invitation.expired ? 'bad' : 'warn'}>
        {roleLabels[invitation.role]}, {invitation.expired ? 'convite vencido' : 'convite pendente'}
      </Pill>
      <span className={styles.buttons}>
        <Button
          variant="plain"
          busy={act.isBusy('resend')}
          disabledReason={act.besides('resend')}
          onClick={() => act.run('resend')}
        >
          Reenviar
        </Button>
        <Button
          variant="ghost"
          busy={act.isBusy('cancel')}
          disabledReason={act.besides('cancel')}
          aria-label={`Cancelar o convite de ${invitation.email}`}
          onClick={() => act.run('cancel')}
        >
          Cancelar
        </Button>
      </span>
    </li>
  )
}
