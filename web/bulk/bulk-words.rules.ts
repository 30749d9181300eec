import type { BulkAct, BulkPart, ShownAction, TriedPart } from '../../contract/bulk/bulk.ts'
import { accountantFileNames } from '../../contract/accountant/accountant.ts'
import { marketplaceNames, type Platform } from '../../contract/shared/channels.ts'
import { monthWords } from '../fiscal/fiscal.ts'
import { dayDigits, money, plural } from '../words/format.ts'
import { roleLabels } from '../words/roles.ts'

export interface ActionWords {
  /** "Parar de vender por 30 min": the act, before and after it. */
  readonly title: string
  /** "Parar": on the button, before "em 3 lojas". */
  readonly verb: string
}

type Words = {
  readonly [K in ShownAction['kind']]: (action: Extract<ShownAction, { kind: K }>) => ActionWords
}

const said = (title: string, verb: string): ActionWords => ({ title, verb })

const words: Words = {
  stop: ({ minutes }) => said(`Parar de vender por ${minutes}\u00a0min`, 'Parar'),
  reopen: () => said('Voltar a vender', 'Reabrir'),
  'pause-item': ({ item }) => said(`Pausar ${item.name}`, 'Pausar'),
  'resume-item': ({ item }) => said(`Voltar a vender ${item.name}`, 'Voltar a vender'),
  price: ({ item, priceCents }) =>
    said(`${item.name} por ${money(priceCents)} no canal próprio`, 'Mudar o preço'),
  'special-day': ({ decision, day }) => said(`${decision.name}, ${dayDigits(day)}`, 'Decidir'),
  slower: ({ extraMinutes, minutes }) =>
    said(`Mais ${extraMinutes}\u00a0min na promessa, por ${minutes}\u00a0min`, 'Dar mais tempo'),
  modifier: ({ name, minutes }) => said(`${name} na entrega, por ${minutes}\u00a0min`, 'Ligar'),
  week: () => said('Copiar os horários da semana', 'Mudar os horários'),
  menu: ({ category }) =>
    category === null
      ? said('Copiar o cardápio', 'Copiar')
      : said(`Copiar a categoria ${category}`, 'Copiar'),
  areas: () => said('Copiar as áreas de entrega', 'Mudar as áreas'),
  rules: () => said('As mesmas regras de aceite', 'Mudar as regras'),
  uses: () => said('Usar o mesmo do painel', 'Mudar'),
  printing: () => said('O mesmo prazo e a mesma frase das vias', 'Mudar'),
  invite: ({ email, role }) => said(`Convidar ${email}, ${roleLabels[role].toLowerCase()}`, 'Convidar'),
  export: ({ file, month }) =>
    said(`${accountantFileNames[file]}, ${monthWords(month)}`, 'Preparar os arquivos'),
}

export const actionWords = <K extends ShownAction['kind']>(
  action: ShownAction & { readonly kind: K },
): ActionWords => words[action.kind as K](action as unknown as Extract<ShownAction, { kind: K }>)

/** "2 já estão assim. 1 fica de fora." Empty: all chosen stores change. */
export function leftOutWords(parts: readonly Pick<TriedPart, 'would'>[]): string {
  const number = (would: TriedPart['would']) => parts.filter((part) => part.would === would).length
  const [same, refuse] = [number('same'), number('refuse')]
  return [
    same > 0 ? `${plural(same, 'já está assim', 'já estão assim')}.` : '',
    refuse > 0 ? `${plural(refuse, 'fica de fora', 'ficam de fora')}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

export interface Counts {
  /** Pending, or on its way back. */
  readonly waiting: number
  readonly done: number
  readonly same: number
  readonly refused: number
  readonly undone: number
}

export function countsOf(parts: readonly Pick<BulkPart, 'state'>[]): Counts {
  const number = (...states: readonly BulkPart['state'][]) =>
    parts.filter(({ state }) => states.includes(state)).length
  return {
    waiting: number('pending', 'undoing'),
    done: number('done'),
    same: number('same'),
    refused: number('refused'),
    undone: number('undone'),
  }
}

/** "Feito em 92 de 95 lojas", "Desfeito em 3 lojas", "Fazendo: 12 de 95 lojas". */
export function resultHeadline(act: Pick<BulkAct, 'parts'>): string {
  const { waiting, done, undone, same } = countsOf(act.parts)
  const all = act.parts.length
  if (waiting > 0) return `Fazendo: ${all - waiting} de ${plural(all, 'loja', 'lojas')}`
  if (undone > 0 && done === 0) return `Desfeito em ${plural(undone, 'loja', 'lojas')}`
  const so = done + same
  return so === all ? `Feito em ${plural(all, 'loja', 'lojas')}` : `Feito em ${so} de ${all} lojas`
}

export const partWords: Readonly<Record<BulkPart['state'], string>> = {
  pending: 'na fila',
  done: 'feito',
  same: 'já estava assim',
  refused: 'recusado',
  undoing: 'desfazendo…',
  undone: 'desfeito',
}

/** Where the person still has to do it. */
export const unsupportedWords = (platforms: readonly Platform[]): string =>
  platforms.length > 1
    ? `${marketplaceNames(platforms)} não aceitam isto daqui: faça também nos aplicativos de lá.`
    : `${marketplaceNames(platforms)} não aceita isto daqui: faça também no aplicativo de lá.`
