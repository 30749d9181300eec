import { plural } from '../../words/format.ts'
import type { ElsewhereRow } from './use-elsewhere.ts'

type Row = Pick<ElsewhereRow, 'ticked'> & { readonly state: { readonly kind: ElsewhereRow['state']['kind'] } }

/** `Aplicando: 37 de 100.` while it runs, then `Aplicado em 2 lojas. 1 loja ficou como estava.` */
export function outcomeText(rows: readonly Row[], busy: boolean): string {
  const done = rows.filter(({ state }) => state.kind === 'done').length
  const not = rows.filter(({ state }) => state.kind === 'refused' || state.kind === 'failed').length
  if (busy) {
    const chosen = rows.filter(({ ticked }) => ticked)
    const ended = chosen.filter(({ state }) => ['done', 'refused', 'failed'].includes(state.kind)).length
    return `Aplicando: ${String(ended)} de ${plural(chosen.length, 'loja', 'lojas')}.`
  }
  return [
    done > 0 ? `Aplicado em ${plural(done, 'loja', 'lojas')}.` : '',
    not > 0 ? `${plural(not, 'loja ficou', 'lojas ficaram')} como estava${not > 1 ? 'm' : ''}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
