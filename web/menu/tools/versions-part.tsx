import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readMenuVersion, readMenuVersions, type MenuVersion } from '../../../contract/menu/versions.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { tickNow } from '../../browser/ticks.ts'
import { useSending } from '../../forms/use-sending.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { plural } from '../../words/format.ts'
import { pastMoment } from './past-moment.ts'
import { kinds, ofKind, type Kind } from './change-words.ts'
import { ChangeRows } from './change-rows.tsx'
import { kindWords } from './change-words.ts'
import { rollBack } from './roll-back.ts'
import { Muted } from '../../kit/text.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './tools.module.css'

/** The last states of the menu, each to look at and to go back to. */
export function VersionsPart({ store }: { readonly store: Store }) {
  const query = useQuery(queryFor(readMenuVersions, {}, { storeId: store.id }))
  const [looking, setLooking] = useState<number | null>(null)
  if (!query.data)
    return query.error ? (
      <ErrorState
        message={errorSentence(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Skeleton height={320} />
    )
  const { versions } = query.data
  if (versions.length === 0)
    return (
      <EmptyState icon="clock" title="Ainda não há versões">
        Depois da primeira importação, cópia ou edição, você volta daqui a qualquer uma das últimas 30.
      </EmptyState>
    )
  return (
    <>
      <ol className={styles.versions} aria-label="Versões do cardápio">
        {versions.map((version) => (
          <Row as="li" gap={12} justify="between" key={version.number}>
            <div>
              <b>{causeWords(version)}</b>
              {version.current ? <Pill tone="ok">Agora</Pill> : null}
              <Muted size={3} className={styles.where}>
                {[
                  `Versão ${String(version.number)}`,
                  pastMoment(version.at, tickNow(), store.address.timezone),
                  version.byName,
                  plural(version.items, 'item', 'itens'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Muted>
            </div>
            {version.current ? null : (
              <Button
                aria-label={`Ver a versão ${String(version.number)}`}
                onClick={() => setLooking(version.number)}
              >
                Ver
              </Button>
            )}
          </Row>
        ))}
      </ol>
      {looking === null ? null : (
        <OneVersion store={store} number={looking} onClose={() => setLooking(null)} />
      )}
    </>
  )
}

function causeWords({ cause, subject }: MenuVersion): string {
  switch (cause) {
    case 'start':
      return 'Como estava no começo'
    case 'edits':
      return 'Edições no cardápio'
    case 'import':
      return `Importação de ${subject}`
    case 'copy':
      return `Cópia de ${subject}`
    case 'prices':
      return subject ? `Preços mudados em ${subject}` : 'Preços mudados juntos'
    case 'rollback':
      return `Volta à versão ${subject}`
  }
}

const backWords: Record<Kind, (items: number) => string> = {
  new: (items) => plural(items, 'item volta', 'itens voltam'),
  changed: (items) => plural(items, 'item muda', 'itens mudam'),
  gone: (items) => plural(items, 'item sai', 'itens saem'),
}

function OneVersion({
  store,
  number,
  onClose,
}: {
  readonly store: Store
  readonly number: number
  readonly onClose: () => void
}) {
  const query = useQuery(
    queryFor(readMenuVersion, { params: { number: String(number) } }, { storeId: store.id }),
  )
  const { busy, send } = useSending()
  const { data, error } = query
  const back = async () => {
    await rollBack(store, number)
    onClose()
  }
  return (
    <Dialog title={data ? causeWords(data.version) : 'Versão do cardápio'} side onClose={onClose}>
      {data ? (
        <>
          <p>
            {data.changes.length === 0
              ? 'O cardápio de agora tem os mesmos itens. Só muda a ordem, ou o que é só desta loja.'
              : `Se voltar: ${kinds
                  .flatMap((kind) => {
                    const items = ofKind(data.changes, kind).length
                    return items === 0 ? [] : [backWords[kind](items)]
                  })
                  .join(', ')}.`}
          </p>
          <ChangeRows changes={data.changes} headings={{ ...kindWords, new: 'Voltam' }} />
        </>
      ) : error ? (
        <ErrorState message={errorSentence(error)} requestId={requestIdOf(error)} />
      ) : (
        <Skeleton height={240} />
      )}
      <DialogFoot>
        <Button onClick={onClose}>Fechar</Button>
        <Button
          variant="primary"
          busy={busy}
          disabledReason={data ? null : 'Um momento.'}
          onClick={() => void send(back)}
        >
          Voltar a esta versão
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
