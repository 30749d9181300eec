import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSignedIn } from '../identity/session.ts'
import { useIsPhone } from '../kit/breakpoints.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { movedTo } from './former-tabs.rules.ts'
import { ListHead, PartFrame } from './part-frame.tsx'
import { SectionList } from './section-list.tsx'
import { allParts, mayOpen, ownPart, sections } from './sections.ts'
import styles from './settings-page.module.css'
import { StorePart } from './store-part.tsx'

/** One page; the address names the part (`?tab=`) and, once chosen, the store (`&store=`). */
export function SettingsPage() {
  const { tab, store } = useSearch({ from: '/signed-in/settings' })
  const navigate = useNavigate()
  const moved = movedTo(tab)
  useEffect(() => {
    if (!moved) return
    const { to, tab: now, hash = '' } = moved
    void navigate({
      to,
      search: now ? { tab: now, ...(store ? { store } : {}) } : {},
      hash,
      replace: true,
    })
  }, [moved, navigate, store])
  return moved ? null : <Settings wanted={tab} />
}

/** `/conta`: the same page, at the person's own part. */
export function AccountPage() {
  return <Settings wanted={ownPart.id} />
}

function Settings({ wanted }: { readonly wanted: string | undefined }) {
  const session = useSignedIn()
  const phone = useIsPhone()
  const allowed = (tab: SettingsTab) => mayOpen(session, tab)
  const mine = sections
    .map((section) => ({ ...section, parts: section.parts.filter(allowed) }))
    .filter(({ parts }) => parts.length > 0)
  const known = allParts.find(({ id }) => id === wanted)
  if (phone && !known)
    return (
      <div className={styles.page}>
        <ListHead sections={mine} />
        <SectionList sections={mine} shown={null} />
      </div>
    )
  const shown = known ?? mine[0]?.parts[0]
  if (!shown) return null
  const section = mine.find(({ parts }) => parts.includes(shown))
  const frame = { tab: shown, section, sections: mine }
  if (!allowed(shown))
    return (
      <PartFrame {...frame} scope={null}>
        <EmptyState
          icon="key"
          title="Seu acesso não inclui esta página"
          action={<Link to="/conta">Minha conta</Link>}
        >
          Estes ajustes são de gerentes e donos. A sua senha e os seus aparelhos estão em “Minha conta”.
        </EmptyState>
      </PartFrame>
    )
  return shown.scope === 'store' ? (
    <StorePart key={shown.id} {...frame} tab={shown} />
  ) : (
    <PartFrame key={shown.id} {...frame} scope={shown.scope === 'person' ? 'vale só para você' : null}>
      <shown.Page />
    </PartFrame>
  )
}
