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
import { lookup } from '../../../contract/shared/lookup.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryClient, queryFor, refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { ResultText, usePerStore, type StoreResult } from '../../settings/settings.ts'
import { useSelection } from '../../stores/selection.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { plural } from '../../words/format.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
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
  const starting = new Set(choosable.filter((store) => store.starting).map(({ id }) => id))
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
    <Stack gap={20}>
      <p className={styles.lead}>
        O resumo de cada loja chega em <b>{query.data.email}</b> quando o dia comercial termina, com os
        números do relatório. O da semana chega depois do domingo. Dia sem pedido não manda e-mail.
      </p>
      <StoreChoices
        choices={choices}
        nameOf={nameOf}
        starting={starting}
        onPreview={(storeId, kind) => setShown({ storeId, kind })}
      />
      {shown ? <MailPreview {...shown} onClose={() => setShown(null)} /> : null}
    </Stack>
  )
}

/** Every tick is saved at once, for its store alone; a tick for all stores is a save per store. */
function StoreChoices({
  choices,
  nameOf,
  starting,
  onPreview,
}: {
  readonly choices: readonly ReportMailChoice[]
  readonly nameOf: ReadonlyMap<string, string>
  /** Stores that will get the mail about their next step. */
  readonly starting: ReadonlySet<string>
  readonly onPreview: (storeId: string, kind: ReportMailKind) => void
}) {
  const { results, busy, run } = usePerStore()
  // Shown at once, while the stores are being saved.
  const [wanted, setWanted] = useState<{ readonly kind: ReportMailKind; readonly on: boolean } | null>(null)
  const saveAll = async (kind: ReportMailKind, on: boolean) => {
    const stores = choices.filter((choice) => choice[kind] !== on).map(({ storeId }) => ({ id: storeId }))
    setWanted({ kind, on })
    const ended = await run(stores, async ({ id }) => {
      // Saved just now, perhaps: its version must be loaded before this renders.
      const choice = savedChoice(id)
      if (!choice || choice[kind] === on) return
      await saveChoice(choice, { ...choice, [kind]: on })
    })
    setWanted(null)
    const done = [...ended.values()].filter((result) => result.kind === 'done').length
    if (done > 0)
      notify(`${kindLabels[kind]}: ${on ? 'ligado' : 'desligado'} em ${plural(done, 'loja', 'lojas')}.`)
  }
  return (
    <ul className={styles.choices}>
      {choices.length > 1 ? (
        <li className={styles.all}>
          <b>Todas as lojas</b>
          {reportMailKinds.map((kind) => {
            const on = choices.filter((choice) => choice[kind]).length
            return (
              <label key={kind} className={styles.kind}>
                <input
                  type="checkbox"
                  aria-label={`${kindLabels[kind]}, em todas as lojas`}
                  checked={wanted?.kind === kind ? wanted.on : on === choices.length}
                  disabled={busy}
                  ref={(box) => {
                    if (box) box.indeterminate = wanted === null && on > 0 && on < choices.length
                  }}
                  onChange={() => void saveAll(kind, on < choices.length)}
                />
                {kindLabels[kind]}
              </label>
            )
          })}
        </li>
      ) : null}
      {choices.map((choice) => (
        <StoreChoice
          key={choice.storeId}
          choice={choice}
          name={nameOf.get(choice.storeId) ?? ''}
          starting={starting.has(choice.storeId)}
          result={lookup(results, choice.storeId)}
          onPreview={(kind) => onPreview(choice.storeId, kind)}
        />
      ))}
    </ul>
  )
}

async function saveChoice(
  { storeId, version }: ReportMailChoice,
  wanted: Pick<ReportMailChoice, ReportMailKind> & Partial<Pick<ReportMailChoice, 'firstSteps'>>,
): Promise<void> {
  try {
    const { daily, weekly, firstSteps } = wanted
    const reminder = firstSteps === undefined ? {} : { firstSteps }
    await ask(saveReportMails, { body: { daily, weekly, ...reminder, version } }, { storeId })
  } finally {
    await refresh(readReportMails)
  }
}

function StoreChoice({
  choice,
  name,
  starting,
  result,
  onPreview,
}: {
  readonly choice: ReportMailChoice
  readonly name: string
  readonly starting: boolean
  /** Of the last tick for all stores. */
  readonly result: StoreResult | undefined
  readonly onPreview: (kind: ReportMailKind) => void
}) {
  const saving = useAction(async (wanted: Pick<ReportMailChoice, ReportMailKind | 'firstSteps'>) => {
    // The previous setting may have been saved just now: its version must be loaded before this renders.
    const saved = savedChoice(choice.storeId) ?? choice
    await saveChoice(saved, wanted)
    for (const kind of reportMailKinds.filter((each) => wanted[each] !== saved[each]))
      notify(`${name}: ${kindLabels[kind].toLowerCase()} ${wanted[kind] ? 'ligado' : 'desligado'}.`)
    if (wanted.firstSteps !== saved.firstSteps)
      notify(`${name}: lembrete ${wanted.firstSteps ? 'ligado' : 'desligado'}.`)
  })
  const { daily, weekly, firstSteps } = saving.busyWith ?? choice
  const ticked = { daily, weekly, firstSteps }
  return (
    <li>
      <b>
        {name} {result ? <ResultText result={result} /> : null}
      </b>
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
      {starting ? (
        <span className={`${styles.kind} ${styles.reminder}`}>
          <label>
            <input
              type="checkbox"
              checked={firstSteps}
              onChange={() => saving.run({ ...ticked, firstSteps: !firstSteps })}
            />
            Lembrar do próximo passo
          </label>
        </span>
      ) : null}
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
          <Muted size={3} className={styles.subject}>
            {mail.subject}
          </Muted>
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
          <Muted size={3}>{mail.closing}</Muted>
        </article>
      ) : query.isPending ? (
        <Skeleton height={420} />
      ) : null}
    </Dialog>
  )
}
