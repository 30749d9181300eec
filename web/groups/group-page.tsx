import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readGroupDay, type GroupDay } from '../../contract/groups/group-day.ts'
import type { Group } from '../../contract/groups/groups.ts'
import { slugText } from '../../contract/shared/slugs.ts'
import { readStoresNow } from '../../contract/stores/stores.ts'
import { ApiError, errorSentence, requestIdOf } from '../api/api-error.ts'
import { checkTyped } from '../api/check-typed.ts'
import { queryFor } from '../api/query.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { useSignedIn } from '../identity/session.ts'
import { useReport } from '../reports/reports.ts'
import { ForbiddenPage } from '../identity/no-access/forbidden-page.tsx'
import { NotFoundPage } from '../screens/states.tsx'
import { HolidayCard } from '../stores/stores.ts'
import { storeMarks, type StoreMark } from '../marks/store-marks.rules.ts'
import { StoresStreet } from '../stores/stores-street.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { notify } from '../ui/notices.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { plural } from '../words/format.ts'
import { GroupForm } from './group-form.tsx'
import { GroupHours } from './group-hours.tsx'
import { GroupRanking } from './group-ranking.tsx'
import { GroupSentence } from './group-sentence.tsx'
import { GroupTotal } from './group-total.tsx'
import { toGroup } from './to-store.ts'
import { useMyStores } from './use-my-stores.ts'
import { Muted } from '../kit/text.tsx'
import { Row } from '../kit/layout.tsx'
import styles from './group-page.module.css'

const route = getRouteApi('/signed-in/$groupSlug')

/** `/{groupSlug}`: the group's day. For managers of at least one of its stores (docs/product/screens.md). */
export function GroupPage() {
  const { groupSlug } = route.useParams()
  // An invalid slug cannot name a group, so no call is needed.
  return checkTyped(slugText, groupSlug).success ? <GroupOf slug={groupSlug} /> : <NotFoundPage />
}

