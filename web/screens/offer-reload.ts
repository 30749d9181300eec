import { reloadFor, wasReloadedFor } from '../browser/reload-once.ts'
import { notify } from '../ui/notices.tsx'

const cause = 'app-pair'

/** This page is of an earlier release: one reload is offered in this tab. If it did not help, another would not. */
export function offerReload(): void {
  if (wasReloadedFor(cause)) return
  notify('Esta página é de uma versão antiga do Balcão.', 'bad', {
    label: 'Recarregar',
    run: () => reloadFor(cause),
  })
}
