import { CatchBoundary, Link } from '@tanstack/react-router'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import type { Store } from '../../contract/stores/stores.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { hasRoleSomewhere, useSignedIn } from '../identity/session.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import { Row } from '../kit/layout.tsx'
import type { SettingsTab } from '../screens/settings-tab.ts'
import { FailedPart } from '../screens/states.tsx'
import { ModuleSwitches } from '../stores/stores.ts'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { createOpenDrafts, OpenDraftsContext } from './open-drafts.ts'
import { SaveBar } from './save-bar.tsx'
import { ScopeSlotContext } from './scope-slot.ts'
import { SettingsFinder } from './search/settings-finder.tsx'
import { SectionList } from './section-list.tsx'
import type { SettingsSection } from './sections.ts'
import styles from './settings-page.module.css'
import { usePlaceOfAddress } from './use-place-of-address.ts'

/** What every frame around a part is given. */
export interface FrameProps {
  /** The section that holds the part, with the parts that the reader may open; undefined: none does. */
  readonly section: SettingsSection | undefined
  /** All that the reader may open. */
  readonly sections: readonly SettingsSection[]
}

/** The head with what the part applies to, the list of sections, the part and its save bar. */
export function PartFrame({
  tab,
  section,
  sections,
  scope,
  store,
  children,
}: FrameProps & {
  readonly tab: SettingsTab
  readonly scope: ReactNode
  readonly store?: Store
  readonly children: ReactNode
}) {
  usePageTitle(`${tab.label}, ajustes`)
  const phone = useIsPhone()
  const page = useRef<HTMLElement>(null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const [drafts] = useState(createOpenDrafts)
  usePlaceOfAddress(page)
  return (
    <div className={styles.page}>
      <Row as="header" wrap className={styles.head}>
        {phone ? (
          <Link to="/settings" search={{}} className={styles.back ?? ''} aria-label="Voltar aos ajustes">
            <Icon name="previous" />
          </Link>
        ) : null}
        <h1>{headOf(tab, section)}</h1>
        <Row wrap className={styles.scope}>
          {scope}
          <span ref={setSlot} className={styles.slot} />
        </Row>
        {phone ? null : <SettingsFinder sections={sections} />}
      </Row>
      <div className={phone ? '' : styles.columns}>
        {phone ? null : <SectionList sections={sections} shown={tab} />}
        <section ref={page} className={styles.section} tabIndex={-1} aria-label={tab.label}>
          {section && section.parts.length > 1 ? (
            <PartLinks section={section} shown={tab} storeId={store?.id} />
          ) : null}
          <OpenDraftsContext value={drafts}>
            <ScopeSlotContext value={slot}>
              <CatchBoundary getResetKey={() => `${tab.id}/${store?.id ?? ''}`} errorComponent={FailedPart}>
                <Suspense fallback={<Skeleton height={320} />}>
                  {store ? (
                    <WithSwitches tab={tab} store={store}>
                      {children}
                    </WithSwitches>
                  ) : (
                    children
                  )}
                </Suspense>
              </CatchBoundary>
            </ScopeSlotContext>
            <SaveBar section={page} where={store?.name ?? ''} />
            <HistoryLink tab={tab} storeId={store?.id} />
          </OpenDraftsContext>
        </section>
      </div>
    </div>
  )
}

/** What the part is about is switched above it, a neighbour below. */
function WithSwitches({
  tab: { modules, modulesBelow },
  store,
  children,
}: {
  readonly tab: SettingsTab
  readonly store: Store
  readonly children: ReactNode
}) {
  return (
    <>
      {modules ? <ModuleSwitches keys={modules} store={store} place="head" /> : null}
      {children}
      {modulesBelow ? (
        <div className={styles.below}>
          <ModuleSwitches keys={modulesBelow} store={store} place="foot" />
        </div>
      ) : null}
    </>
  )
}

/** The list as a page of its own, on the phone. */
export function ListHead({ sections }: Pick<FrameProps, 'sections'>) {
  usePageTitle('Ajustes')
  return (
    <Row as="header" wrap className={styles.head}>
      <h1>Ajustes</h1>
      <SettingsFinder sections={sections} />
    </Row>
  )
}

/** An attendant who may open one part of a section sees that part's name. */
const headOf = (tab: SettingsTab, section: SettingsSection | undefined): string =>
  section && section.parts.length > 1 ? section.label : tab.label

function PartLinks({
  section,
  shown,
  storeId,
}: {
  readonly section: SettingsSection
  readonly shown: SettingsTab
  readonly storeId: string | undefined
}) {
  return (
    <nav aria-label={section.label}>
      <Row wrap className={styles.parts}>
        {section.parts.map((part) => (
          <Link
            key={part.id}
            to="/settings"
            search={{ tab: part.id, ...(storeId ? { store: storeId } : {}) }}
            aria-current={part === shown ? 'page' : undefined}
          >
            {part.label}
          </Link>
        ))}
      </Row>
    </nav>
  )
}

function HistoryLink({ tab, storeId }: { readonly tab: SettingsTab; readonly storeId: string | undefined }) {
  const mayReadHistory = hasRoleSomewhere(useSignedIn(), 'manager')
  if (!tab.area || !mayReadHistory) return null
  return (
    <p className={styles.history}>
      <Link
        to="/settings"
        search={{ tab: 'historico', assunto: tab.area, ...(storeId ? { store: storeId } : {}) }}
      >
        Quem mudou o quê nesta parte
      </Link>
    </p>
  )
}