function GroupOf({ slug }: { readonly slug: string }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const query = useReport(
    readGroupDay,
    { params: { slug }, query: questionOf(search) },
    (report) => report.running,
  )
  const report = query.data
  usePageTitle(report?.group.name ?? null)
  const moved = report && !query.isPlaceholderData && report.group.slug !== slug ? report.group.slug : null
  useEffect(() => {
    if (moved)
      void navigate({
        to: '/$groupSlug',
        params: { groupSlug: moved },
        search,
        replace: true,
      })
    // Only when the group has another address.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [moved])
  const refused = query.error instanceof ApiError ? query.error.status : 0
  if (refused === 404) return <NotFoundPage />
  if (refused === 403) return <ForbiddenPage title="Grupo" what="A página do grupo é" />
  if (!report) return <NoReportYet error={query.error} onRetry={() => void query.refetch()} />
  const { group } = report
  return (
    <>
      <GroupBody
        report={report}
        stale={query.isPlaceholderData}
        failing={query.isError}
        onEdit={group.canChange ? () => setEditing(true) : null}
      />
      {editing ? (
        <GroupForm
          group={group}
          onClose={() => setEditing(false)}
          onSaved={(saved) => {
            setEditing(false)
            notify(`Grupo ${saved.name} salvo.`)
            void navigate({
              to: '/$groupSlug',
              params: { groupSlug: saved.slug },
              search,
              replace: true,
            })
          }}
          onDeleted={() => void navigate({ to: '/lojas' })}
        />
      ) : null}
    </>
  )
}

function GroupBody({
  report,
  stale,
  failing,
  onEdit,
}: {
  readonly report: GroupDay
  readonly stale: boolean
  readonly failing: boolean
  readonly onEdit: (() => void) | null
}) {
  const mine = useMyStores()
  const phone = useIsPhone()
  const marks = storeMarks(mine)
  const today = useTodayOf(report, mine)
  return (
    <>
      <GroupSentence
        report={report}
        today={today}
        end={
          onEdit ? (
            <Button variant="ghost" icon="settings" onClick={onEdit} aria-label="Editar grupo">
              {phone ? undefined : 'Editar grupo'}
            </Button>
          ) : null
        }
      />
      {failing ? (
        <Muted size={2} className={styles.note} role="status">
          Sem conexão: estes são os últimos números.
        </Muted>
      ) : null}
      {report.otherStores > 0 ? (
        <Muted size={2} className={styles.note}>
          Você vê {report.stores.length} de {report.stores.length + report.otherStores} lojas:{' '}
          {report.otherStores === 1 ? 'a outra não está' : 'as outras não estão'} com você.
        </Muted>
      ) : null}
      <HolidayCard storeIds={report.stores.map(({ storeId }) => storeId)} />
      <div aria-busy={stale} className={stale ? styles.stale : ''}>
        <div className={styles.top}>
          <GroupTotal report={report} />
          <Fronts report={report} marks={marks} group={report.group} />
        </div>
        <GroupRanking report={report} marks={marks} />
        <GroupHours report={report} marks={marks} />
      </div>
    </>
  )
}

/** The fronts show now, whatever day the figures are of. */
function Fronts({
  report,
  marks,
  group,
}: {
  readonly report: GroupDay
  readonly marks: ReadonlyMap<string, StoreMark>
  readonly group: Group
}) {
  const { access } = useSignedIn()
  const now = useQuery({
    // The shell keeps the same reply up to date.
    ...queryFor(readStoresNow, { query: {} }),
    refetchInterval: 60_000,
    enabled: access.length > 0,
  })
  const stores = report.stores.flatMap(
    ({ storeId }) => now.data?.stores.find((one) => one.storeId === storeId) ?? [],
  )
  const open = stores.filter(({ status }) => status.open).length
  return (
    <section aria-labelledby="fronts">
      <Row as="header" align="baseline" wrap className={styles.heading}>
        <h2 id="fronts">As lojas agora</h2>
        {now.data ? (
          <Muted size={2}>
            {open === stores.length
              ? open === 1
                ? 'Aberta.'
                : 'Todas abertas.'
              : `${plural(open, 'aberta', 'abertas')}, ${plural(stores.length - open, 'fechada', 'fechadas')}.`}{' '}
            Na vitrine, os pedidos em andamento.
          </Muted>
        ) : null}
        <Row as="span" gap={18} align="stretch" className={styles.ways}>
          <Link to="/menu/orders" onClick={() => toGroup(group.id)}>
            Pedidos do grupo
          </Link>
          <Link
            to="/reports/daily"
            search={report.running ? {} : { day: report.day }}
            onClick={() => toGroup(group.id)}
          >
            Relatório do grupo
          </Link>
        </Row>
      </Row>
      {now.data ? (
        <StoresStreet
          stores={stores}
          known={
            new Map(
              report.stores.map(({ storeId, timezone }) => [storeId, { mark: marks.get(storeId), timezone }]),
            )
          }
          now={new Date(now.data.generatedAt)}
        />
      ) : access.length > 0 ? (
        <Skeleton height={190} />
      ) : null}
    </section>
  )
}

/** The running business day of the group's zone; while the list of stores loads, the day that is shown. */
function useTodayOf(
  report: GroupDay,
  mine: readonly {
    readonly address: { readonly timezone: string }
    readonly businessDay: { readonly day: string }
  }[],
): string {
  if (report.running) return report.day
  return mine.find(({ address }) => address.timezone === report.timezone)?.businessDay.day ?? report.day
}

const questionOf = ({ day, comparison, comparedDay }: ReturnType<typeof route.useSearch>) => ({
  ...(day ? { day } : {}),
  ...(comparison ? { comparison } : {}),
  ...(comparedDay ? { comparedDay } : {}),
})

function NoReportYet({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  return error ? (
    <ErrorState message={errorSentence(error)} requestId={requestIdOf(error)} onRetry={onRetry} />
  ) : (
    <LoadingGroup />
  )
}

/** Same heights as the page. */
function LoadingGroup() {
  return (
    <div aria-busy="true">
      <Skeleton height={44} />
      <div className={styles.top}>
        <Skeleton height={190} />
        <Skeleton height={230} />
      </div>
      <Skeleton height={280} />
    </div>
  )
}
