import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useSignedIn, type SignedIn } from '../../identity/session.ts'
import { Muted } from '../../kit/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Hidden, hiddenClass } from '../../ui/hidden.tsx'
import { allParts, mayOpen, ownPart, type SettingsSection } from '../sections.ts'
import { findSettings } from './find-settings.rules.ts'
import styles from './settings-finder.module.css'
import { settings, type Setting } from './settings-words.ts'

interface Found extends Setting {
  /** `Entrega, Áreas e taxas`. */
  readonly where: string
}

/** Search by the words of owners, among what the reader may open. `/` opens it, Enter takes the first answer. */
export function SettingsFinder({ sections }: { readonly sections: readonly SettingsSection[] }) {
  const id = useId()
  const session = useSignedIn()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  useSlash(input)
  const asks = typed.trim() !== ''
  const found = asks ? findSettings(placed(sections, session), typed) : []
  const close = () => {
    setTyped('')
    setOpen(false)
  }
  const links = () => [...(box.current?.querySelectorAll('a') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && asks) {
      event.preventDefault()
      close()
      input.current?.focus()
    }
    const all = links()
    const now = all.findIndex((link) => link === document.activeElement)
    if (event.key === 'Enter' && now === -1) all[0]?.click()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || all.length === 0) return
    const next = now + step
    event.preventDefault()
    if (next < 0) input.current?.focus()
    else all[Math.min(next, all.length - 1)]?.focus()
  }
  return (
    <div
      ref={box}
      role="search"
      className={styles.finder}
      onKeyDown={onKeyDown}
      onFocus={() => setOpen(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <label className={styles.field}>
        <Hidden>Buscar nos ajustes</Hidden>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          autoComplete="off"
          placeholder="Buscar, por exemplo “chave pix”"
          aria-controls={id}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setOpen(true)
          }}
        />
      </label>
      <div id={id} className={styles.answer}>
        {asks && open ? (
          found.length > 0 ? (
            <ul className={styles.list} aria-label="Achado nos ajustes">
              {found.map((one) => (
                <li key={`${one.label} ${one.where}`}>
                  <FoundLink found={one} onOpen={close} />
                </li>
              ))}
            </ul>
          ) : (
            <div className={styles.list}>
              <Muted size={3}>Nada com essas palavras. Procure na seção:</Muted>
              <ul className={styles.sections}>
                {sections.map(({ label, parts: [first] }) => (
                  <li key={label}>
                    <Link to="/settings" search={{ tab: first?.id ?? '' }} onClick={close}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        ) : null}
        <p role="status" className={hiddenClass}>
          {asks ? spoken(found.length) : ''}
        </p>
      </div>
    </div>
  )
}

const spoken = (count: number): string =>
  count === 0 ? 'Nada encontrado.' : count === 1 ? '1 resposta.' : `${count} respostas.`

function FoundLink({ found, onOpen }: { readonly found: Found; readonly onOpen: () => void }) {
  const { place, label, where } = found
  const words = (
    <>
      <b>{label}</b>
      <Muted as="small" block size={3}>
        {where}
      </Muted>
    </>
  )
  if ('to' in place)
    return (
      <Link to={place.to} onClick={onOpen}>
        {words}
      </Link>
    )
  const hash = place.hash ?? ''
  return place.tab === ownPart.id ? (
    <Link to="/conta" hash={hash} onClick={onOpen}>
      {words}
    </Link>
  ) : (
    <Link to="/settings" search={{ tab: place.tab }} hash={hash} onClick={onOpen}>
      {words}
    </Link>
  )
}

/** The settings that the reader may open, each with the names of its section and part. */
function placed(sections: readonly SettingsSection[], session: SignedIn): readonly Found[] {
  return settings.flatMap((setting): readonly Found[] => {
    const { place } = setting
    if ('to' in place) return [{ ...setting, where: 'Fora dos ajustes' }]
    const part = allParts.find(({ id }) => id === place.tab)
    if (!part || !mayOpen(session, part)) return []
    const section = sections.find(({ parts }) => parts.includes(part))
    const where = section && section.parts.length > 1 ? `${section.label}, ${part.label}` : part.label
    return [{ ...setting, where }]
  })
}

/** `/` puts the cursor into the search, as on the orders screen; not while something is typed or a dialog is open. */
function useSlash(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select')
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [input])
}
