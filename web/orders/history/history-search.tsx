import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { hiddenClass } from '../../ui/hidden.tsx'
import styles from './history-page.module.css'

/** The search by what people remember of an order, and the way back to all orders. */
export function HistorySearchRow({
  text,
  narrowed,
  onSearch,
  onClear,
}: {
  readonly text: string
  /** The search, the days or a filter leave orders out. */
  readonly narrowed: boolean
  readonly onSearch: (text: string) => void
  readonly onClear: () => void
}) {
  return (
    <search className={styles.search}>
      <SearchBox key="search" text={text} onSearch={onSearch} />
      {narrowed ? (
        <Button variant="ghost" icon="close" onClick={onClear}>
          Limpar
        </Button>
      ) : null}
    </search>
  )
}

const waitMs = 350

/** Searches when the user stops typing, or at once on Enter. */
function SearchBox({ text, onSearch }: { readonly text: string; readonly onSearch: (text: string) => void }) {
  // `sent` tells our own address change from one by Back or a link, which the box must follow.
  const [typed, setTyped] = useState({ text, seen: text, sent: text })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  if (text !== typed.seen) {
    setTyped({ text: text === typed.sent ? typed.text : text, seen: text, sent: text })
  }
  const send = (value: string) => {
    clearTimeout(timer.current)
    setTyped((before) => ({ ...before, sent: value }))
    onSearch(value)
  }
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault()
        send(typed.text)
      }}
    >
      <label>
        <span className={hiddenClass}>Buscar por número, cliente, telefone ou item</span>
        <input
          type="search"
          placeholder="Número, cliente, telefone ou item"
          maxLength={100}
          value={typed.text}
          onChange={({ target: { value } }) => {
            setTyped((before) => ({ ...before, text: value }))
            clearTimeout(timer.current)
            timer.current = setTimeout(() => send(value), waitMs)
          }}
        />
      </label>
    </form>
  )
}
