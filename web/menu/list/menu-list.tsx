import { useState } from 'react'
import { roleMeets } from '../../../contract/shared/access.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { count, plural } from '../../words/format.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './menu-list.module.css'
import { MenuRowView } from './menu-row.tsx'
import {
  entriesWith,
  found,
  gaps,
  sectionsOfRows,
  type Gap,
  type MenuRow,
  type RowSection,
  type StoreItem,
  type StoreMenu,
} from './menu-rows.rules.ts'
import type { MenuView } from '../menu-view.ts'
import { onlyManagers } from '../only-managers.ts'
import { SearchField } from './search-field.tsx'
import { useSearchText, type SearchText } from './search-text.ts'
import { UndoStrip } from '../undo-strip.tsx'
import type { Changes } from '../use-changes.ts'
import { WindowList } from './window-list.tsx'

interface ListProps {
  readonly rows: readonly MenuRow[]
  readonly menus: readonly StoreMenu[]
  readonly view: MenuView
  readonly changes: Changes
  readonly search: SearchText
  readonly onOpen: (key: string) => void
  readonly onEdit: (key: string, entry: StoreItem) => void
}

/** Search and filters that stay in view, and the dishes by category below them. */
export function MenuList({ rows, menus, view, changes, search, onOpen, onEdit }: ListProps) {
  const typed = useSearchText(search)
  const [gap, setGap] = useState<Gap | null>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const phone = useIsPhone()
  const narrowed = typed.trim() !== '' || gap !== null
  const shown = found(rows, typed, gap)
  const sections = sectionsOfRows(shown, menus)
  const draw = (row: MenuRow) => {
    const [first, ...others] = row.entries
    const only = others.length === 0 ? first : undefined
    return (
      <MenuRowView
        row={row}
        view={view}
        busy={changes.busy.some(({ item }) => item.id === only?.item.id)}
        onOpen={() => onOpen(row.key)}
        onResume={() => void changes.change(row.entries, { kind: 'resume' })}
        onEdit={only ? () => onEdit(row.key, only) : null}
        editRefusal={only && roleMeets(only.store.role, 'manager') ? null : onlyManagers}
      />
    )
  }
  const clear = () => {
    search.set('')
    setGap(null)
  }
  return (
    <>
      <div className={styles.tools}>
        <SearchField search={search} />
        <Row gap={16} className={styles.under} aria-live="polite">
          {changes.done ? (
            <UndoStrip done={changes.done} />
          ) : (
            <Filters rows={rows} shown={shown.length} gap={gap} onChange={setGap} />
          )}
        </Row>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon="bag"
          title="Nada no cardápio com esta busca"
          action={<Button onClick={clear}>Ver tudo</Button>}
        >
          Escreva menos letras, ou veja o cardápio inteiro.
        </EmptyState>
      ) : (
        <WindowList
          label="Itens do cardápio"
          entries={entriesOf(sections, narrowed ? nothing : folded)}
          keyOf={keyOf}
          heightOf={(entry) => (entry.kind === 'row' ? (phone ? 92 : 121) : 68)}
        >
          {(entry) =>
            entry.kind === 'row' ? (
              draw(entry.row)
            ) : (
              <SectionHead
                section={entry.section}
                folded={!narrowed && folded.has(entry.key)}
                onFold={() => setFolded(toggled(folded, entry.key))}
              />
            )
          }
        </WindowList>
      )}
    </>
  )
}

const nothing: ReadonlySet<string> = new Set()

type Entry =
  | { readonly kind: 'section'; readonly key: string; readonly section: RowSection }
  | { readonly kind: 'row'; readonly row: MenuRow }

const keyOf = (entry: Entry): string => (entry.kind === 'row' ? entry.row.key : `section ${entry.key}`)

/** One flat list, because only the part near the screen is drawn. */
const entriesOf = (sections: readonly RowSection[], folded: ReadonlySet<string>): readonly Entry[] =>
  sections.flatMap((section): readonly Entry[] => {
    const key = section.name ?? ''
    const head = { kind: 'section', key, section } as const
    return folded.has(key) ? [head] : [head, ...section.rows.map((row) => ({ kind: 'row', row }) as const)]
  })

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(key)) next.add(key)
  return next
}

function SectionHead({
  section,
  folded,
  onFold,
}: {
  readonly section: RowSection
  readonly folded: boolean
  readonly onFold: () => void
}) {
  return (
    <h2 className={styles.section}>
      <Row as="button" gap={8} type="button" aria-expanded={!folded} onClick={onFold}>
        <Icon name="next" size={18} />
        {section.name ?? 'Sem categoria'}
        <span>{count(section.rows.length)}</span>
      </Row>
    </h2>
  )
}

const gapWords: Readonly<Record<Gap, string>> = {
  paused: 'Pausados',
  photo: 'Sem foto',
  price: 'Sem preço',
  parity: 'Outro preço no canal',
}

function Filters({
  rows,
  shown,
  gap,
  onChange,
}: {
  readonly rows: readonly MenuRow[]
  readonly shown: number
  readonly gap: Gap | null
  readonly onChange: (gap: Gap | null) => void
}) {
  const phone = useIsPhone()
  return (
    <>
      <Muted size={2} className={styles.count} role="status">
        {shown === rows.length
          ? plural(rows.length, 'item', 'itens')
          : `${count(shown)} de ${plural(rows.length, 'item', 'itens')}`}
      </Muted>
      <Row gap={2} align="stretch" className={styles.filters} role="group" aria-label="Mostrar só">
        {gaps.map((one) => {
          const many = rows.filter((row) => entriesWith(row, one).length > 0).length
          // A phone has room for what there is to see.
          if (phone && many === 0 && gap !== one) return null
          return (
            <button
              key={one}
              type="button"
              aria-pressed={gap === one}
              disabled={many === 0 && gap !== one}
              onClick={() => onChange(gap === one ? null : one)}
            >
              {phone && one === 'parity' ? 'Outro preço' : gapWords[one]} ({count(many)})
            </button>
          )
        })}
      </Row>
    </>
  )
}
