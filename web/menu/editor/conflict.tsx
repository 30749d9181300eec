import { Stack } from '../../kit/layout.tsx'
import styles from './menu-editor.module.css'

/** Why nothing was saved, and what another person wrote meanwhile; what was typed stays in the form below. */
export function Conflict({ refusal, now }: { readonly refusal: string | null; readonly now: string | null }) {
  if (!refusal) return null
  return (
    <Stack gap={6} className={styles.conflict} role="alert">
      <p>{refusal}</p>
      {now ? (
        <p>
          <b>Agora vale:</b> {now}.
        </p>
      ) : null}
    </Stack>
  )
}
