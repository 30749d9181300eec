import { notify } from '../ui/notices.tsx'

const key = 'reloaded-for-app-pair'

/** This page is of an earlier release: one reload is offered in this tab. If it did not help, another would not. */
export function offerReload(): void {
  if (sessionStorage.getItem(key) !== null) return
  notify('Esta página é de uma versão antiga do Balcão.', 'bad', {
    label: 'Recarregar',
    run: () => {
      sessionStorage.setItem(key, '1')
      location.reload()
    },
  })
}
