import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './tools-link.module.css'

/** The link to the tools before the page's own button, for those who manage. */
export const withTools = (own: ReactNode, manages: boolean): ReactNode => (
  <>
    {manages ? <ToolsLink /> : null}
    {own}
  </>
)

/** From the menu to what is done with all of it at once. */
function ToolsLink() {
  const phone = useIsPhone()
  return (
    <Link to="/cardapio/importar" className={styles.link}>
      <Icon name="download" />
      {phone ? <Hidden>Importar e copiar</Hidden> : 'Importar e copiar'}
    </Link>
  )
}
