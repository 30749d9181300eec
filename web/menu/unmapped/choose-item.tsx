import { useState } from 'react'
import { Muted } from '../../kit/text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { money } from '../../words/format.ts'
import { choicesLike, type Choice } from './choices.rules.ts'
import styles from './unmapped-part.module.css'

/** More are found by typing. */
const shownAtMost = 60

/** What of the menu a channel's item or option can be. */
export function ChooseItem({
  sentName,
  choices,
  onChoose,
  onClose,
}: {
  readonly sentName: string
  readonly choices: readonly Choice[]
  readonly onChoose: (choice: Choice) => void
  readonly onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const found = choicesLike(choices, typed)
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
      <ul
        className={styles.menu}
        aria-label={
          choices.some(({ groupName }) => groupName !== null)
            ? 'Opções e itens do cardápio'
            : 'Itens do cardápio'
        }
      >
        {found.slice(0, shownAtMost).map((choice) => (
          <li key={choice.id}>
            <button type="button" onClick={() => onChoose(choice)}>
              <b>{choice.name}</b>
              <span>
                {choice.groupName === null ? '' : `${choice.groupName} · `}
                {money(choice.priceCents)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <Muted>Nenhum item do cardápio tem esse nome ou código.</Muted> : null}
      {found.length > shownAtMost ? <Muted size={3}>Digite para achar os outros.</Muted> : null}
    </Dialog>
  )
}
