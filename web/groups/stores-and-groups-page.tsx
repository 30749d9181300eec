import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readMyGroups, type Group } from '../../contract/groups/groups.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import { readStoresNow } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { SoldSoFar } from '../home/home.ts'
import { isManagerSomewhere, isOfferedStore, roleIn, useSignedIn } from '../identity/session.ts'
import { NoStoreYet } from '../identity/no-access/no-store-yet.tsx'
import { PageBar } from '../screens/page-bar.tsx'
import { Awning } from '../marks/awning.tsx'
import { storeMarks, type StoreMark } from '../marks/store-marks.rules.ts'
import { StoresStreet } from '../stores/stores-street.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { notify } from '../ui/notices.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { plural } from '../words/format.ts'
import { GroupForm } from './form/group-form.tsx'
import { useMyStores } from './use-my-stores.ts'
import { Row } from '../kit/layout.tsx'
import styles from './stores-and-groups-page.module.css'

/** `/lojas`: the groups, and every store as a front. */
export function StoresAndGroupsPage() {
  const session = useSignedIn()
  const manages = isManagerSomewhere(session)
  const [creating, setCreating] = useState(false)
  const navigate = useNavigate()
  // One store makes no group.
  const several = useMyStores().length > 1
  if (session.access.length === 0)
    return (
      <>
        <PageBar title="Lojas" />
        <NoStoreYet />
      </>
    )
  return (
    <>
      <PageBar
        title="Lojas"
        actions={
          manages && several ? (
            <Button variant="soft" icon="plus" onClick={() => setCreating(true)}>
              Criar grupo
            </Button>
          ) : null
        }
      />
      {manages ? <Groups /> : null}
      <AllStores />
      {creating ? (
        <GroupForm
          group={null}
          onClose={() => setCreating(false)}
          onSaved={(group) => {
            notify(`Grupo ${group.name} criado.`)
            void navigate({ to: '/$groupSlug', params: { groupSlug: group.slug } })
          }}
        />
      ) : null}
    </>
  )
}

function Groups() {
  const session = useSignedIn()
  const groups = useQuery(queryFor(readMyGroups, {}))
  const stores = useMyStores()
  const marks = storeMarks(stores)
  const [editing, setEditing] = useState<Group | null>(null)
  const opens = (group: Group) =>
    group.stores.some(({ id }) => roleMeets(roleIn(session, id) ?? 'basic', 'manager'))
  if (groups.data?.length === 0 && stores.length < 2) return null
  return (
    <section aria-labelledby="groups" className={styles.section}>
      <h2 id="groups">Grupos</h2>
      {groups.isError && !groups.data ? (
        <ErrorState
          message={errorSentence(groups.error)}
          requestId={requestIdOf(groups.error)}
          onRetry={() => void groups.refetch()}
        />
      ) : groups.isPending ? (
        <Skeleton height={120} />
      ) : groups.data.length === 0 ? (
        <p className={styles.none}>
          Junte lojas num grupo para ver o total, quem vende mais e a hora de cada uma numa página só.
        </p>
      ) : (
        <ul className={styles.groups}>
          {groups.data.map((group) => (
            <GroupRow
              key={group.id}
              group={group}
              marks={marks}
              opens={opens(group)}
              onEdit={() => setEditing(group)}
            />
          ))}
        </ul>
      )}
      {editing ? (
        <GroupForm
          group={editing}
          onClose={() => setEditing(null)}
          onSaved={(saved) => {
            setEditing(null)
            notify(`Grupo ${saved.name} salvo.`)
          }}
          onDeleted={() => setEditing(null)}
        />
      ) : null}
    </section>
  )
}

/** Awnings beside a group's name, at most. */
const maxAwnings = 6

function GroupRow({
  group,
  marks,
  opens,
  onEdit,
}: {
  readonly group: Group
  readonly marks: ReadonlyMap<string, StoreMark>
  readonly opens: boolean
  readonly onEdit: () => void
}) {
  const stores = group.stores.length + group.hiddenStores
  return (
    <li>
      <p>
        {opens ? (
          <Link to="/$groupSlug" params={{ groupSlug: group.slug }}>
            {group.name}
          </Link>
        ) : (
          <b>{group.name}</b>
        )}
        <span>
          {plural(stores, 'loja', 'lojas')}
          {group.hiddenStores > 0 ? `, ${group.stores.length} com você` : ''}
        </span>
      </p>
      <Row as="span" gap={4} className={styles.awnings}>
        {group.stores.slice(0, maxAwnings).map(({ id }) => (
          <Awning key={id} mark={marks.get(id)} size={20} />
        ))}
        {group.stores.length > maxAwnings ? `+${group.stores.length - maxAwnings}` : null}
      </Row>
      {group.canChange ? (
        <span className={styles.tools}>
          <Button variant="ghost" onClick={onEdit}>
            Editar<Hidden> {group.name}</Hidden>
          </Button>
        </span>
      ) : null}
    </li>
  )
}

function AllStores() {
  const isOffered = isOfferedStore(useSignedIn())
  const mine = useMyStores()
  const marks = storeMarks(mine)
  const now = useQuery({ ...queryFor(readStoresNow, { query: {} }), refetchInterval: 60_000 })
  const open = now.data?.stores.filter(({ status }) => status.open).length ?? 0
  return (
    <section aria-labelledby="stores" className={styles.section}>
      <header>
        <h2 id="stores">Todas as lojas</h2>
        {now.data ? (
          <p>
            {plural(open, 'aberta', 'abertas')} de {now.data.stores.length}. Na vitrine, os pedidos em
            andamento.
          </p>
        ) : null}
        {isOffered ? <Link to="/nova-loja">Abrir outra loja</Link> : null}
      </header>
      {now.isError && !now.data ? (
        <ErrorState
          message={errorSentence(now.error)}
          requestId={requestIdOf(now.error)}
          onRetry={() => void now.refetch()}
        />
      ) : now.data ? (
        <StoresStreet
          stores={now.data.stores}
          known={
            new Map(mine.map(({ id, address }) => [id, { mark: marks.get(id), timezone: address.timezone }]))
          }
          now={new Date(now.data.generatedAt)}
          sold={(storeId) => <SoldSoFar storeId={storeId} />}
        />
      ) : (
        <Skeleton height={200} />
      )}
    </section>
  )
}
