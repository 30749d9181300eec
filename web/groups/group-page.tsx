import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readGroupDay, type GroupDay } from '../../contract/groups/group-day.ts'
import { slugText } from '../../contract/shared/slugs.ts'
import { ApiError, errorSentence, requestIdOf } from '../api/api-error.ts'
import { checkTyped } from '../api/check-typed.ts'
import { ShiftAlerts } from '../alerts/alerts.ts'
import { BulkDialog, RecentActs } from '../bulk/bulk.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { classNames } from '../kit/class-names.ts'
import { useReport } from '../reports/reports.ts'
import { ForbiddenPage } from '../identity/no-access/forbidden-page.tsx'
import { NotFoundPage } from '../screens/states.tsx'
import { storeMarks } from '../marks/store-marks.rules.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { notify } from '../ui/notices.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { GroupForm } from './form/group-form.tsx'
import { GroupHours } from './group-hours.tsx'
import { GroupAttention } from './now/group-attention.tsx'
import { GroupFronts } from './now/group-fronts.tsx'
import { GroupGoals } from './now/group-goals.tsx'
import { WorstHour } from './now/worst-hour.tsx'
import { GroupRanking } from './group-ranking.tsx'
import { GroupMap } from './map/map.ts'
import { GroupPages } from './group-pages.tsx'
import { GroupMenuButton } from './menu/group-menu.tsx'
import { GroupTeam } from './team/group-team.tsx'
import { GroupWall } from './tv/wall.ts'
import { GroupSentence } from './group-sentence.tsx'
import { GroupTotal } from './group-total.tsx'
import { pageQuery } from './page-query.ts'
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
  const [bulk, setBulk] = useState(false)
  const wall = useWallInAddress()
  const acting = report.stores.map(({ storeId, name, timezone }) => ({
    id: storeId,
    name,
    mark: marks.get(storeId),
    timezone,
  }))
  const menuOfChain = <GroupMenuButton slug={report.group.slug} page={report.page} stores={acting} />
  return (
    <>
      <GroupSentence
        report={report}
        today={today}
        end={
          <Row as="span" gap={6}>
            {phone ? null : (
              <Button variant="ghost" icon="tv" onClick={wall.enter}>
                Tela do escritório
              </Button>
            )}
            <Button variant="soft" onClick={() => setBulk(true)}>
              {phone ? 'Agir' : 'Agir em várias lojas'}
            </Button>
            {phone ? null : menuOfChain}
            {onEdit && !phone ? <GroupTeam group={report.group} stores={acting} /> : null}
            {onEdit ? (
              <Button variant="ghost" icon="settings" onClick={onEdit} aria-label="Editar grupo">
                {phone ? undefined : 'Editar grupo'}
              </Button>
            ) : null}
          </Row>
        }
      />
      <Notes report={report} failing={failing} />
      <GroupPages page={report.page} />
      <div className={styles.top}>
        <div aria-busy={stale} className={stale ? styles.stale : ''}>
          <GroupTotal report={report} />
          <WorstHour report={report} />
          <GroupGoals stores={acting} />
        </div>
        <div>
          <GroupAttention slug={report.group.slug} page={report.page} stores={acting} />
          <ShiftAlerts stores={new Map(acting.map((store) => [store.id, store]))} />
          <RecentActs stores={acting} />
          {/* The line above has no room for them. */}
          {phone ? menuOfChain : null}
          {onEdit && phone ? <GroupTeam group={report.group} stores={acting} /> : null}
        </div>
      </div>
      <GroupFronts report={report} marks={marks} />
      <div aria-busy={stale} className={classNames(styles.below, stale && styles.stale)}>
        <GroupRanking report={report} marks={marks} />
        <GroupHours report={report} marks={marks} />
      </div>
      <GroupMap report={report} marks={marks} />
      {wall.open ? <GroupWall report={report} marks={marks} onLeave={wall.leave} /> : null}
      {bulk ? <BulkDialog stores={acting} onClose={() => setBulk(false)} /> : null}
    </>
  )
}

/** What holds for the whole page, before its figures. */
function Notes({ report, failing }: { readonly report: GroupDay; readonly failing: boolean }) {
  return (
    <>
      {failing ? (
        <Muted size={2} className={styles.note} role="status">
          Sem conexão: estes são os últimos números.
        </Muted>
      ) : null}
      {report.otherStores > 0 ? (
        <Muted size={2} className={styles.note}>
          Você vê {report.page.stores} de {report.page.stores + report.otherStores} lojas:{' '}
          {report.otherStores === 1 ? 'a outra não está' : 'as outras não estão'} com você.
        </Muted>
      ) : null}
    </>
  )
}

/** The office's screen is an address of its own, so that a bookmark opens it. */
function useWallInAddress() {
  const { tv } = route.useSearch()
  const navigate = route.useNavigate()
  return {
    open: tv === 1,
    enter: () => void navigate({ search: (before) => ({ ...before, tv: 1 }) }),
    leave: () => void navigate({ search: ({ tv: _tv, ...rest }) => rest }),
  }
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

const questionOf = ({ day, comparison, comparedDay, page }: ReturnType<typeof route.useSearch>) => ({
  ...(day ? { day } : {}),
  ...(comparison ? { comparison } : {}),
  ...(comparedDay ? { comparedDay } : {}),
  ...pageQuery({ number: page ?? 1 }),
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
