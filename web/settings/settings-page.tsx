import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { readMyStores, readStore, type Store } from '../../contract/stores/stores.ts'
import { lookup } from '../../contract/shared/lookup.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { readStored, settingsStoreKey, writeStored } from '../browser/storage.ts'
import { hasRoleSomewhere, useSignedIn } from '../identity/session.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'
import { FailedPart } from '../screens/states.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { createOpenDrafts, OpenDraftsContext } from './open-drafts.ts'
import { SaveBar } from './save-bar.tsx'
import { ScopeSlotContext } from './scope-slot.ts'
import { SectionList } from './section-list.tsx'
import { Row } from '../kit/layout.tsx'
import styles from './settings-page.module.css'
import { scopeOf } from './store-scope.rules.ts'
import { StoreSwitcher } from './store-switcher.tsx'
import { tabGroups } from './tabs.ts'

/** One page; the address names the section (`?tab=`) and, once chosen, the store (`&store=`). */
export function SettingsPage() {
  const { tab } = useSearch({ from: '/signed-in/settings' })
  const navigate = useNavigate()
  // Until November 2026 the menu was a section of the settings; bookmarks and mails still name it.
  const isMenu = tab === 'menu'
  useEffect(() => {
    if (isMenu) void navigate({ to: '/cardapio', replace: true })
  }, [isMenu, navigate])
  if (isMenu) return null
  return <Settings wanted={lookup(formerTabs, tab ?? '') ?? tab} />
}

/** Mails that were sent before the mails and the notices became one section still name them. */
const formerTabs: Readonly<Record<string, string>> = { mails: 'notificacoes', notifications: 'notificacoes' }

/** `/conta`: the same page, at the person's own section. */
export function AccountPage() {
  return <Settings wanted="account" />
}

function Settings({ wanted }: { readonly wanted: string | undefined }) {
  const session = useSignedIn()
  const phone = useIsPhone()
  const owns = hasRoleSomewhere(session, 'owner')
  // The lowest role needs no store: a new user already has devices to set up.
  const allowed = ({ minimumRole }: SettingsTab) =>
    minimumRole === 'basic' || hasRoleSomewhere(session, minimumRole)
  const groups = tabGroups
    .map(({ title, tabs }) => ({ title, tabs: tabs.filter(allowed) }))
    .filter(({ tabs }) => tabs.length > 0)
  const mine = groups.flatMap(({ tabs }) => tabs)
  const known = tabGroups.flatMap(({ tabs }) => tabs).find(({ id }) => id === wanted)
  if (phone && !known)
    return (
      <div className={styles.page}>
        <ListHead />
        <SectionList groups={groups} shown={null} owns={owns} />
      </div>
    )
  // Where most visits go.
  const shown = known ?? mine.find(({ id }) => id === 'team') ?? mine[0]
  if (!shown) return null
  const list = phone ? null : <SectionList groups={groups} shown={shown.id} owns={owns} />
  if (!mine.includes(shown))
    return (
      <Frame tab={shown} list={list} scope={null}>
        <EmptyState
          icon="key"
          title="Seu acesso não inclui esta página"
          action={<Link to="/conta">Minha conta</Link>}
        >
          Estes ajustes são de gerentes e donos. A sua senha e os seus aparelhos estão em “Minha conta”.
        </EmptyState>
      </Frame>
    )
  return shown.scope === 'store' ? (
    <StoreSection key={shown.id} tab={shown} list={list} />
  ) : (
    <Frame
      key={shown.id}
      tab={shown}
      list={list}
      scope={shown.scope === 'person' ? 'vale só para você' : null}
    >
      <shown.Page />
    </Frame>
  )
}

function ListHead() {
  usePageTitle('Ajustes')
  return (
    <Row as="header" wrap className={styles.head}>
      <h1>Ajustes</h1>
    </Row>
  )
}

