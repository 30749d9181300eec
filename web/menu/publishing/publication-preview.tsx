import { useState } from 'react'
import { confirmMenuPublication, type MenuPublication } from '../../../contract/menu/publications.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { plural } from '../../words/format.ts'
import { ChangeList } from '../tools/change-list.tsx'
import { firstTicks, kinds, ofKind, type Kind } from '../tools/change-words.ts'
import { Kinds, TickAll } from '../tools/kinds.tsx'
import styles from '../tools/tools.module.css'
import { countedPublishedKind, kindHelp, publishedKinds } from './publishing-words.rules.ts'

interface PublicationPreviewProps {
  readonly store: Store
  readonly publication: MenuPublication
  readonly onSent: () => Promise<void>
  /** Compares again. */
  readonly onAgain: () => Promise<unknown>
  readonly onLeave: () => void
}

/** What the marketplace would show otherwise, with ticks. */
export function PublicationPreview({
  store,
  publication,
  onSent,
  onAgain,
  onLeave,
}: PublicationPreviewProps) {
  const { id, platform, categories, menu, leftOut } = publication
  const changes = publication.parts.map(({ change }) => change)
  const [ticks, setTicks] = useState(() => firstTicks(changes))
  const [kind, setKind] = useState<Kind>(() => kinds.find((one) => ofKind(changes, one).length > 0) ?? 'new')
  const { busy, refusal, send } = useSending()
  const renames = categories.filter(({ before }) => before !== null)
  if (changes.length === 0 && renames.length === 0)
    return (
      <>
        <EmptyState icon="check" title="Nada muda" action={<Button onClick={onLeave}>Voltar</Button>}>
          {`O cardápio ${withChannel('de', platform)} já está como o de ${store.name}.`}
        </EmptyState>
        <CannotGo leftOut={leftOut} platform={platform} />
      </>
    )
  const tick = (keys: readonly string[], on: boolean) =>
    setTicks(new Set(on ? [...ticks, ...keys] : [...ticks].filter((key) => !keys.includes(key))))
  const confirm = async () => {
    try {
      const body = { ticked: [...ticks], menu }
      await ask(confirmMenuPublication, { params: { publicationId: id }, body }, { storeId: store.id })
      await onSent()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'menu/changed-meanwhile') await onAgain()
      throw error
    }
  }
  const shown = ofKind(changes, kind)
  return (
    <section aria-labelledby="publication-title" className={styles.preview}>
      <h2 id="publication-title">O que muda {withChannel('em', platform)}</h2>
      <Categories categories={categories} />
      <Kinds changes={changes} kind={kind} onKind={setKind} words={countedPublishedKind} />
      {shown.length === 0 ? (
        <p className={styles.none}>Nenhum item aqui.</p>
      ) : (
        <>
          <Row wrap justify="between" className={styles.all}>
            <p>{kindHelp(kind, platform)}</p>
            <TickAll
              all={shown.every(({ key }) => ticks.has(key))}
              onAll={(on) =>
                tick(
                  shown.map(({ key }) => key),
                  on,
                )
              }
            />
          </Row>
          <ChangeList
            key={kind}
            label={publishedKinds[kind]}
            changes={shown}
            ticks={ticks}
            onTick={(key, on) => tick([key], on)}
          />
        </>
      )}
      <CannotGo leftOut={leftOut} platform={platform} />
      <div className={styles.bar}>
        <FormError>{refusal}</FormError>
        <Button variant="ghost" onClick={onLeave}>
          Desistir
        </Button>
        <Button
          variant="primary"
          busy={busy}
          disabledReason={ticks.size === 0 && renames.length === 0 ? 'Marque ao menos uma mudança.' : null}
          onClick={() => void send(confirm)}
        >
          {ticks.size === 0 ? 'Publicar' : `Publicar ${plural(ticks.size, 'item', 'itens')}`}{' '}
          {withChannel('em', platform)}
        </Button>
      </div>
    </section>
  )
}

function Categories({ categories }: Pick<MenuPublication, 'categories'>) {
  if (categories.length === 0) return null
  const fresh = categories.filter(({ before }) => before === null)
  const renamed = categories.filter(({ before }) => before !== null)
  return (
    <>
      {fresh.length > 0 ? (
        <p className={styles.where}>
          {fresh.length === 1 ? 'Categoria nova' : 'Categorias novas'}:{' '}
          {fresh.map(({ name }) => name).join(', ')}
        </p>
      ) : null}
      {renamed.map(({ name, before }) => (
        <p key={name} className={styles.where}>
          Categoria: <s>{before}</s> <span aria-hidden="true">→</span> <b>{name}</b>
        </p>
      ))}
    </>
  )
}

function CannotGo({ leftOut, platform }: Pick<MenuPublication, 'leftOut' | 'platform'>) {
  if (leftOut.length === 0) return null
  return (
    <details className={styles.leftOut} open={leftOut.length <= 3}>
      <summary>
        {plural(leftOut.length, 'parte não vai', 'partes não vão')} como{' '}
        {leftOut.length === 1 ? 'está' : 'estão'} para {withChannel('o', platform)}
      </summary>
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
