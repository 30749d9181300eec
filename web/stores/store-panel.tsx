import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { Group } from '../../contract/groups/groups.ts'
import type { RoleName } from '../../contract/shared/access.ts'
import { addDays } from '../../contract/shared/day.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { allGroups } from '../browser/storage.ts'
import { SaveAsGroup } from '../groups/groups.ts'
import { isManagerSomewhere, isOfferedStore, useSignedIn } from '../identity/session.ts'
import { hiddenClass } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { Awning } from '../marks/awning.tsx'
import { choose, useSelection } from './selection.ts'
import { knownStores } from './store-facts.ts'
import { storeMarks } from '../marks/store-marks.rules.ts'
import { Row } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './store-panel.module.css'
import { matchesStore, toggledStores } from './store-words.rules.ts'

/** A short list needs no search. */
const searchFrom = 5

/** Where the stores of all screens are chosen: by search, by group, by box, or one alone. */
export function StorePanel({ minimum, close }: { readonly minimum: RoleName; readonly close: () => void }) {
  const [search, setSearch] = useState('')
  const { choosable, stores, group, groups, narrowed, beyond } = useSelection(minimum)
  const marks = storeMarks(knownStores())
  const chosen = narrowed ? stores.map(({ id }) => id) : []
  const found = choosable.filter((store) => matchesStore(store, search))
  const toggle = (id: string) =>
    choose({
      groupId: allGroups,
      storeIds: toggledStores(
        chosen,
        id,
        choosable.map((store) => store.id),
      ),
    })
  const only = (storeId: string) => {
    choose({ groupId: allGroups, storeIds: [storeId] })
    close()
  }
  const isOffered = isOfferedStore(useSignedIn())
  const cities = new Set(choosable.map(({ address }) => address.city)).size > 1
  return (
    <div className={styles.panel}>
      {choosable.length >= searchFrom ? (
        <SearchField
          value={search}
          onChange={setSearch}
          onEnter={() => {
            const [first] = found
            if (first && found.length === 1) only(first.id)
          }}
        />
      ) : null}
      <Row gap={8} align="stretch" wrap className={styles.groups} role="group" aria-label="Grupos">
        <button type="button" aria-pressed={!narrowed} onClick={() => choose({ groupId: allGroups })}>
          Todas
        </button>
        {groups.map((one) => {
          const count = choosable.filter(({ id }) => one.stores.some((store) => store.id === id)).length
          return count === 0 ? null : (
            <button
              key={one.id}
              type="button"
              aria-pressed={one.id === group?.id}
              onClick={() => choose({ groupId: one.id })}
            >
              {one.name} ({count})
            </button>
          )
        })}
      </Row>
      {group === null && chosen.length > 1 ? <Chips stores={stores} onRemove={toggle} /> : null}
      <GroupOfChoice group={group} chosen={chosen} />
      <ul className={styles.stores} aria-label="Lojas">
        {found.map((store) => (
          <Row as="li" gap={8} key={store.id}>
            <Row as="label" gap={12}>
              <input type="checkbox" checked={chosen.includes(store.id)} onChange={() => toggle(store.id)} />
              <Awning mark={marks.get(store.id)} />
              <span>
                {store.name}
                {cities ? (
                  <Muted as="small" block size={2}>
                    {store.address.city}
                  </Muted>
                ) : null}
              </span>
            </Row>
            <button type="button" aria-label={`Só esta: ${store.name}`} onClick={() => only(store.id)}>
              só esta
            </button>
          </Row>
        ))}
      </ul>
      {found.length === 0 ? (
        <Muted size={3} className={styles.none} role="status">
          Nenhuma loja com “{search.trim()}”.
        </Muted>
      ) : null}
      {beyond === null ? null : (
        <Muted size={3} className={styles.none} role="status">
          Mostrando {choosable.length} de {beyond} lojas.
        </Muted>
      )}
      <YesterdayLink stores={stores} />
      {isOffered ? (
        <Link to="/nova-loja" className={styles.yesterday ?? ''}>
          Abrir outra loja
          <Icon name="next" size={18} />
        </Link>
      ) : null}
    </div>
  )
}

/** Several chosen stores can be kept under a name; a chosen group has a page. */
function GroupOfChoice({
  group,
  chosen,
}: {
  readonly group: Group | null
  readonly chosen: readonly string[]
}) {
  const [saving, setSaving] = useState(false)
  const manages = isManagerSomewhere(useSignedIn())
  if (!manages) return null
  if (group)
    return (
      <Link to="/$groupSlug" params={{ groupSlug: group.slug }} className={styles.yesterday ?? ''}>
        Abrir a página do grupo
        <Icon name="next" size={18} />
      </Link>
    )
  if (chosen.length < 2) return null
  return (
    <>
      <Row as="button" type="button" gap={8} className={styles.save} onClick={() => setSaving(true)}>
        <Icon name="group" size={18} />
        Salvar como grupo
      </Row>
      {saving ? <SaveAsGroup storeIds={chosen} onClose={() => setSaving(false)} /> : null}
    </>
  )
}

function SearchField({
  value,
  onChange,
  onEnter,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onEnter: () => void
}) {
  return (
    <Row as="label" gap={10} className={styles.search}>
      <Icon name="search" />
      <span className={hiddenClass}>Procurar loja, bairro ou cidade</span>
      <input
        type="search"
        data-first
        value={value}
        placeholder="Procurar loja, bairro ou cidade"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onEnter()
        }}
      />
    </Row>
  )
}

function Chips({
  stores,
  onRemove,
}: {
  readonly stores: readonly Store[]
  readonly onRemove: (storeId: string) => void
}) {
  return (
    <Row as="ul" gap={8} align="stretch" wrap className={styles.chips} aria-label="Lojas escolhidas">
      {stores.map((store) => (
        <li key={store.id}>
          <button type="button" aria-label={`Tirar ${store.name}`} onClick={() => onRemove(store.id)}>
            {store.name}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </Row>
  )
}

/** Outside of the reports: from the chosen stores straight to their last closed day. */
function YesterdayLink({ stores }: { readonly stores: readonly Store[] }) {
  const inReports = useLocation().pathname.startsWith('/reports/')
  const manages = isManagerSomewhere(useSignedIn())
  const [first] = stores
  if (inReports || !manages || !first) return null
  return (
    <Link
      to="/reports/daily"
      search={{ day: addDays(first.businessDay.day, -1) }}
      className={styles.yesterday ?? ''}
    >
      Ver o dia de ontem {stores.length === 1 ? 'desta loja' : 'destas lojas'}
      <Icon name="next" size={18} />
    </Link>
  )
}