function StoreSection({
  tab,
  list,
}: {
  readonly tab: SettingsTab & { readonly scope: 'store' }
  readonly list: ReactNode
}) {
  const mine = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const { store: ofAddress } = useSearch({ strict: false })
  const navigate = useNavigate()
  // A link may name a store beyond the first hundred.
  const beyond = mine.data?.stores.every(({ id }) => id !== ofAddress) ? ofAddress : undefined
  const linked = useQuery({
    ...queryFor(readStore, { params: { storeId: beyond ?? '' } }),
    enabled: beyond !== undefined,
  })
  useEffect(() => {
    // The other sections open at the same store.
    if (ofAddress !== undefined) writeStored(settingsStoreKey, ofAddress)
  }, [ofAddress])
  if (!mine.data || linked.isLoading)
    return (
      <Frame tab={tab} list={list} scope={null}>
        {mine.error ? (
          <ErrorState
            message={errorSentence(mine.error)}
            requestId={requestIdOf(mine.error)}
            onRetry={() => void mine.refetch()}
          />
        ) : (
          <Skeleton height={320} />
        )}
      </Frame>
    )
  const { store, stores } = scopeOf(
    [...mine.data.stores, ...(linked.data ? [linked.data] : [])],
    tab.minimumRole,
    [ofAddress, readStored(settingsStoreKey)],
  )
  if (!store)
    return (
      <Frame tab={tab} list={list} scope={null}>
        <EmptyState
          icon="shop"
          title="Nenhuma loja sua para ajustar"
          action={<Link to="/nova-loja">Nova loja</Link>}
        >
          Estes ajustes são de gerentes e donos de uma loja.
        </EmptyState>
      </Frame>
    )
  return (
    <Frame
      tab={tab}
      list={list}
      store={store}
      scope={
        <>
          vale para{' '}
          <StoreSwitcher
            store={store}
            stores={stores}
            onChoose={(storeId) =>
              void navigate({ to: '/settings', search: { tab: tab.id, store: storeId }, replace: true })
            }
          />
        </>
      }
    >
      <tab.Page key={store.id} store={store} stores={stores} />
    </Frame>
  )
}

/** The head with what the section applies to, the list of sections, the section and its save bar. */
function Frame({
  tab,
  list,
  scope,
  store,
  children,
}: {
  readonly tab: SettingsTab
  readonly list: ReactNode
  readonly scope: ReactNode
  readonly store?: Store
  readonly children: ReactNode
}) {
  usePageTitle(`${tab.label}, ajustes`)
  const mayReadHistory = hasRoleSomewhere(useSignedIn(), 'manager')
  const phone = useIsPhone()
  const section = useRef<HTMLElement>(null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const [drafts] = useState(createOpenDrafts)
  return (
    <div className={styles.page}>
      <Row as="header" wrap className={styles.head}>
        {phone ? (
          <Link to="/settings" search={{}} className={styles.back ?? ''} aria-label="Voltar aos ajustes">
            <Icon name="previous" />
          </Link>
        ) : null}
        <h1>{tab.label}</h1>
        <Row wrap className={styles.scope}>
          {scope}
          <span ref={setSlot} className={styles.slot} />
        </Row>
      </Row>
      <div className={list ? styles.columns : ''}>
        {list}
        <section ref={section} className={styles.section} tabIndex={-1} aria-label={tab.label}>
          <OpenDraftsContext value={drafts}>
            <ScopeSlotContext value={slot}>
              <CatchBoundary getResetKey={() => `${tab.id}/${store?.id ?? ''}`} errorComponent={FailedPart}>
                <Suspense fallback={<Skeleton height={320} />}>{children}</Suspense>
              </CatchBoundary>
            </ScopeSlotContext>
            <SaveBar section={section} where={store?.name ?? ''} />
            {tab.area && mayReadHistory ? (
              <p className={styles.history}>
                <Link
                  to="/settings"
                  search={{ tab: 'historico', assunto: tab.area, ...(store ? { store: store.id } : {}) }}
                >
                  Quem mudou o quê nesta parte
                </Link>
              </p>
            ) : null}
          </OpenDraftsContext>
        </section>
      </div>
    </div>
  )
}
