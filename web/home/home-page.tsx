import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import { readStoresNow, type Store } from '../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { ShiftAlerts } from '../alerts/alerts.ts'
import { queryFor } from '../api/query.ts'
import { useNow } from '../browser/clock.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { GroupOffers, MyInvitations } from '../identity/identity.ts'
import { useSignedIn } from '../identity/session.ts'
import { NoStoreYet } from '../identity/no-access/no-store-yet.tsx'
import { useSelection } from '../stores/selection.ts'
import { storeMarks } from '../marks/store-marks.rules.ts'
import { HolidayCard } from '../stores/stores.ts'
import { runningIn } from '../stores/street.rules.ts'
import { FirstOrder, StartingStrip } from '../onboarding/onboarding.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ComingUp } from './coming-up.tsx'
import { useHome } from './home-data.ts'
import { HomeStores } from './home-stores.tsx'
import { greeting, headline } from './home-words.rules.ts'
import { NeedsList } from './needs-list.tsx'
import type { StoreOfList } from './store-of-list.ts'
import { TodayTotal } from './today-total.tsx'
import { useActing } from './use-acting.ts'
import { Muted } from '../kit/text.tsx'
import styles from './home-page.module.css'

export { SoldSoFar } from './sold-today.tsx'

/** "Agora": how the day goes, what waits for the reader, the stores, and the next events. Two calls. */
export function HomePage() {
  usePageTitle('Agora')
  const session = useSignedIn()
  const [first = ''] = session.name.split(' ')
  const now = useNow(15_000)
  const { error, ...page } = useHomePage()
  const acting = useActing()
  const phone = useIsPhone()
  if (session.access.length === 0)
    return (
      <>
        <Hello name={first} now={now} />
        <NoStoreYet />
      </>
    )
  if (error && !page.home)
    return (
      <>
        <Hello name={first} now={now} />
        <ErrorState message={errorSentence(error)} requestId={requestIdOf(error)} onRetry={page.retry} />
      </>
    )
  const { home, stores, known, requested } = page
  if (!home || !stores || !known || !requested)
    return (
      <div aria-busy="true">
        <Hello name={first} now={now} />
        <div className={styles.top}>
          <Skeleton height={phone ? 150 : 360} />
          <Skeleton height={phone ? 500 : 420} />
        </div>
      </div>
    )
  const needs = home.needs.filter((need) => !acting.isGone(need))
  const waiting = home.waiting - (home.needs.length - needs.length)
  const running = stores.reduce((sum, store) => sum + runningIn(store.waiting), 0)
  // A single front under the list, which is short then.
  const street = <HomeStores stores={stores} known={known} today={home.today} now={now} />
  return (
    <>
      <Hello name={first} now={now} goes={headline({ today: home.today, running, waiting })} />
      <MyInvitations />
      <GroupOffers />
      <HolidayCard storeIds={stores.map(({ storeId }) => storeId)} />
      <Starting stores={page.starting} />
      <div className={styles.top}>
        <TodayTotal
          today={home.today}
          running={running}
          generatedAt={home.generatedAt}
          requested={requested}
        />
        <div className={styles.side}>
          <NeedsList needs={needs} waiting={waiting} refunds={home.refunds} stores={known} acting={acting} />
          <ManagedAlerts known={known} stores={stores} />
          {stores.length === 1 ? street : null}
        </div>
      </div>
      {stores.length === 1 ? null : street}
      <ComingUp soon={home.soon} stores={known} now={now} />
    </>
  )
}

/** Only of the chosen stores that the reader manages, and only while something is unusual. */
function ManagedAlerts({
  known,
  stores,
}: {
  readonly known: ReadonlyMap<string, StoreOfList>
  readonly stores: readonly { readonly storeId: string; readonly role: RoleName }[]
}) {
  const managed = stores.flatMap(({ storeId, role }) => {
    const store = roleMeets(role, 'manager') ? known.get(storeId) : undefined
    return store ? [[storeId, store] as const] : []
  })
  if (managed.length === 0) return null
  return <ShiftAlerts stores={new Map(managed)} quiet />
}

/** Stores that were opened in the panel and whose first steps are not done. */
function Starting({ stores }: { readonly stores: readonly Store[] }) {
  return stores.map((store) => (
    <Suspense key={store.id} fallback={<div className={styles.starting} />}>
      <FirstOrder store={{ ...store, timezone: store.address.timezone }} />
      <StartingStrip store={store} named={stores.length > 1} />
    </Suspense>
  ))
}

function Hello({
  name,
  now,
  goes = '',
}: {
  readonly name: string
  readonly now: Date
  readonly goes?: string
}) {
  return (
    <h1 className={styles.hello}>
      <Muted as="span">
        {greeting(now.getHours())}, {name}.
      </Muted>{' '}
      {goes}
    </h1>
  )
}

function useHomePage() {
  const { access } = useSignedIn()
  const { choosable, stores: chosen, requested, error } = useSelection('basic')
  const home = useHome(access.length > 0 ? requested : null)
  const street = useQuery({
    ...queryFor(readStoresNow, { query: {} }),
    refetchInterval: 60_000,
    enabled: access.length > 0,
  })
  const known = useMemo((): ReadonlyMap<string, StoreOfList> => {
    const marks = storeMarks(choosable)
    return new Map(
      choosable.map(({ id, name, address }) => [
        id,
        { name, mark: marks.get(id), timezone: address.timezone },
      ]),
    )
  }, [choosable])
  const ids = new Set(chosen.map(({ id }) => id))
  return {
    home: home.data,
    stores: street.data?.stores.filter(({ storeId }) => ids.has(storeId)),
    known: choosable.length > 0 ? known : null,
    starting: chosen.filter(({ starting, role }) => starting && roleMeets(role, 'manager')),
    requested,
    error: error ?? home.error ?? street.error,
    retry: () => {
      void home.refetch()
      void street.refetch()
    },
  }
}
