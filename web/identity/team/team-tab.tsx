import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import { readInvitations, readStoreAccess } from '../../../contract/identity/people.ts'
import { readMyStores, type Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { InvitationRow } from './invitation-row.tsx'
import { GroupOffers } from './group-offers.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { roleIn, useSignedIn } from '../session.ts'
import { invitationsOf, peopleFound, peopleOf, rolesText, type TeamPerson } from './team.rules.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import styles from './team-tab.module.css'

/** Longer lists get a search. */
const listedWithoutSearch = 10

/** The people of all stores, each once with their roles, and open invitations. */
export function TeamTab() {
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  if (mine.isPending) return <Skeleton height={260} />
  if (mine.error)
    return (
      <ErrorState
        message={errorSentence(mine.error)}
        requestId={requestIdOf(mine.error)}
        onRetry={() => void mine.refetch()}
      />
    )
  return <Team stores={mine.data.stores.filter((store) => roleMeets(store.role, 'manager'))} />
}

function Team({ stores }: { readonly stores: readonly Store[] }) {
  const { uid } = useSignedIn()
  const { teams, reading, failed, readAgain } = useTeams(stores)
  const { invite } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [inviting, setInviting] = useState(invite === true)
  const [changing, setChanging] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const endInvite = () => {
    setInviting(false)
    // Reloading the page must not open it again.
    if (invite) void navigate({ to: '/settings', search: { tab: 'team' }, replace: true })
  }
  const people = peopleOf(teams)
  const invitations = invitationsOf(teams)
  const shown = peopleFound(people, typed)
  // The dialog keeps what it opens with: all stores of the person.
  const person = reading ? undefined : people.find((one) => one.uid === changing)
  return (
    <Stack gap={24} className={styles.page}>
      <GroupOffers />
      <Row align="end" wrap justify="between" className={styles.lead}>
        {people.length > listedWithoutSearch ? (
          <TextField
            label="Buscar pessoa"
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : (
          <p>{plural(people.length, 'pessoa', 'pessoas')}. Atendentes não veem os valores do dia.</p>
        )}
        <Button variant="primary" icon="plus" onClick={() => setInviting(true)}>
          Convidar
        </Button>
      </Row>
      {failed.length > 0 ? (
        <ErrorState
          message={`Não deu para ler a equipe de ${failed.map(({ store }) => store.name).join(', ')}: ${errorSentence(failed[0]?.error)}`}
          requestId={requestIdOf(failed[0]?.error)}
          onRetry={readAgain}
        />
      ) : null}
      {reading && people.length === 0 ? <Skeleton height={220} /> : null}
      {invitations.length > 0 ? (
        <section>
          <h2>Convites</h2>
          <ul className={styles.people}>
            {invitations.map((invitation) => (
              <InvitationRow
                key={`${invitation.email}/${invitation.role}/${invitation.declined}`}
                invitation={invitation}
                storeCount={stores.length}
              />
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-label="Pessoas">
        <ul className={styles.people}>
          {shown.map((one) => (
            <PersonRow
              key={one.uid}
              person={one}
              storeCount={stores.length}
              isSelf={one.uid === uid}
              onChange={() => setChanging(one.uid)}
            />
          ))}
        </ul>
      </section>
      {!reading && shown.length === 0 && failed.length === 0 ? (
        <EmptyState icon="user" title={typed === '' ? 'Ninguém na equipe ainda' : 'Ninguém com esse nome'} />
      ) : null}
      {inviting ? <InviteDialog stores={stores} onClose={endInvite} /> : null}
      {person ? (
        <PersonDialog person={person} isSelf={person.uid === uid} onClose={() => setChanging(null)} />
      ) : null}
    </Stack>
  )
}

/** Store by store, so that one that cannot be read hides nobody of the others. */
function useTeams(stores: readonly Store[]) {
  const people = useQueries({
    queries: stores.map((store) => queryFor(readStoreAccess, {}, { storeId: store.id })),
  })
  const waiting = useQueries({
    queries: stores.map((store) => queryFor(readInvitations, {}, { storeId: store.id })),
  })
  const failed = stores.flatMap((store, index) => {
    const error = people[index]?.error ?? waiting[index]?.error
    return error ? [{ store, error }] : []
  })
  return {
    teams: stores.map((store, index) => ({
      store,
      people: people[index]?.data ?? [],
      invitations: waiting[index]?.data ?? [],
    })),
    reading: [...people, ...waiting].some((one) => one.isPending),
    failed,
    readAgain: () => {
      for (const one of [...people, ...waiting]) if (one.error) void one.refetch()
    },
  }
}

function PersonRow({
  person,
  storeCount,
  isSelf,
  onChange,
}: {
  readonly person: TeamPerson
  readonly storeCount: number
  readonly isSelf: boolean
  readonly onChange: () => void
}) {
  const session = useSignedIn()
  // A manager changes attendants only.
  const may =
    isSelf ||
    person.entries.some(({ store, role }) => role === 'basic' || roleIn(session, store.id) === 'owner')
  return (
    <li>
      <span className={styles.who}>
        <b>
          {person.name} {isSelf ? <Pill>você</Pill> : null}
        </b>
        <small>{person.email}</small>
      </span>
      <span className={styles.roles}>{rolesText(person.entries, storeCount)}</span>
      <Button
        variant="ghost"
        aria-label={isSelf ? undefined : `Mudar o acesso de ${person.name}`}
        disabledReason={may ? null : 'Só um dono muda o acesso de gerentes e donos.'}
        onClick={onChange}
      >
        {isSelf ? 'Sair da loja' : 'Mudar'}
      </Button>
    </li>
  )
}
