import type { exportAudit as exportAuditRoute } from '../../contract/audit/audit.ts'
import { sentAlready, type Call } from '../calls/call.ts'
import type { Deps } from '../deps.ts'
import type { ReportDocument, ReportRow } from '../files/report-document.ts'
import { sendReportFile } from '../files/send-report-file.ts'
import { momentText } from './changes.rules.ts'
import { entryOf, namesOf, readAuditPage, type AuditPage, type AuditQuestion } from './audit.reads.ts'

/** Rows in memory while the file is written. */
const pageRows = 200

export async function exportAudit({
  deps,
  stores,
  query,
  reply,
}: Call<typeof exportAuditRoute>): Promise<typeof sentAlready> {
  const { format, area, uid, from, to } = query
  const question = { storeIds: stores.map((store) => store.storeId), area, uid, from, to }
  // Read before the first byte is sent, so that a failure is still a regular error.
  const first = await readPage(deps, question, null)
  sendReportFile(reply, documentOf(deps, question, first), format)
  return sentAlready
}

const readPage = (deps: Deps, question: AuditQuestion, after: string | null): Promise<AuditPage> =>
  readAuditPage(deps, question, after, pageRows)

function documentOf(deps: Deps, question: AuditQuestion, first: AuditPage): ReportDocument {
  return {
    name: 'historico-de-alteracoes',
    title: 'Histórico de alterações',
    metadata: [
      question.from || question.to
        ? `De ${question.from ?? 'sempre'} a ${question.to ?? 'hoje'}`
        : 'Todos os dias',
    ],
    sections: [
      {
        title: 'Alterações',
        columns: [
          { label: 'Quando', kind: 'moment' },
          { label: 'Loja', kind: 'text' },
          { label: 'Quem', kind: 'text' },
          { label: 'O quê', kind: 'text' },
          { label: 'Sobre', kind: 'text' },
          { label: 'Antes', kind: 'text' },
          { label: 'Depois', kind: 'text' },
        ],
        rows: rowsOf(deps, question, first),
      },
    ],
  }
}

async function* rowsOf(deps: Deps, question: AuditQuestion, first: AuditPage): AsyncGenerator<ReportRow> {
  for (let page = first; ; page = await readPage(deps, question, page.next)) {
    const uids = page.rows.flatMap(({ uid, subject }) => [uid ?? [], subject ?? []].flat())
    const names = await namesOf(deps.directory, [...new Set(uids)])
    for (const row of page.rows) {
      const { at, timezone, storeName, actor, words, subject, changes } = entryOf(row, names)
      const side = (which: 'before' | 'after') =>
        changes.flatMap((one) => (one[which] === null ? [] : [`${one.label}: ${one[which]}`])).join('\n')
      yield [
        momentText(new Date(at), timezone),
        storeName,
        actor?.name ?? 'Balcão',
        words,
        subject ?? '',
        side('before'),
        side('after'),
      ]
    }
    if (!page.next) return
  }
}
