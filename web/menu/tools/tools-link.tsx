import { Link } from '@tanstack/react-router'
import { useIsPhone } from '../../browser/screen.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './tools-link.module.css'

/** From the menu to what is done with all of it at once. */
export function ToolsLink() {
  const phone = useIsPhone()
  return (
    <Link to="/cardapio/importar" className={styles.link} aria-label="Importar, versões e cópias">
      <Icon name="download" />
      {phone ? null : 'Importar e copiar'}
    </Link>
  )
}
