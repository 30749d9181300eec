import type { BulkAct, BulkPart, ShownAction, TriedPart } from '../../contract/bulk/bulk.ts'
import { accountantFileNames } from '../../contract/accountant/accountant.ts'
import { monthWords } from '../fiscal/fiscal.ts'
import { dayDigits, money, plural } from '../words/format.ts'
import { roleLabels } from '../words/roles.ts'

export interface ActionWords {
  /** "Parar de vender por 30 min": the act, before and after it. */
  readonly title: string
  /** "Parar": on the button, before "em 3 lojas". */
  readonly verb: string
}

export function actionWords(action: ShownAction): ActionWords {
  switch (action.kind) {
    case 'stop':
      return { title: `Parar de vender por ${action.minutes}\u00a0min`, verb: 'Parar' }
    case 'reopen':
      return { title: 'Voltar a vender', verb: 'Reabrir' }
    case 'pause-item':
      return { title: `Pausar ${action.item.name}`, verb: 'Pausar' }
    case 'resume-item':
      return { title: `Voltar a vender ${action.item.name}`, verb: 'Voltar a vender' }
    case 'price':
      return {
        title: `${action.item.name} por ${money(action.priceCents)} no canal próprio`,
        verb: 'Mudar o preço',
      }
    case 'special-day':
      return { title: `${action.decision.name}, ${dayDigits(action.day)}`, verb: 'Decidir' }
    case 'slower':
      return {
        title: `Mais ${action.extraMinutes}\u00a0min na promessa, por ${action.minutes}\u00a0min`,
        verb: 'Dar mais tempo',
      }
    case 'modifier':
      return { title: `${action.name} na entrega, por ${action.minutes}\u00a0min`, verb: 'Ligar' }
    case 'week':
      return { title: 'Copiar os horários da semana', verb: 'Mudar os horários' }
    case 'menu':
      return {
        title: action.category === null ? 'Publicar o cardápio' : `Copiar a categoria ${action.category}`,
        verb: action.category === null ? 'Publicar' : 'Copiar',
      }
    case 'areas':
      return { title: 'Copiar as áreas de entrega', verb: 'Mudar as áreas' }
    case 'rules':
      return { title: 'As mesmas regras de aceite', verb: 'Mudar as regras' }
    case 'uses':
      return { title: 'Usar o mesmo do painel', verb: 'Mudar' }
    case 'printing':
      return { title: 'O mesmo prazo e a mesma frase das vias', verb: 'Mudar' }
    case 'invite':
      return {
        title: `Convidar ${action.email}, ${roleLabels[action.role].toLowerCase()}`,
        verb: 'Convidar',
      }
    case 'export':
      return {
        title: `${accountantFileNames[action.file]}, ${monthWords(action.month)}`,
        verb: 'Preparar os arquivos',
      }
  }
}

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
