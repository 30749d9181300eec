import { lookup } from '../../contract/shared/lookup.ts'

interface Place {
  readonly to: '/settings' | '/cardapio'
  readonly tab?: string
  readonly hash?: string
}

/** Addresses of parts that moved: mails, tutorials and bookmarks still name them. */
const formerTabs: Readonly<Record<string, Place>> = {
  // Until November 2026 the menu was a section, and the mails and notices were two.
  menu: { to: '/cardapio' },
  mails: { to: '/settings', tab: 'notificacoes' },
  notifications: { to: '/settings', tab: 'notificacoes' },
  // Each switch is on the page that it switches; this list says where.
  modulos: { to: '/settings', tab: 'loja', hash: 'o-que-a-loja-usa' },
}

/** Where an address `?tab=` leads today; null: it is of today, or never was. */
export const movedTo = (tab: string | undefined): Place | null => lookup(formerTabs, tab ?? '') ?? null
