import { useState } from 'react'
import type { QuietHours } from '../../contract/notifications/choices.ts'
import { Box } from '../kit/box.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './notifications-tab.module.css'

const usual = { from: '22:00', to: '07:00' }

/** When nothing rings but what is critical, by the clock of each store. */
export function QuietPart({
  quiet,
  onChange,
}: {
  readonly quiet: QuietHours
  readonly onChange: (quiet: QuietHours) => void
}) {
  return (
    <Stack as="section" gap={12} className={styles.part}>
      <h2 id="silencio">Horas de silêncio</h2>
      <Box
        label="Calar som, aparelho e WhatsApp à noite"
        hint="O que é crítico passa. Tela e e-mail continuam. O resto chega num resumo ao fim do silêncio. Vale o relógio de cada loja."
        checked={quiet !== null}
        onChange={(on) => onChange(on ? usual : null)}
      />
      {quiet ? <Times key={`${quiet.from}-${quiet.to}`} quiet={quiet} onChange={onChange} /> : null}
    </Stack>
  )
}

/** Saved when both are complete and the field is left. */
function Times({
  quiet,
  onChange,
}: {
  readonly quiet: NonNullable<QuietHours>
  readonly onChange: (quiet: QuietHours) => void
}) {
  const [typed, setTyped] = useState(quiet)
  const same = typed.from === typed.to
  const leave = () => {
    const complete = typed.from !== '' && typed.to !== ''
    const changed = typed.from !== quiet.from || typed.to !== quiet.to
    if (complete && changed && !same) onChange(typed)
  }
  return (
    <Row gap={12} align="stretch" wrap className={styles.times}>
      <TextField
        label="Das"
        type="time"
        value={typed.from}
        onChange={({ target }) => setTyped({ ...typed, from: target.value })}
        onBlur={leave}
      />
      <TextField
        label="Até as"
        type="time"
        value={typed.to}
        error={same ? 'O fim precisa ser diferente do início.' : undefined}
        onChange={({ target }) => setTyped({ ...typed, to: target.value })}
        onBlur={leave}
      />
    </Row>
  )
}
