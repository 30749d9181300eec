import {
  resumeMenuPublication,
  takeBackMenuPublication,
  type MenuPublication,
} from '../../../contract/menu/publications.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ask } from '../../api/ask.ts'
import { tickNow } from '../../browser/ticks.ts'
import { useSending } from '../../forms/use-sending.ts'
import { FormError } from '../../kit/form-error.tsx'
import { Row } from '../../kit/layout.tsx'
import { Button } from '../../ui/button.tsx'
import { plural } from '../../words/format.ts'
import { pastMoment } from '../tools/past-moment.ts'
import styles from '../tools/tools.module.css'
import { progressOf } from './publishing-words.rules.ts'

interface PublicationResultProps {
  readonly store: Store
  readonly publication: MenuPublication
  readonly onChanged: () => Promise<void>
  readonly onAgain: () => Promise<unknown>
  readonly onPublication: (publicationId: string | null) => void
}

/** What the marketplace shows now, what it refused, and the ways on from here. */
export function PublicationResult({
  store,
  publication,
  onChanged,
  onAgain,
  onPublication,
}: PublicationResultProps) {
  const { id, state, problem, canTakeBack } = publication
  const { total, proved, refused } = progressOf(publication)
  const { busy, refusal, send } = useSending()
  const at = { storeId: store.id }
  const params = { publicationId: id }
  const resume = () =>
    send(async () => {
      await ask(resumeMenuPublication, { params, body: {} }, at)
      await onChanged()
    })
  const takeBack = () =>
    send(async () => {
      const { publicationId } = await ask(takeBackMenuPublication, { params, body: {} }, at)
      onPublication(publicationId)
    })
  return (
    <section className={styles.outcome} aria-labelledby="result-title">
      <h2 id="result-title" aria-live="polite">
        {titleOf(publication, store)}
      </h2>
      {problem === null ? null : <p className={styles.problem}>{problem}</p>}
      <p>
        {`${plural(proved, 'item está', 'itens estão')} ${withChannel('em', publication.platform)} como ${proved === 1 ? 'foi enviado' : 'foram enviados'}`}
        {total > proved ? `, de ${String(total)}.` : '.'}
      </p>
      <Refused publication={publication} />
      <FormError>{refusal}</FormError>
      <Row gap={8} wrap>
        {state === 'stopped' || refused > 0 ? (
          <Button variant="primary" icon="refresh" busy={busy} onClick={() => void resume()}>
            {state === 'stopped' ? 'Continuar o envio' : 'Enviar de novo o que foi recusado'}
          </Button>
        ) : null}
        {canTakeBack ? (
          <Button busy={busy} onClick={() => void takeBack()}>
            Voltar à publicação anterior
          </Button>
        ) : null}
        <Button onClick={() => void onAgain()}>Comparar de novo</Button>
        <Button variant="ghost" onClick={() => onPublication(null)}>
          Fechar
        </Button>
      </Row>
    </section>
  )
}

function titleOf({ state, takesBack, endedAt }: MenuPublication, store: Store): string {
  if (state === 'stopped') return takesBack ? 'A volta parou no meio' : 'O envio parou no meio'
  const when = endedAt ? pastMoment(endedAt, tickNow(), store.address.timezone).replace(/^hoje /, '') : ''
  return `${takesBack ? 'Voltou' : 'Publicado'} e conferido ${when}`.trim()
}

function Refused({ publication: { parts } }: { readonly publication: MenuPublication }) {
  const refused = parts.filter((part) => part.chosen && part.state === 'refused')
  if (refused.length === 0) return null
  return (
    <ul className={styles.leftOut} aria-label="O que não foi">
      {refused.map(({ change, problem }) => (
        <li key={change.key}>
          <b>{change.name}</b> {problem}
        </li>
      ))}
    </ul>
  )
}
