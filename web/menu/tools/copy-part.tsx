import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  copyMyCategory,
  copyMyMenu,
  readMenuCopies,
  retryMenuCopy,
  type MenuCopy,
} from '../../../contract/menu/copies.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { tickNow } from '../../browser/ticks.ts'
import { useSending } from '../../forms/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { SelectField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { pastMoment } from './past-moment.ts'
import { useMenu } from '../menu-data.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './tools.module.css'

interface CopyPartProps {
  readonly store: Store
  /** Those that the person manages. */
  readonly stores: readonly Store[]
}

const wholeMenu = ''

/** A category or the whole menu of this store to others; each store tells how it went. */
export function CopyPart({ store, stores }: CopyPartProps) {
  const menu = useMenu(store.id)
  const [category, setCategory] = useState(wholeMenu)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const { busy, refusal, send } = useSending()
  const others = stores.filter((one) => one.id !== store.id)
  if (others.length === 0)
    return (
      <EmptyState icon="shop" title="Você só gerencia esta loja">
        Com duas lojas ou mais, o cardápio de uma chega às outras daqui.
      </EmptyState>
    )
  const copy = async () => {
    const body = { storeIds: [...ticked] }
    await (category === wholeMenu
      ? ask(copyMyMenu, { body }, { storeId: store.id })
      : ask(copyMyCategory, { params: { id: category }, body }, { storeId: store.id }))
    setTicked(new Set())
    await refresh(readMenuCopies)
  }
  const all = others.every(({ id }) => ticked.has(id))
  return (
    <div className={styles.copy}>
      <section className={styles.source}>
        <h2>O que copiar</h2>
        <SelectField
          label="Parte do cardápio"
          value={category}
          options={[
            [wholeMenu, 'O cardápio inteiro'],
            ...(menu.data?.categories ?? []).map(({ id, name }) => [id, name] as const),
          ]}
          onChange={(event) => setCategory(event.target.value)}
        />
        <fieldset className={styles.stores}>
          <legend>Para quais lojas</legend>
          <Row as="label" gap={12}>
            <input
              type="checkbox"
              checked={all}
              onChange={() => setTicked(new Set(all ? [] : others.map(({ id }) => id)))}
            />
            <b>Todas</b>
          </Row>
          {others.map(({ id, name }) => (
            <Row as="label" gap={12} key={id}>
              <input
                type="checkbox"
                checked={ticked.has(id)}
                onChange={(event) => {
                  const next = new Set(ticked)
                  if (event.target.checked) next.add(id)
                  else next.delete(id)
                  setTicked(next)
                }}
              />
              {name}
            </Row>
          ))}
        </fieldset>
        <Row as="p" gap={8} align="stretch" className={styles.calm}>
          <Icon name="info" /> Cada loja mantém os seus preços e o que é só dela. Nenhum item sai.
        </Row>
        <FormError>{refusal}</FormError>
        <Button
          variant="primary"
          busy={busy}
          disabledReason={ticked.size === 0 ? 'Escolha ao menos uma loja.' : null}
          onClick={() => void send(copy)}
        >
          {ticked.size === 0 ? 'Copiar' : `Copiar para ${plural(ticked.size, 'loja', 'lojas')}`}
        </Button>
      </section>
      <Copies store={store} stores={stores} />
    </div>
  )
}

function Copies({ store, stores }: CopyPartProps) {
  const query = useQuery({
    ...queryFor(readMenuCopies, {}, { storeId: store.id }),
    refetchInterval: ({ state }) => (state.data?.copies.some(isRunning) ? 1_000 : false),
  })
  const copies = query.data?.copies ?? []
  if (copies.length === 0) return null
  const nameOf = (id: string) => stores.find((one) => one.id === id)?.name ?? 'Outra loja'
  return (
    <section className={styles.copies} aria-labelledby="copies-title">
      <h2 id="copies-title">Últimas cópias</h2>
      {copies.map((copy) => (
        <article key={copy.id} aria-label={copy.category ?? 'O cardápio inteiro'}>
          <h3>{copy.category ?? 'O cardápio inteiro'}</h3>
          <Muted size={3} className={styles.where}>
            {`${pastMoment(copy.askedAt, tickNow(), store.address.timezone)} · ${copy.askedByName}`}
          </Muted>
          <ul aria-live="polite">
            {copy.stores.map((one) => (
              <li key={one.storeId}>
                <span>{nameOf(one.storeId)}</span>
                <StoreOutcome one={one} />
              </li>
            ))}
          </ul>
          <Retry store={store} copy={copy} />
        </article>
      ))}
    </section>
  )
}

const isRunning = (copy: MenuCopy): boolean => copy.stores.some(({ state }) => state === 'waiting')

function StoreOutcome({ one }: { readonly one: MenuCopy['stores'][number] }) {
  if (one.state === 'waiting')
    return (
      <Muted as="span" size={3} className={styles.where}>
        Copiando…
      </Muted>
    )
  if (one.state === 'failed') return <span className={styles.problem}>{one.problem}</span>
  return (
    <span className={styles.done}>
      {one.changed === 0 ? 'Já estava igual' : plural(one.changed, 'item copiado', 'itens copiados')}
    </span>
  )
}

function Retry({ store, copy }: { readonly store: Store; readonly copy: MenuCopy }) {
  const failed = copy.stores.filter(({ state }) => state === 'failed').length
  if (failed === 0) return null
  const retry = async () => {
    try {
      await ask(retryMenuCopy, { params: { copyId: copy.id }, body: {} }, { storeId: store.id })
    } catch (error) {
      notify(errorSentence(error), 'bad')
    } finally {
      await refresh(readMenuCopies)
    }
  }
  return (
    <Button icon="refresh" onClick={() => void retry()}>
      {`Tentar de novo em ${plural(failed, 'loja', 'lojas')}`}
    </Button>
  )
}
