import { hiddenClass } from '../../ui/hidden.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './menu-list.module.css'
import { useSearchText, type SearchText } from './search-text.ts'

/** The page keeps what was typed: it stays while stores are chosen and views change. */
export function SearchField({ search }: { readonly search: SearchText }) {
  return (
    <label className={styles.search}>
      <span className={hiddenClass}>Buscar no cardápio</span>
      <Icon name="search" />
      <input
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Nome, código ou categoria"
        value={useSearchText(search)}
        onChange={(event) => search.set(event.target.value)}
      />
    </label>
  )
}
