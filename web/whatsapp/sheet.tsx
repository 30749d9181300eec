import { createContext, useContext, type ReactNode } from 'react'
import { Paper } from '../ui/paper.tsx'
import styles from './whatsapp-tab.module.css'

/** Within a dialog, which is paper already. */
export const OnPaper = createContext(false)

/** A piece of paper about the line; never paper on paper. */
export function Sheet({ children }: { readonly children: ReactNode }) {
  if (useContext(OnPaper)) return <div className={styles.bare}>{children}</div>
  return (
    <Paper torn="top" className={styles.sheet ?? ''}>
      {children}
    </Paper>
  )
}
