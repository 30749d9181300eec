import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { applyMenuImport, type MenuImport } from '../../../contract/menu/import-menu.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { useSending } from '../../forms/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { notify } from '../../ui/notices.tsx'
import { plural } from '../../words/format.ts'
import { refreshMenus } from '../menu-data.ts'
import { AppliedImport } from './applied-import.tsx'
import { ChangeList } from './change-list.tsx'
import { canTick, firstTicks, kinds, kindWords, ofKind, type Kind } from './change-words.ts'
import { Kinds, TickAll } from './kinds.tsx'
import { rollBack } from './roll-back.ts'
import { SpreadsheetPart } from './spreadsheet-part.tsx'
import { Muted } from '../../kit/text.tsx'
import { Row } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './tools.module.css'

interface PreviewProps {
  readonly store: Store
  readonly found: MenuImport
  /** Compares with the menu as it is now. */
  readonly onAgain: () => Promise<void>
  readonly onLeave: () => void
}

const kindHelp: Record<Kind, string> = {
  new: 'Entram no seu cardápio.',
  changed: 'Já estão no seu cardápio e ficam diferentes.',
  gone: 'Estão no seu cardápio e não no outro. Marque só o que quer tirar.',
}

/** The difference between the store's menu and another one, with ticks. */
export function Preview({ store, found, onAgain, onLeave }: PreviewProps) {
  const { changes, state } = found
  const [ticks, setTicks] = useState(() => firstTicks(changes))
  const [kind, setKind] = useState<Kind>(() => kinds.find((one) => ofKind(changes, one).length > 0) ?? 'new')
  const { busy, refusal, send } = useSending()
  const navigate = useNavigate()
  if (state === 'applied') return <AppliedImport found={found} onLeave={onLeave} />
  const spreadsheet = <SpreadsheetPart store={store} found={found} onAgain={onAgain} onLeave={onLeave} />
  if (found.spreadsheet?.needsColumns) return spreadsheet
  if (changes.length === 0 && found.items > 0)
    return (
      <>
        <Nothing title="Nada muda" onLeave={onLeave}>
          {`O cardápio de ${store.name} já tem ${plural(found.items, 'item igual', 'itens iguais')} a este.`}
        </Nothing>
        <LeftOut found={found} />
        {spreadsheet}
      </>
    )
  const shown = ofKind(changes, kind)
  const ticked = changes.filter(({ key }) => ticks.has(key))
  const tick = (keys: readonly string[], on: boolean) => {
    const next = new Set(ticks)
    for (const key of keys)
      if (on) next.add(key)
      else next.delete(key)
    setTicks(next)
  }
  const apply = async () => {
    try {
      const { changed, photos, before } = await ask(
        applyMenuImport,
        { params: { importId: found.id }, body: { ticked: ticked.map(({ key }) => key), menu: found.menu } },
        { storeId: store.id },
      )
      await refreshMenus([store.id])
      notify(`O cardápio de ${store.name} mudou: ${plural(changed, 'item', 'itens')}.`, 'plain', {
        label: 'Desfazer',
        run: () => void rollBack(store, before),
      })
      // Photos come behind the import: its page says how many.
      if (photos > 0) await onAgain()
      else await navigate({ to: '/cardapio' })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'menu/changed-meanwhile') await onAgain()
      throw error
    }
  }
  return (
    <section aria-labelledby="preview-title" className={styles.preview}>
      <h2 id="preview-title">O que muda em {store.name}</h2>
      <Muted
        size={3}
        className={styles.where}
      >{`${plural(found.items, 'item', 'itens')} em ${found.subject}`}</Muted>
      <Kinds changes={changes} kind={kind} onKind={setKind} />
      {shown.length === 0 ? (
        <p className={styles.none}>Nenhum item aqui.</p>
      ) : (
        <>
          <Row wrap justify="between" className={styles.all}>
            <p>{kindHelp[kind]}</p>
            <TickAll
              all={shown.filter(canTick).every(({ key }) => ticks.has(key))}
              onAll={(on) =>
                tick(
                  shown.filter(canTick).map(({ key }) => key),
                  on,
                )
              }
            />
          </Row>
          <ChangeList
            key={kind}
            label={kindWords[kind]}
            changes={shown}
            ticks={ticks}
            onTick={(key, on) => tick([key], on)}
          />
        </>
      )}
      <LeftOut found={found} />
      {spreadsheet}
      <ApplyBar
        ticked={ticked.length}
        busy={busy}
        refusal={refusal}
        onLeave={onLeave}
        onApply={() => void send(apply)}
      />
    </section>
  )
}

interface ApplyBarProps {
  readonly ticked: number
  readonly busy: boolean
  readonly refusal: string | null
  readonly onLeave: () => void
  readonly onApply: () => void
}

function ApplyBar({ ticked, busy, refusal, onLeave, onApply }: ApplyBarProps) {
  return (
    <div className={styles.bar}>
      <FormError>{refusal}</FormError>
      <Button variant="ghost" onClick={onLeave}>
        Desistir
      </Button>
      <Button
        variant="primary"
        busy={busy}
        disabledReason={ticked === 0 ? 'Marque ao menos uma mudança.' : null}
        onClick={onApply}
      >
        {ticked === 0 ? 'Aplicar' : `Aplicar ${plural(ticked, 'mudança', 'mudanças')}`}
      </Button>
    </div>
  )
}

function LeftOut({ found: { leftOut } }: { readonly found: Pick<MenuImport, 'leftOut'> }) {
  if (leftOut.length === 0) return null
  return (
    <details className={styles.leftOut} open={leftOut.length <= 3}>
      <summary>{plural(leftOut.length, 'aviso', 'avisos')} sobre o que foi lido</summary>
      <ul>
        {leftOut.map(({ where, message }) => (
          <li key={`${where} ${message}`}>
            <b>{where}</b> {message}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Nothing({
  title,
  children,
  onLeave,
}: {
  readonly title: string
  readonly children: string
  readonly onLeave: () => void
}) {
  return (
    <EmptyState icon="check" title={title} action={<Button onClick={onLeave}>Importar outro</Button>}>
      {children}
    </EmptyState>
  )
}
