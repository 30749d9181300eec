import { useId } from 'react'
import { pageOrigin } from '../../browser/screen.ts'
import { Icon } from '../../ui/icon.tsx'
import { slugTyped } from './group-form.rules.ts'
import type { SlugCheck } from './use-slug-check.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { Problem } from '../../kit/text.tsx'
import styles from './group-form.module.css'

/** The group's address behind the panel's own, checked while it is typed. */
export function SlugField({
  value,
  check,
  error,
  moved,
  onChange,
}: {
  readonly value: string
  readonly check: SlugCheck
  /** The server's refusal of this value. */
  readonly error: string | undefined
  /** The address that the group leaves. */
  readonly moved: string | null
  readonly onChange: (slug: string) => void
}) {
  const id = useId()
  const wrong = error !== undefined || ['malformed', 'taken', 'reserved', 'resting'].includes(check.state)
  return (
    <Stack gap={6} className={styles.slug}>
      <label htmlFor={id}>Endereço</label>
      <Row className={styles.address} data-wrong={(wrong && value !== '') || undefined}>
        <span aria-hidden="true">{new URL(pageOrigin()).host}/</span>
        <input
          id={id}
          value={value}
          onChange={(event) => onChange(slugTyped(event.target.value))}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          maxLength={80}
          aria-invalid={(wrong && value !== '') || undefined}
          aria-describedby={`${id}-more`}
        />
      </Row>
      <Stack id={`${id}-more`} aria-live="polite" gap={6} start className={styles.said}>
        <Said check={check} error={error} moved={moved} empty={value === ''} onChange={onChange} />
      </Stack>
    </Stack>
  )
}

function Said({
  check,
  error,
  moved,
  empty,
  onChange,
}: {
  readonly check: SlugCheck
  readonly error: string | undefined
  readonly moved: string | null
  readonly empty: boolean
  readonly onChange: (slug: string) => void
}) {
  if (empty) return <p>Letras, números e hífens. Nasce do nome, e você pode trocar.</p>
  switch (check.state) {
    case 'taken':
    case 'reserved':
    case 'resting':
      return (
        <>
          <Problem strong size={3}>
            {unavailableText(check)}
          </Problem>
          {check.other ? (
            <button type="button" className={styles.offer} onClick={() => onChange(check.other ?? '')}>
              Usar {check.other}
            </button>
          ) : null}
        </>
      )
    case 'malformed':
      return (
        <Problem strong size={3}>
          {check.why}
        </Problem>
      )
    case 'checking':
      return <p>Conferindo…</p>
    case 'unknown':
      return <p>Não deu para conferir agora. O endereço é conferido ao salvar.</p>
    case 'free':
      return error ? (
        <Problem strong size={3}>
          {error}
        </Problem>
      ) : (
        <Row as="p" className={styles.free}>
          <Icon name="check" size={16} /> Disponível.
          {moved ? ` Quem abrir /${moved} chega aqui.` : ''}
        </Row>
      )
    case 'same':
      return error ? (
        <Problem strong size={3}>
          {error}
        </Problem>
      ) : (
        <p>É o endereço da página do grupo.</p>
      )
  }
}

function unavailableText(check: Extract<SlugCheck, { readonly other: string | null }>): string {
  if (check.state === 'reserved') return 'Este endereço é do próprio Balcão.'
  if (check.state === 'resting') return 'Outro grupo deixou este endereço há pouco; ele descansa por 90 dias.'
  return check.holder ? `Este endereço é do grupo “${check.holder}”.` : 'Este endereço já está em uso.'
}
