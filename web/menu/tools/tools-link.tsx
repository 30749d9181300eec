import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { everyMarketplace, storefronts } from '../../../contract/shared/channels.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { Tool } from './tool-search.ts'
import styles from './tools-link.module.css'

/** The link to the tools before the page's own button, for those who manage. */
export const withTools = (own: ReactNode, manages: boolean): ReactNode => (
  <>
    {manages ? (
      <>
        <ToolsLink aba="publicar" icon="up" words={`Publicar ${everyMarketplace('em', storefronts)}`} />
        <ToolsLink aba="importar" icon="download" words="Importar e copiar" />
      </>
    ) : null}
    {own}
  </>
)

/** From the menu to what is done with all of it at once. */
function ToolsLink({
  aba,
  icon,
  words,
}: {
  readonly aba: Tool
  readonly icon: IconName
  readonly words: string
}) {
  const phone = useIsPhone()
  return (
    <Link to="/cardapio/importar" search={{ aba }} className={styles.link}>
      <Icon name={icon} />
      {phone ? <Hidden>{words}</Hidden> : words}
    </Link>
  )
}
