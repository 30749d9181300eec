import type { MenuPublication } from '../../../contract/menu/publications.ts'
import { withChannel } from '../../../contract/shared/channels.ts'
import { plural } from '../../words/format.ts'
import type { Kind } from '../tools/change-words.ts'

export const publishedKinds: Readonly<Record<Kind, string>> = {
  new: 'Novos',
  changed: 'Mudam',
  gone: 'Só lá',
}

/** After their number. */
export const countedPublishedKind = (kind: Kind, count: number): string =>
  count === 1 ? { new: 'Novo', changed: 'Muda', gone: 'Só lá' }[kind] : publishedKinds[kind]

export const kindHelp = (kind: Kind, platform: string): string =>
  ({
    new: `Ainda não estão ${withChannel('em', platform)}. Entram com foto e opções, como estão aqui.`,
    changed: `Já estão ${withChannel('em', platform)} e ficam como estão aqui.`,
    gone: `Estão ${withChannel('em', platform)} e não aqui. Ficam como estão; marque só o que quer tirar de venda lá.`,
  })[kind]

/** How far a publication is: of the chosen parts, those that are decided, and those that are sent. */
export function progressOf({ parts, state }: Pick<MenuPublication, 'parts' | 'state'>): {
  readonly total: number
  readonly sent: number
  readonly proved: number
  readonly refused: number
  readonly words: string
} {
  const chosen = parts.filter((part) => part.chosen)
  const proved = chosen.filter((part) => part.state === 'proved').length
  const refused = chosen.filter((part) => part.state === 'refused').length
  const sent = chosen.filter((part) => part.state !== 'waiting').length
  const total = chosen.length
  const words =
    state === 'proving'
      ? `Conferindo: ${String(proved + refused)} de ${plural(total, 'item', 'itens')}`
      : `Enviando: ${String(sent)} de ${plural(total, 'item', 'itens')}`
  return { total, sent, proved, refused, words }
}

/** What a publication in the list has come to. */
export function outcomeWords({
  state,
  written,
  refused,
  takesBack,
}: {
  readonly state: MenuPublication['state']
  readonly written: number
  readonly refused: number
  readonly takesBack: boolean
}): string {
  if (state === 'writing' || state === 'proving') return 'Enviando…'
  if (state === 'reading' || state === 'ready') return 'Comparação espera confirmação'
  const done = takesBack
    ? plural(written, 'item voltou', 'itens voltaram')
    : plural(written, 'item publicado', 'itens publicados')
  const not = refused === 0 ? [] : [plural(refused, 'recusado', 'recusados')]
  return [done, ...not, ...(state === 'stopped' ? ['parou no meio'] : [])].join(', ')
}
