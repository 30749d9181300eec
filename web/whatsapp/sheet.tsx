import { createContext, useContext, type ReactNode } from 'react'
import { Paper } from '../ui/paper.tsx'
import styles from './whatsapp-tab.module.css'

/** Inside a dialog, which already has a surface of its own. */
export const OnPaper = createContext(false)

/** A surface about the line; inside a dialog, it has none of its own. */
export function Sheet({ children }: { readonly children: ReactNode }) {
  if (useContext(OnPaper)) return <div className={styles.bare}>{children}</div>
  return (
    <Paper torn="top" className={styles.sheet ?? ''}>
      {children}
    </Paper>
  )
}
