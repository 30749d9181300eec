import { useState } from 'react'
import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'
import { Muted } from '../../kit/text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { money } from '../../words/format.ts'
import { matches } from '../menu.rules.ts'
import styles from './unmapped-part.module.css'

/** More are found by typing. */
const shownAtMost = 60

/** The menu's items, to say which of them a channel's item is. */
export function ChooseItem({
  sentName,
  menu,
  onChoose,
  onClose,
}: {
  readonly sentName: string
  readonly menu: Menu
  readonly onChoose: (item: MenuItem) => void
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const found = menu.items.filter((item) => matches(item, typed))
  return (
    <Dialog title={`O que é ${sentName}?`} onClose={onClose}>
      <TextField
        label="Buscar no cardápio"
        type="search"
        autoComplete="off"
        data-first
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className={styles.menu} aria-label="Itens do cardápio">
        {found.slice(0, shownAtMost).map((item) => (
          <li key={item.id}>
            <button type="button" onClick={() => onChoose(item)}>
              {item.name}
              <span>{money(item.priceCents)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <Muted>Nenhum item do cardápio tem esse nome ou código.</Muted> : null}
      {found.length > shownAtMost ? <Muted size={3}>Digite para achar os outros.</Muted> : null}
    </Dialog>
  )
}
