import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  previewReportMail,
  readReportMails,
  reportMailKinds,
  saveReportMails,
  type ReportMailChoice,
  type ReportMailKind,
} from '../../../contract/reports/mails.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryClient, queryFor, refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { useSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './mails-tab.module.css'

const kindLabels: Record<ReportMailKind, string> = { daily: 'Todo dia', weekly: 'Toda semana' }
const choicesQuery = queryFor(readReportMails, { query: {} })
const savedChoice = (storeId: string): ReportMailChoice | undefined =>
  queryClient.getQueryData(choicesQuery.queryKey)?.choices.find((choice) => choice.storeId === storeId)

/** The user's daily summary mails, store by store, each with a preview. */
export function MailsTab() {
  const { choosable, ready, error } = useSelection('manager')
  const query = useQuery(choicesQuery)
  const [shown, setShown] = useState<{ storeId: string; kind: ReportMailKind } | null>(null)
  const failed = query.error ?? error
  if (failed)
    return (
      <ErrorState
        message={errorSentence(failed)}
        requestId={requestIdOf(failed)}
        onRetry={() => void query.refetch()}
      />
    )
  if (!query.data || !ready) return <Skeleton height={260} />
  const nameOf = new Map(choosable.map((store) => [store.id, store.name]))
  const choices = query.data.choices
    .filter((choice) => nameOf.has(choice.storeId))
    .toSorted((a, b) => (nameOf.get(a.storeId) ?? '').localeCompare(nameOf.get(b.storeId) ?? '', 'pt-BR'))
  if (choices.length === 0)
    return (
      <EmptyState icon="note" title="Nenhuma loja para resumir">
        O resumo é de quem gerencia uma loja.
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <p className={styles.lead}>
        Depois que o dia comercial da loja termina, o resumo chega em <b>{query.data.email}</b> com os mesmos
        números do relatório. O da semana chega depois do domingo. Dia sem pedido não manda e-mail. A escolha
        é só sua: cada pessoa tem a dela.
      </p>
      <Card>
        <ul className={styles.choices}>
          {choices.map((choice) => (
            <StoreChoice
              key={choice.storeId}
              choice={choice}
              name={nameOf.get(choice.storeId) ?? ''}
              onPreview={(kind) => setShown({ storeId: choice.storeId, kind })}
            />
          ))}
        </ul>
      </Card>
      {shown ? <MailPreview {...shown} onClose={() => setShown(null)} /> : null}
    </div>
  )
}

function StoreChoice({
  choice,
  name,
  onPreview,
}: {
  readonly choice: ReportMailChoice
  readonly name: string
  readonly onPreview: (kind: ReportMailKind) => void
}) {
  const saving = useAction(async (wanted: Pick<ReportMailChoice, ReportMailKind>) => {
    // The previous setting may have been saved just now: its version must be loaded before this renders.
    const { version, ...saved } = savedChoice(choice.storeId) ?? choice
    try {
      await ask(saveReportMails, { body: { ...wanted, version } }, { storeId: choice.storeId })
      for (const kind of reportMailKinds.filter((each) => wanted[each] !== saved[each]))
        notify(`${name}: ${kindLabels[kind].toLowerCase()} ${wanted[kind] ? 'ligado' : 'desligado'}.`)
    } finally {
      await refresh(readReportMails)
    }
  })
  const { daily, weekly } = saving.busyWith ?? choice
  const ticked = { daily, weekly }
  return (
    <li>
      <b>{name}</b>
      {reportMailKinds.map((kind) => (
        <span key={kind} className={styles.kind}>
          <label>
            <input
              type="checkbox"
              checked={ticked[kind]}
              onChange={() => saving.run({ ...ticked, [kind]: !ticked[kind] })}
            />
            {kindLabels[kind]}
          </label>
          <Button
            variant="ghost"
            onClick={() => onPreview(kind)}
            aria-label={`Ver o e-mail de ${name}, ${kindLabels[kind].toLowerCase()}`}
          >
            Ver
          </Button>
        </span>
      ))}
    </li>
  )
}

/** Drawn from the mail's parts: the panel embeds no foreign page. */
function MailPreview({
  storeId,
  kind,
  onClose,
}: {
  readonly storeId: string
  readonly kind: ReportMailKind
  readonly onClose: () => void
}) {
  const query = useQuery(queryFor(previewReportMail, { query: { kind } }, { storeId }))
  const mail = query.data
  return (
    <Dialog title="Como o e-mail chega" onClose={onClose} side>
      {query.error ? (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      ) : null}
      {mail ? (
        <article className={styles.mail}>
          <p className={styles.subject}>{mail.subject}</p>
          <h3>{mail.greeting}</h3>
          {mail.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {mail.tables.map((table) => (
            <section key={table.title}>
              <h4>{table.title}</h4>
              <dl>
                {table.rows.map((row) => (
                  <div key={row.label}>
                    <dt>{row.label}</dt>
                    <dd>
                      <b>{row.value}</b>
                      {row.remark ? <small>{row.remark}</small> : null}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <p className={styles.button}>{mail.button}</p>
          <p className={styles.closing}>{mail.closing}</p>
        </article>
      ) : query.isPending ? (
        <Skeleton height={420} />
      ) : null}
    </Dialog>
  )
}
