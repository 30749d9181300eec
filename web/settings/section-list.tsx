import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasRoleSomewhere, isManagerSomewhere, isOfferedStore, useSignedIn } from '../identity/session.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'
import { Muted } from '../kit/text.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './section-list.module.css'
import { useSectionTroubles } from './section-troubles.ts'
import type { SettingsSection } from './sections.ts'

/** The sections of the settings: beside the part on a wide screen, a page of rows on the phone. */
export function SectionList({
  sections,
  shown,
}: {
  readonly sections: readonly SettingsSection[]
  /** The part that is open; null: the list is the page. */
  readonly shown: SettingsTab | null
}) {
  const session = useSignedIn()
  const owns = hasRoleSomewhere(session, 'owner')
  const troubles = useSectionTroubles()
  return (
    <nav className={styles.sections} aria-label="Seções dos ajustes">
      <ul className={styles.group}>
        {sections.map(({ label, icon, about, parts }) => {
          const [first] = parts
          if (!first) return null
          const name = parts.length > 1 ? label : first.label
          return (
            <li key={label}>
              <Link
                to="/settings"
                search={{ tab: first.id }}
                aria-current={shown && parts.includes(shown) ? 'page' : undefined}
              >
                <Row
                  icon={icon}
                  label={name}
                  about={name === label ? about : ''}
                  trouble={troubles.get(first.id)}
                />
              </Link>
            </li>
          )
        })}
      </ul>
      <section className={styles.group} aria-label="Mais">
        <h2>Mais</h2>
        {isManagerSomewhere(session) ? (
          <Link to="/settings" search={{ tab: 'team', invite: true }}>
            <Row icon="plus" label="Convidar alguém" />
          </Link>
        ) : null}
        {isOfferedStore(session) ? (
          <Link to="/nova-loja">
            <Row icon="plus" label="Nova loja" />
          </Link>
        ) : null}
        {/* This page has an address of a group's shape. */}
        {owns ? (
          <Link to="/$groupSlug" params={{ groupSlug: 'lojas' }}>
            <Row icon="group" label="Lojas e grupos" />
          </Link>
        ) : null}
        <Link to="/conta">
          <Row icon="user" label="Minha conta" />
        </Link>
        <Link to="/tutorials">
          <Row icon="tv" label="Tutoriais" />
        </Link>
        <Link to="/termos">
          <Row icon="info" label="Termos de uso" />
        </Link>
      </section>
    </nav>
  )
}

function Row({
  icon,
  label,
  about = '',
  trouble,
}: {
  readonly icon: IconName
  readonly label: ReactNode
  readonly about?: string
  /** Said in place of what is in it. */
  readonly trouble?: string | undefined
}) {
  return (
    <>
      <Icon name={icon} />
      <span>
        {label}
        {trouble ? (
          <small className={styles.trouble}>{trouble}</small>
        ) : about ? (
          <Muted as="small" size={3} aria-hidden="true">
            {about}
          </Muted>
        ) : null}
      </span>
      <span className={styles.onward}>
        <Icon name="next" size={18} />
      </span>
    </>
  )
}
