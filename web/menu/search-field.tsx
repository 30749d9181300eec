import { hiddenClass } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import styles from './menu-list.module.css'

/** The page keeps what was typed: it stays while stores are chosen and views change. */
export function SearchField({
  typed,
  onChange,
}: {
  readonly typed: string
  readonly onChange: (typed: string) => void
}) {
  return (
    <label className={styles.search}>
      <span className={hiddenClass}>Buscar no cardápio</span>
      <Icon name="search" />
      <input
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Nome, código ou categoria"
        value={typed}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
