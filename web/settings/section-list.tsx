import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SettingsTab } from '../screens/settings-tab.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './section-list.module.css'

export interface SectionGroup {
  readonly title: string
  readonly tabs: readonly SettingsTab[]
}

/** All sections of the settings: beside the section on a wide screen, a page of rows on the phone. */
export function SectionList({
  groups,
  shown,
  owns,
}: {
  readonly groups: readonly SectionGroup[]
  /** Null: the list is the page. */
  readonly shown: string | null
  /** Whether more stores and groups of stores can be made. */
  readonly owns: boolean
}) {
  return (
    <nav className={styles.sections} aria-label="Seções dos ajustes">
      {groups.map(({ title, tabs }) => (
        <Group key={title} title={title}>
          {tabs.map(({ id, label, icon }) => (
            <Link
              key={id}
              to="/settings"
              search={{ tab: id }}
              aria-current={shown === id ? 'page' : undefined}
            >
              <Row icon={icon} label={label} />
            </Link>
          ))}
          {shown === null && tabs.some(({ id }) => id === 'team') ? (
            <Link to="/settings" search={{ tab: 'team', invite: true }}>
              <Row icon="plus" label="Convidar alguém" />
            </Link>
          ) : null}
        </Group>
      ))}
      <Group title="Mais">
        {owns ? (
          <Link to="/nova-loja">
            <Row icon="plus" label="Nova loja" />
          </Link>
        ) : null}
        {/* These pages have addresses of a group's shape. */}
        {owns ? (
          <Link to="/$groupSlug" params={{ groupSlug: 'lojas' }}>
            <Row icon="group" label="Lojas e grupos" />
          </Link>
        ) : null}
        <Link to="/tutorials">
          <Row icon="tv" label="Tutoriais" />
        </Link>
        <Link to="/termos">
          <Row icon="info" label="Termos de uso" />
        </Link>
      </Group>
    </nav>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Row({ icon, label }: { readonly icon: IconName; readonly label: string }) {
  return (
    <>
      <Icon name={icon} />
      <span>{label}</span>
      <span className={styles.onward}>
        <Icon name="next" size={18} />
      </span>
    </>
  )
}
