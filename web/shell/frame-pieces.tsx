import { useTheme } from '../browser/theme.ts'
import { useLiveState } from '../live/live-stream.ts'
import { openGuide } from '../tutorials/tutorials.ts'
import { Hidden } from '../ui/hidden.tsx'
import { ThemeIcon } from '../ui/theme-icon.tsx'
import { Row } from '../kit/layout.tsx'
import styles from './shell.module.css'

export function Logo() {
  return (
    <Row gap={10} className={styles.logo}>
      Balcão
    </Row>
  )
}

export function LiveDot() {
  const state = useLiveState()
  const words = { live: 'Ao vivo', connecting: 'Conectando…', stale: 'Sem conexão' }[state]
  return (
    <Row as="p" gap={8} className={styles.live} role="status">
      <i
        className={`${styles.dot} ${state === 'live' ? styles.dotOk : state === 'stale' ? styles.dotBad : ''}`}
      />
      {words}
    </Row>
  )
}

export function ThemeButton({ labelled }: { readonly labelled: boolean }) {
  const [theme, toggle] = useTheme()
  const words = theme === 'dark' ? 'Tema claro' : 'Tema escuro'
  return (
    <button type="button" onClick={toggle} aria-label={labelled ? undefined : words}>
      <ThemeIcon now={theme} /> {labelled ? words : null}
    </button>
  )
}

/** Of the shown screen, beside it. */
export function HelpButton({ labelled }: { readonly labelled: boolean }) {
  return (
    <button type="button" className={styles.help} onClick={() => openGuide('')}>
      <b aria-hidden="true">?</b>
      {labelled ? 'Ajuda' : null}
      <Hidden>{labelled ? ' desta tela' : 'Ajuda desta tela'}</Hidden>
    </button>
  )
}
